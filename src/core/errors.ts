/**
 * @file Every error the product raises on purpose is built here, so that each names what was wrong, both values, where, and the mend.
 */

/** What kind of thing went wrong; the CLI derives its exit code from this and nothing else. */
export type SimErrorCode =
  /** The user's input (file, flag, scenario) is wrong: exit 2. */
  | 'bad-input'
  /** No device of the asked kind can be had: exit 3. */
  | 'no-device'
  /** The memory asked for exceeds the budget or the adapter: exit 2 when known beforehand. */
  | 'memory-budget'
  /** The device refused an allocation that the budget allowed: exit 3. */
  | 'out-of-memory'
  /** The device was lost, or work on it did not end in time: exit 3. */
  | 'device-lost'
  | 'device-timeout'
  /** WebGPU refused a command: a defect of ours, exit 3. */
  | 'gpu-validation'
  /** An address lies in no region of its rank. */
  | 'address'
  /** A file could not be read or written: exit 2. */
  | 'file'
  /** Ctrl-C: exit 130. */
  | 'interrupted';

/** Where in the user's input an error lies. Lines and columns count from 1; `path` is the place in the scenario, such as `requests[2].length`. */
export interface Where {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;
}

/** The facts of an error, beside its code. `what` is one sentence without a full stop at its end. */
export interface SimErrorFacts {
  readonly what: string;
  /** The values that disagree, by name, such as `{asked: '3 GiB', budget: '2 GiB'}`. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly where?: Where;
  /** The one change that helps, as an instruction. */
  readonly mend?: string;
  readonly cause?: unknown;
}

/** The product's one error type. `message` is composed here from the facts, in one form everywhere. */
export class SimError extends Error {
  readonly code: SimErrorCode;
  readonly facts: SimErrorFacts;

  constructor(code: SimErrorCode, facts: SimErrorFacts) {
    super(composeMessage(facts), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'SimError';
    this.code = code;
    this.facts = facts;
  }
}

/** `scenario.yaml:12:5 (requests[2].length): what (asked 3, budget 2). Mend.` with the parts that are known. */
function composeMessage(facts: SimErrorFacts): string {
  const place = formatWhere(facts.where);
  const values = Object.entries(facts.values ?? {}).map(([name, value]) => `${name} ${value}`);
  const detail = values.length > 0 ? ` (${values.join(', ')})` : '';
  const mend = facts.mend === undefined ? '' : ` ${facts.mend}`;
  return `${place === '' ? '' : `${place}: `}${facts.what}${detail}.${mend}`;
}

/** `file:line:column (path)`, leaving out what is unknown; empty when nothing is known. */
export function formatWhere(where: Where | undefined): string {
  if (where === undefined) return '';
  const spot = [where.file, where.line, where.line === undefined ? undefined : where.column].filter((part) => part !== undefined).join(':');
  if (where.path === undefined || where.path === '') return spot;
  return spot === '' ? where.path : `${spot} (${where.path})`;
}

/** Names of the Python exceptions that the imitated functions raise. */
export type PythonErrorType =
  | 'RuntimeError'
  | 'AssertionError'
  | 'ValueError'
  | 'TypeError'
  | 'KeyError'
  | 'IndexError'
  | 'AttributeError'
  | 'ZeroDivisionError'
  | 'NotImplementedError';

/**
 * An error that the imitated engine itself would raise, with its exact words. The simulator throws it where the engine would
 * and turns it into a Finding at the border; it never reaches a user as a crash.
 */
export class EngineError extends Error {
  readonly pythonType: PythonErrorType;
  /** Catalogue id of the check, where the error is one of the catalogue's (`draft-swa-only`, ...). */
  readonly checkId: string | undefined;

  constructor(pythonType: PythonErrorType, message: string, checkId?: string) {
    super(message);
    this.name = 'EngineError';
    this.pythonType = pythonType;
    this.checkId = checkId;
  }
}
