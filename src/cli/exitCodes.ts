/** @file What the process ends with, in one place. */
import type { SimErrorCode } from '../core/errors.ts';
import type { VerdictStatus } from '../core/finding.ts';

/** `defect` is `EX_SOFTWARE`: a failure of ours must not pass for a verdict. */
export const EXIT = { ok: 0, wrong: 1, badInput: 2, noDevice: 3, void: 4, defect: 70, interrupted: 130 } as const;

/** One of `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_ERROR: Readonly<Record<SimErrorCode, ExitCode>> = {
  'bad-input': EXIT.badInput,
  'memory-budget': EXIT.badInput,
  address: EXIT.badInput,
  file: EXIT.badInput,
  'no-device': EXIT.noDevice,
  'out-of-memory': EXIT.noDevice,
  'device-lost': EXIT.noDevice,
  'device-timeout': EXIT.noDevice,
  'gpu-validation': EXIT.noDevice,
  interrupted: EXIT.interrupted,
};

/** The exit code of a typed error. */
export function exitCodeOfError(code: SimErrorCode): ExitCode {
  return BY_ERROR[code];
}

/** The exit code of a verdict; `expectMet` is null where the scenario expects nothing. A void run proves nothing, so no expectation can be met by it. */
export function exitCodeOfVerdict(status: VerdictStatus, expectMet: boolean | null): ExitCode {
  if (status === 'VOID') return EXIT.void;
  if (expectMet !== null) return expectMet ? EXIT.ok : EXIT.wrong;
  return status === 'PASS' || status === 'PASS_WITH_WARNING' ? EXIT.ok : EXIT.wrong;
}
