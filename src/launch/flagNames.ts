/**
 * @file A flag as it is written, to the flag that the server's parser takes it for. The parser is `argparse.ArgumentParser()` with `allow_abbrev` as it is by default (SGLang's
 * `prepare_server_args`): the beginning of one long flag stands for that flag, that of several is ambiguous.
 */
import { nearestName } from '../scenario/nearestName.ts';
import { FLAGS, type GivenName } from './flags.ts';
import { isNear, isOnlyNear } from './nearNames.ts';
import { OTHER_FLAGS } from './otherFlags.ts';
import type { ValueKind } from './valueKinds.ts';

/** A flag of the server. */
interface NamedFlag {
  /** One of its names that the server declares. */
  readonly name: string;
  readonly takes: ValueKind;
  readonly setting: GivenName | null;
}

/** What a written flag is. */
export type FlagReading =
  | ({ readonly kind: 'known' } & NamedFlag)
  | ({ readonly kind: 'abbreviation' } & NamedFlag)
  /** The beginning of several. */
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] }
  | { readonly kind: 'unknown' };

const BY_NAME: ReadonlyMap<string, NamedFlag> = new Map([
  ...[...OTHER_FLAGS].map(([name, takes]) => [name, { name, takes, setting: null }] as const),
  ...FLAGS.flatMap(({ names, takes, setting }) => names.map((name) => [name, { name, takes, setting }] as const)),
]);
const NAMES = [...BY_NAME.keys()];

/** Reads a flag, without the value that may stand behind its `=`. */
export function flagNamed(written: string): FlagReading {
  const known = BY_NAME.get(written);
  if (known !== undefined) return { kind: 'known', ...known };
  const matches = written.startsWith('--') && written.length > 2 ? NAMES.filter((name) => name.startsWith(written)) : [];
  const [only, another] = matches.map((name) => BY_NAME.get(name));
  if (only !== undefined) return another === undefined ? { kind: 'abbreviation', ...only } : { kind: 'ambiguous', names: matches };
  return { kind: 'unknown' };
}

/** The known flag that an unknown one is like. */
export interface FlagSlip {
  readonly nearest: string;
  /** Near enough to be a slip, and no flag of another version. */
  readonly isSlip: boolean;
  /** A slip, and no other known flag is as near. */
  readonly isCertain: boolean;
}

/** What an unknown flag was perhaps meant to be; null where it is like none. Looks at every known name, which has its cost. */
export function flagLike(written: string): FlagSlip | null {
  const nearest = nearestName(written, NAMES);
  return nearest === null ? null : { nearest, isSlip: isNear(written, nearest), isCertain: isOnlyNear(written, nearest, NAMES) };
}
