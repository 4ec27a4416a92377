/** @file What adapters do unlike what they say, by name and backend. One place, so that the code that works around them says why. */
import type { AdapterInfo } from '../device.ts';

/** What a device must know of its adapter beyond its limits. */
export interface Quirks {
  /** Invocations of a workgroup that were measured best. */
  readonly workgroupSize: number;
  /** Largest buffer known to work. */
  readonly maxArenaBytes: number;
  /** True where `submit` returns only when the work is done. */
  readonly submitBlocks: boolean;
}

/** SwiftShader says 1 GiB and fails there with out-of-memory; 16 bytes less work. */
const SWIFTSHADER_MAX_BYTES = 2 ** 30 - 16;

/** Names of adapters that compute on the CPU. GLES does not say so itself (isFallbackAdapter is false), so names decide for all. */
const SOFTWARE_NAMES = /llvmpipe|lavapipe|softpipe|swiftshader|swrast|microsoft basic render/i;

/** Whether an adapter of this name computes on the CPU. */
export function isSoftwareName(name: string): boolean {
  return SOFTWARE_NAMES.test(name);
}

/** The quirks of an adapter. */
export function quirksOf(adapter: AdapterInfo): Quirks {
  return {
    workgroupSize: adapter.software ? 8 : 64,
    maxArenaBytes: /swiftshader/i.test(adapter.name) ? SWIFTSHADER_MAX_BYTES : Number.MAX_SAFE_INTEGER,
    submitBlocks: adapter.backend === 'opengles',
  };
}
