/** @file The one place where an error becomes words on stderr and an exit code. */
import { SimError } from '../core/errors.ts';
import { EXIT, type ExitCode, exitCodeOfError } from './exitCodes.ts';

/** The message of any error, never a stack trace unless DISAGG_SIM_DEBUG=1; and the exit code that goes with it. */
export function describeFailure(error: unknown): { readonly message: string; readonly code: ExitCode } {
  const stack = process.env.DISAGG_SIM_DEBUG === '1' && error instanceof Error ? `\n${error.stack ?? ''}` : '';
  if (error instanceof SimError) return { message: `disagg-sim: ${error.message}${stack}`, code: exitCodeOfError(error.code) };
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const report = 'Please report it with the command line and the scenario; DISAGG_SIM_DEBUG=1 shows where it happened.';
  return { message: `disagg-sim: this is a defect of disagg-sim: ${reason.split('\n')[0] ?? ''}. ${report}${stack}`, code: EXIT.defect };
}
