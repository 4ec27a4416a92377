/** @file The compute pipelines: WGSL sources put together, specialised for the adapter and the stamp width, compiled once each. */
import type { StampWidth } from '../../core/stampCode.ts';
import type { GuardedQueue } from './guardedQueue.ts';

/** Names of the files in shaders/, without `.wgsl`. */
export const SHADER_NAMES = ['stampCode', 'chunks', 'stamp', 'fill', 'copyBlocks', 'differ', 'account', 'badSpans', 'readPass'] as const;
/** One of them. */
export type ShaderName = (typeof SHADER_NAMES)[number];
/** WGSL sources by file name. */
export type ShaderSources = Readonly<Record<ShaderName, string>>;

/** The sources each kernel is put together from, and whether it depends on the stamp width. */
const KERNELS = {
  stamp: { parts: ['stampCode', 'stamp'], stamps: true },
  fill: { parts: ['fill'], stamps: false },
  copyBlocks: { parts: ['copyBlocks'], stamps: false },
  differ: { parts: ['stampCode', 'chunks', 'differ'], stamps: true },
  account: { parts: ['stampCode', 'chunks', 'account'], stamps: true },
  badSpans: { parts: ['stampCode', 'chunks', 'badSpans'], stamps: true },
  readPass: { parts: ['readPass'], stamps: false },
} as const satisfies Record<string, { parts: readonly ShaderName[]; stamps: boolean }>;
/** A kernel, by the name of its file. */
export type KernelName = keyof typeof KERNELS;

/** Pipelines of one device. */
export class Kernels {
  readonly workgroupSize: number;
  readonly #device: GPUDevice;
  readonly #queue: GuardedQueue;
  readonly #sources: ShaderSources;
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();

  /** @param workgroupSize invocations of a workgroup, the same in all kernels */
  constructor(device: GPUDevice, queue: GuardedQueue, sources: ShaderSources, workgroupSize: number) {
    this.#device = device;
    this.#queue = queue;
    this.#sources = sources;
    this.workgroupSize = workgroupSize;
  }

  /**
   * The pipeline of a kernel; the first call compiles it.
   * @throws SimError(gpu-validation) when the adapter does not accept the shader
   */
  pipeline(name: KernelName, width: StampWidth = 'narrow'): Promise<GPUComputePipeline> {
    const { parts, stamps } = KERNELS[name];
    const key = stamps ? `${name}/${width}` : name;
    let pipeline = this.#pipelines.get(key);
    if (pipeline === undefined) {
      const code = parts.map((part) => this.#sources[part]).join('\n');
      const constants: Record<string, number> = { WORKGROUP: this.workgroupSize };
      if (stamps) constants.WIDE = width === 'wide' ? 1 : 0;
      pipeline = this.#compile(key, code, constants);
      this.#pipelines.set(key, pipeline);
    }
    return pipeline;
  }

  async #compile(label: string, code: string, constants: Record<string, number>): Promise<GPUComputePipeline> {
    const what = `compiling the kernel ${label}`;
    const module = await this.#queue.checked(what, () => this.#device.createShaderModule({ label, code }));
    return this.#queue.within(what, this.#device.createComputePipelineAsync({ label, layout: 'auto', compute: { module, constants } }));
  }
}
