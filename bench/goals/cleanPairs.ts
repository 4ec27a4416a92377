/** @file Goal `clean-pairs`: pairs that differ only in what may differ, of all presets, modes, revisions and backends: no check says anything, and their hashes agree. */
import { checkPair } from '../../src/session/checkPair.ts';
import type { Goal } from '../goal.ts';
import { SERVER_SIZES, validPair } from '../pairs.ts';

const SEED = 20_261;
const PAIRS = { short: 300, long: 10_000 } as const;

/** Findings on clean pairs. */
export const cleanPairs: Goal = {
  name: 'clean-pairs',
  goal: 'no finding, and equal hashes, on seeded valid pairs (10,000 with --long)',
  unit: 'pairs with a finding',
  met: (figure) => figure === 0,
  run: async ({ long, progress }) => {
    const count = long ? PAIRS.long : PAIRS.short;
    const alarmed: { index: number; ids: string[] }[] = [];
    const kinds = new Map<string, number>();
    for (let index = 0; index < count; index++) {
      if (index % 100 === 0) progress(`pair ${index} of ${count}`);
      const pair = validPair(SEED, index, SERVER_SIZES);
      const { findings, hashes } = checkPair(pair);
      const ids = [...findings.map(({ id }) => id), ...(hashes.prefill.hash === hashes.decode.hash ? [] : ['hash'])];
      if (ids.length > 0) alarmed.push({ index, ids });
      const kind = `${pair.model.name} ${pair.prefill.mode} ${pair.prefill.revision} ${pair.prefill.backend}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    return { figure: alarmed.length, adapter: null, evidence: { seed: SEED, pairs: count, kinds: Object.fromEntries(kinds), alarmed: alarmed.slice(0, 20) } };
  },
};
