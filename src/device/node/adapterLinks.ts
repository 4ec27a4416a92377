/**
 * @file The chain of ways to an adapter, in order of preference. Each link gets itself ready, or says why it cannot.
 *
 * Hardware comes first wherever it is found. Among software the order is by measured speed (GB/s on two cores):
 *
 *                                            lavapipe 25   GLES (llvmpipe)   SwiftShader
 *   one copy of 64 MiB                              11.4              14.2          14.2
 *   a table of blocks of 1 KiB                       2.3              0.86          0.71
 *   a table of blocks of 8 KiB                       4.6               2.4           1.6
 *   a table of blocks of 37 KiB                      4.6               2.8           2.1
 *   copies of 1 KiB (microseconds each)        0.39 (2.6)        0.55 (1.9)    0.47 (2.2)
 *   accounting                                       9.4               4.8           2.7
 *
 * lavapipe comes with the system's drivers, so the order of the chain is the order of preference. What GLES pays for its speed: arenas of at
 * most 128 MiB (as on lavapipe; SwiftShader takes 1 GiB), memory cleared when it is created, and no timeout, since `submit` itself does the work.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { SWIFTSHADER_FILES, unpackSwiftShader } from './packagedSwiftShader.ts';
import { loadLibrary, VULKAN_LOADER } from './vulkanLoader.ts';

/** A way made ready: what to ask Dawn for, and how. */
export interface ReadyLink {
  /** Flags for the instance, the adapter's name aside. */
  readonly flags: readonly string[];
  readonly environment: Environment;
  readonly featureLevel: 'core' | 'compatibility';
  /** How an adapter of this link was found, in words. */
  readonly foundBy: string;
}

/** A way to adapters. */
export interface AdapterLink {
  readonly id: 'system' | 'gles' | 'chromium' | 'package';
  readonly what: string;
  /** True where no real GPU can be found: not tried when one is asked for. */
  readonly softwareOnly: boolean;
  /** Makes it ready, or says in words why it leads nowhere on this machine. */
  prepare(): Promise<ReadyLink | string>;
}

/** Mesa's device-select layer prints about XDG_RUNTIME_DIR and has nothing to select for us. */
const NO_DEVICE_SELECT: Environment = { NODEVICE_SELECT: '1' };
const CHROMIUM_FOLDERS = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/usr/lib64/chromium-browser', '/opt/google/chrome', '/opt/chromium.org/chromium'];

/** The chain. */
export const ADAPTER_LINKS: readonly AdapterLink[] = [
  {
    id: 'system',
    what: 'the drivers that the system has (Vulkan, Metal, D3D12), a real GPU or lavapipe',
    softwareOnly: false,
    prepare: async () => {
      // Asked beforehand on Linux: Dawn prints a complaint of its own when the loader is missing.
      const problem = process.platform === 'linux' ? loadLibrary(VULKAN_LOADER) : undefined;
      if (problem !== undefined) return `no Vulkan loader: ${problem}`;
      return { flags: [], environment: NO_DEVICE_SELECT, featureLevel: 'core', foundBy: systemDrivers() };
    },
  },
  {
    id: 'gles',
    what: 'OpenGL ES through EGL without a display, in WebGPU’s compatibility mode',
    softwareOnly: false,
    prepare: async () => {
      if (process.platform !== 'linux') return 'only on Linux';
      const problem = loadLibrary('libEGL.so');
      if (problem !== undefined) return `no EGL: ${problem}`;
      return {
        flags: ['backend=opengles'],
        environment: { EGL_PLATFORM: 'surfaceless' },
        featureLevel: 'compatibility',
        foundBy: 'OpenGL ES through libEGL.so, surfaceless',
      };
    },
  },
  {
    id: 'chromium',
    what: 'the SwiftShader of an installed Chromium',
    softwareOnly: true,
    prepare: async () => {
      for (const folder of CHROMIUM_FOLDERS) {
        if (await hasSwiftShader(folder)) return swiftShaderIn(folder);
      }
      return `none in ${CHROMIUM_FOLDERS.join(', ')}`;
    },
  },
  {
    id: 'package',
    what: 'the SwiftShader inside the package @sparticuz/chromium',
    softwareOnly: true,
    prepare: async () => {
      if (process.platform !== 'linux' || process.arch !== 'x64') return 'only on Linux x64';
      const unpacked = await unpackSwiftShader();
      return 'problem' in unpacked ? unpacked.problem : swiftShaderIn(unpacked.folder);
    },
  },
];

async function hasSwiftShader(folder: string): Promise<boolean> {
  const found = await Promise.all(
    SWIFTSHADER_FILES.map((name) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}

/** The link over a folder that holds SWIFTSHADER_FILES. */
function swiftShaderIn(folder: string): ReadyLink | string {
  const description = join(folder, 'vk_swiftshader_icd.json');
  // The system's loader serves as well; the folder's own is for machines without one.
  const problem = loadLibrary(VULKAN_LOADER) === undefined ? undefined : loadLibrary(join(folder, VULKAN_LOADER));
  if (problem !== undefined) return `its Vulkan loader does not load: ${problem}`;
  return {
    flags: ['backend=vulkan'],
    environment: { ...NO_DEVICE_SELECT, VK_DRIVER_FILES: description, VK_ICD_FILENAMES: undefined },
    featureLevel: 'core',
    foundBy: description,
  };
}

function systemDrivers(): string {
  const chosen = process.env.VK_DRIVER_FILES ?? process.env.VK_ICD_FILENAMES;
  return chosen === undefined ? 'the system’s drivers' : `the system’s drivers, VK_DRIVER_FILES=${chosen}`;
}
