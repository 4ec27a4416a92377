/** @file The one command that helps where an adapter is wanting. */
import { existsSync } from 'node:fs';
import { INSTALL_COMMAND } from './dawn.ts';

/**
 * One sentence with one command, for this machine.
 * @param choice `auto`, `gpu`, `software`, or a name that no adapter has
 * @param names adapters to be had
 */
export function helpFor(choice: string, names: readonly string[]): string {
  if (choice === 'gpu') {
    const loader =
      process.platform === 'linux' && existsSync('/usr/bin/apt-get')
        ? 'Run `apt-get install -y libvulkan1` beside the GPU’s own driver'
        : 'Install the GPU’s driver';
    return `${loader}, or use --device software.`;
  }
  if (names.length > 0) return 'Take one of these with --device, or use --device cpu.';
  return `Run \`${INSTALL_COMMAND}\`, which brings a software adapter for Linux x64, or use --device cpu.`;
}
