/** @file The Vulkan loader library, which Dawn looks for by its name. */
import { constants } from 'node:os';

/** Keeps the library in the process after `dlopen` has failed to find a Node module in it. Linux only. */
const RTLD_NODELETE = 0x1000;

/** What the loader is called on Linux. */
export const VULKAN_LOADER = 'libvulkan.so.1';

/**
 * Loads a shared library for good, so that a later `dlopen` of its name finds it whatever the search path.
 * @param library a path, or a name for the system to look up
 * @returns undefined when it is loaded, else the system's reason
 */
export function loadLibrary(library: string): string | undefined {
  try {
    process.dlopen({ exports: {} }, library, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Loaded, but no Node module, as expected.
    return message.includes('did not self-register') ? undefined : message;
  }
}
