/**
 * @file Mends that were tried before they are given. A setting in which the nodes differ is the cause of a fact if the fact goes when both get one value; what is wrong with one
 * node alone is mended by the first change that takes it away and brings nothing new. By settled preference prefill follows decode, so that mends do not contradict one another.
 */
import {
  applyChanges,
  defaultChanges,
  differs,
  followChanges,
  type PairSetup,
  SETTING_NAMES,
  type SettingChange,
  type SettingName,
} from '../checks/settings.ts';
import type { Finding } from '../core/finding.ts';
import { type Examine, type Examined, errorsOf, factKey } from './examine.ts';

/** A difference that does harm. */
export interface Cause {
  readonly setting: SettingName;
  /** The direction that leaves the fewest errors. */
  readonly changes: readonly SettingChange[];
  /** Keys of the facts that go with it. */
  readonly explains: ReadonlySet<string>;
}

interface Trial {
  readonly changes: readonly SettingChange[];
  readonly errors: readonly Finding[];
  readonly registered: boolean;
}

function attempt(examine: Examine, setup: PairSetup, changes: readonly SettingChange[]): Trial {
  const examined = examine(applyChanges(setup, changes));
  return { changes, errors: errorsOf(examined), registered: examined.registered };
}

const opposite = { prefill: 'decode', decode: 'prefill' } as const;

/** Two differences may hide one another, and a third both of them. */
const MOST_ROUNDS = 4;

/**
 * Every setting whose difference between the nodes does harm, in the settings' order. What is left when all of them are mended had hidden behind another cause, and is looked for
 * again: it explains those first facts that go with it.
 */
export function findCauses(examine: Examine, setup: PairSetup, found: Examined): Cause[] {
  const facts = errorsOf(found).map(factKey);
  const causes: Cause[] = [];
  let [mended, rest] = [setup, found];
  for (let round = 0; round < MOST_ROUNDS && errorsOf(rest).length > 0; round++) {
    const known = new Set(causes.map(({ setting }) => setting));
    const more = causesOf(examine, mended, rest).filter(({ setting }) => !known.has(setting));
    if (more.length === 0) break;
    const before = rest;
    mended = applyChanges(
      mended,
      more.flatMap(({ changes }) => changes),
    );
    rest = examine(mended);
    const explained = new Set(causes.flatMap(({ explains }) => [...explains]));
    const left = new Set(errorsOf(rest).map(factKey));
    const hidden = facts.filter((key) => !explained.has(key) && !left.has(key));
    causes.push(...(before === found ? more : more.map((cause) => ({ ...cause, explains: new Set(hidden) }))));
  }
  return causes.toSorted((a, b) => SETTING_NAMES.indexOf(a.setting) - SETTING_NAMES.indexOf(b.setting));
}

/** Causes that show as things are; where none does without bringing something new to light, the one that gets furthest. */
function causesOf(examine: Examine, setup: PairSetup, found: Examined): Cause[] {
  const errors = errorsOf(found);
  const candidates = SETTING_NAMES.filter((setting) => differs(setup, setting)).flatMap((setting) => {
    const followed = (['prefill', 'decode'] as const).map((side) => attempt(examine, setup, followChanges(setup, setting, side)));
    // Where each node's value is refused, both take the default.
    const isRefused = followed.every((trial) => refusalsIn(trial.errors) > 0);
    const trials = isRefused ? [...followed, attempt(examine, setup, bothDefaults(setup, setting))] : followed;
    const [best] = trials.filter((trial) => trial.registered || !found.registered).toSorted(byProgress);
    if (best === undefined) return [];
    const left = new Set(best.errors.map(factKey));
    const explains = new Set(errors.map(factKey).filter((key) => !left.has(key)));
    return explains.size === 0 ? [] : [{ setting, changes: best.changes, explains, best }];
  });
  const clear = candidates.filter(({ best }) => !bringsNew(best, errors));
  const [furthest] = candidates.filter(({ best }) => isFurther(best.errors, errors)).toSorted((a, b) => byProgress(a.best, b.best));
  const chosen = clear.length > 0 || furthest === undefined ? clear : [furthest];
  return chosen.map(({ setting, changes, explains }) => ({ setting, changes, explains }));
}

/** A pair that is refused less gets further, whatever comes to light behind the refusal; of two that are refused alike, the one with fewer errors. */
function isFurther(errors: readonly Finding[], than: readonly Finding[]): boolean {
  return byProgress({ errors }, { errors: than }) < 0;
}

/** The one that gets furthest first. */
function byProgress(a: Pick<Trial, 'errors'>, b: Pick<Trial, 'errors'>): number {
  return refusalsIn(a.errors) - refusalsIn(b.errors) || a.errors.length - b.errors.length;
}

function refusalsIn(errors: readonly Finding[]): number {
  return errors.filter(({ engine }) => engine === 'refuses').length;
}

function bringsNew({ errors }: Trial, before: readonly Finding[]): boolean {
  const known = new Set(before.map(({ id }) => id));
  return errors.some(({ id }) => !known.has(id));
}

/** The smallest change found that takes one finding away; empty where none does. */
export function searchMend(examine: Examine, setup: PairSetup, found: Examined, finding: Finding): readonly SettingChange[] {
  const errors = errorsOf(found);
  const key = factKey(finding);
  let fallback: readonly SettingChange[] = [];
  for (const changes of candidates(setup, finding)) {
    const trial = attempt(examine, setup, changes);
    if (trial.errors.length === 0) return changes;
    const isGone = !trial.errors.some((left) => factKey(left) === key);
    // Behind a refusal other things may come to light.
    const helps = isGone && (refusalsIn(trial.errors) < refusalsIn(errors) || (isFurther(trial.errors, errors) && !bringsNew(trial, errors)));
    if (helps && fallback.length === 0) fallback = changes;
  }
  return fallback;
}

/** Settings that a finding is about by its own words: changed before any other. */
const NAMED_BY: Readonly<Record<string, SettingName>> = {
  'unified-fp8': 'unifiedFp8',
  'unified-fp8-ring': 'unifiedFp8',
  'paged-page-size': 'pageSize',
  'size-of-zero': 'pageSize',
};

function bothDefaults(setup: PairSetup, setting: SettingName): readonly SettingChange[] {
  return [...defaultChanges(setup, setting, 'prefill'), ...defaultChanges(setup, setting, 'decode')];
}

/** Changes worth trying, the smallest first: the setting that the finding names, what the other node has, the default, either on both. */
function* candidates(setup: PairSetup, { id, side: about }: Finding): Generator<readonly SettingChange[]> {
  const named = NAMED_BY[id];
  const side = about === 'both' ? 'prefill' : about;
  const differing = SETTING_NAMES.filter((setting) => differs(setup, setting));
  const seen = new Set<string>();
  const lists = [
    ...(named === undefined ? [] : [defaultChanges(setup, named, side), bothDefaults(setup, named)]),
    ...differing.map((setting) => followChanges(setup, setting, side)),
    ...SETTING_NAMES.map((setting) => defaultChanges(setup, setting, side)),
    ...differing.map((setting) => followChanges(setup, setting, opposite[side])),
    ...SETTING_NAMES.map((setting) => bothDefaults(setup, setting)),
  ];
  for (const changes of lists) {
    const text = JSON.stringify(changes);
    if (changes.length === 0 || seen.has(text)) continue;
    seen.add(text);
    yield changes;
  }
}
