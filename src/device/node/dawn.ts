/** @file The optional package `webgpu` (Dawn), loaded when the first device is asked for: everything else works without it. */
import { createRequire } from 'node:module';
import { SimError } from '../../core/errors.ts';

/** What is used of the package. */
export interface Dawn {
  /** Makes an instance; flags are `backend=…`, `adapter=…`, `enable-dawn-features=…`. */
  open(flags: readonly string[]): GPU;
  readonly version: string;
}

/** Installs what is optional where it was left out. */
export const INSTALL_COMMAND = 'npm install --include=optional';

/** Instances are never let go: an instance collected while a device of it lives takes the process along (SIGSEGV). */
const kept: GPU[] = [];

/** @throws SimError(no-device) when the package is not there or its binary does not load here */
export async function loadDawn(): Promise<Dawn> {
  try {
    const { create } = await import('webgpu');
    return {
      open: (flags) => {
        const gpu = create([...flags]);
        kept.push(gpu);
        return gpu;
      },
      version: dawnVersion(),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw new SimError('no-device', {
      what: `the package webgpu does not load: ${reason}`,
      values: { platform: process.platform, arch: process.arch, node: process.version },
      mend: `Run \`${INSTALL_COMMAND}\`, or use --device cpu.`,
      cause,
    });
  }
}

function dawnVersion(): string {
  const { version } = createRequire(import.meta.url)('webgpu/package.json') as { version: string };
  return version;
}
