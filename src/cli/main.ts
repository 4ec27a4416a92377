/** @file The command line's entry: guards, the program, the end of the process. */
import { failWith, guardProcess } from './processGuards.ts';

/**
 * Runs a command line and ends the process with its exit code, also when a device hangs.
 * @param args without node and script
 */
export async function main(args: readonly string[]): Promise<never> {
  guardProcess();
  let code: number;
  try {
    const { runProgram } = await import('./program.ts');
    code = await runProgram(args);
  } catch (error) {
    code = failWith(error);
  }
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exit(code);
}
