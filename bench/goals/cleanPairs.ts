/** @file Goal `clean-pairs`: pairs that differ only in what may differ, of all presets, modes and personalities: no check says anything, and their hashes agree. */
import { checkPair } from '../../src/session/checkPair.ts';
import type { Goal } from '../goal.ts';
import { type PairKind, pairKinds, SERVER_SIZES, validPair } from '../pairs.ts';
import type { Trial } from '../trial.ts';
import { runTrials } from '../trials.ts';

const SEED = 20_261;
/** Pairs of each kind. */
const PAIRS = { short: 15, long: 10_000 } as const;
const KINDS = pairKinds(SERVER_SIZES);

/** Checks pair number `index`: kinds in turn. */
export function trial(index: number): Trial {
  const kind = KINDS[index % KINDS.length] as PairKind;
  const { findings, hashes } = checkPair(validPair(SEED, index, SERVER_SIZES, kind));
  const ids = [...findings.map(({ id }) => id), ...(hashes.prefill.hash === hashes.decode.hash ? [] : ['hash'])];
  const name = `${kind.model.name} ${kind.mode} ${kind.backend}`;
  return { kind: name, wrong: ids.length === 0 ? null : { kind: name, ids } };
}

/** Findings on clean pairs. */
export const cleanPairs: Goal = {
  name: 'clean-pairs',
  goal: 'no finding, and equal hashes, on seeded valid pairs of every preset, mode and personality (10,000 of each kind with --long)',
  unit: 'pairs with a finding',
  met: (figure) => figure === 0,
  run: async ({ long, progress }) => {
    const pairs = KINDS.length * (long ? PAIRS.long : PAIRS.short);
    const { kinds, wrong, shown, slowestSeconds } = await runTrials(new URL(import.meta.url), pairs, progress);
    const without = 'fake: prefill refuses it, and on decode alone it fits no prefill';
    return { figure: wrong, adapter: null, evidence: { seed: SEED, pairs, kinds, without, slowestSeconds, alarmed: shown } };
  },
};
