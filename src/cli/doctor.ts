/** @file `doctor`: which devices there are. */
import { EXIT, type ExitCode } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags } from './output.ts';

export async function doctor(flags: OutputFlags): Promise<ExitCode> {
  await checkOutput(flags);
  await deliver(flags, { schemaVersion: 1, adapters: [] }, () => 'cpu (TypeScript reference)');
  return EXIT.ok;
}
