/**
 * @file A server's start as found in what a user has: arguments, environment, where each stands, and what could not be read.
 */
import type { Where } from '../core/errors.ts';
import { isKnown, type Traced, unknownPart } from './traced.ts';

/** The phase a server is started for, as `--disaggregation-mode` says. */
export type Role = 'prefill' | 'decode';

/** A word of a command line, or a variable's value. */
export interface LaunchWord {
  /** What the server would see; unknown parts as they are written, such as `$TP`. Not masked. */
  readonly text: string;
  /** The first part that is not known, as it is written; null where the word is known. */
  readonly unknown: string | null;
  readonly where: Where;
}

/** A variable in the server's environment. */
export interface LaunchVariable extends LaunchWord {
  readonly name: string;
}

/** What kind of thing is wrong with, or not known of, a launch. */
export type LaunchProblemCode =
  /** Not what the flag takes. */
  | 'bad-value'
  /** The beginning of a flag, which the server takes for it. */
  | 'abbreviated-flag'
  /** Not in our table; the nearest name that is may be given. */
  | 'unknown-flag'
  | 'unknown-variable'
  /** A value that only the user's environment, a command or another file would tell. */
  | 'unknown-value'
  /** A word that belongs to no flag. */
  | 'stray-word'
  /** Set in the script but not exported: the server does not see it. */
  | 'not-exported'
  /** Another file would say more. */
  | 'file-not-read'
  /** What the shell would refuse, or run as a command of its own. */
  | 'shell';

/** One thing wrong or unknown. Its texts are masked. */
export interface LaunchProblem {
  readonly code: LaunchProblemCode;
  /** One sentence without a full stop at its end. */
  readonly what: string;
  readonly where: Where;
  /** The name in our table that was probably meant. */
  readonly nearest: string | null;
  /** The one change that helps, as an instruction; null where there is none. */
  readonly mend: string | null;
}

/** One server start. */
export interface LaunchFound {
  /** From `--disaggregation-mode`; null where it is absent, `null` or unknown. */
  readonly role: Role | null;
  /** Name of the service or container, where the file gives one. */
  readonly name: string | null;
  readonly where: Where;
  /** The arguments of the server, without the command itself. */
  readonly words: readonly LaunchWord[];
  /** Its environment, as far as the file sets it; each name once. */
  readonly variables: readonly LaunchVariable[];
  readonly problems: readonly LaunchProblem[];
}

/** From offsets to places in a named file. */
export type Locate = (offset: number) => Where;

/** A traced text as a word of a launch. */
export function launchWord(text: Traced, locate: Locate): LaunchWord {
  return { text: text.text, unknown: isKnown(text) ? null : unknownPart(text), where: locate(text.at[0] ?? text.start) };
}

/** The role that `--disaggregation-mode` gives among these arguments; as for any flag, the last one counts, and the beginning of its name is enough. */
export function roleOf(words: readonly LaunchWord[]): Role | null {
  let role: Role | null = null;
  for (const [i, { text }] of words.entries()) {
    const [name = '', ...inline] = text.split('=');
    if (!isModeFlag(name)) continue;
    const value = inline.length > 0 ? inline.join('=') : words[i + 1]?.text;
    if (value !== undefined) role = value === 'prefill' || value === 'decode' ? value : null;
  }
  return role;
}

/** No other flag of the server begins so. */
function isModeFlag(name: string): boolean {
  return name.startsWith('--disaggregation-m') && '--disaggregation-mode'.startsWith(name);
}
