/** @file Opening an adapter that a probe has found. */
import { SimError } from '../../core/errors.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import { quirksOf } from '../webgpu/quirks.ts';
import { WebGpuDevice, type WebGpuDeviceOptions } from '../webgpu/webGpuDevice.ts';
import type { Dawn } from './dawn.ts';
import { withEnvironment } from './environment.ts';
import type { Candidate } from './probe.ts';
import { startWatchdog } from './watchdog.ts';

/**
 * Software adapters are checked by our own code on the host before a kernel sees a table; without the adapter's second check SwiftShader's
 * kernels run about twice as fast. Real GPUs keep theirs, where it costs nothing.
 */
const UNCHECKED = 'enable-dawn-features=disable_robustness';
/** Timestamps as the adapter gives them. Dawn rounds them to 65.5 µs, so that pages cannot spy by them; there is nobody to spy on here. */
const FINE_TIMESTAMPS = 'disable-dawn-features=timestamp_quantization';

/** A device on the candidate's adapter. @throws SimError(no-device) */
export async function openCandidate(
  dawn: Dawn,
  { adapter, ready }: Candidate,
  options: Omit<WebGpuDeviceOptions, 'gpuAdapter' | 'adapter' | 'watch'>,
): Promise<WebGpuDevice> {
  const flags = [...ready.flags, `adapter=${adapter.name}`, FINE_TIMESTAMPS, ...(adapter.software ? [UNCHECKED] : [])];
  // A device is made where its adapter was found: drivers read the environment at both.
  const open = (budget?: MemoryBudget): Promise<WebGpuDevice> =>
    withEnvironment(ready.environment, async () => {
      const gpuAdapter = await dawn.open(flags).requestAdapter({ featureLevel: ready.featureLevel, powerPreference: 'high-performance' });
      if (gpuAdapter === null) throw new SimError('no-device', { what: `the adapter ${adapter.name} was listed but is not given` });
      const watch = quirksOf(adapter).submitBlocks ? startWatchdog(adapter.name, options.timeoutMs) : undefined;
      return WebGpuDevice.create({ ...options, gpuAdapter, adapter, watch, budget, another: open });
    });
  return open();
}
