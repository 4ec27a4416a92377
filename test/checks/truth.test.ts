/** The checks agree with what a hand-off leaves in memory; sound pairs are left alone. The goals `clean-pairs` and `mutations` are the long form. */
import { describe, expect, it } from 'vitest';
import { MUTATIONS, mutatedPair, RUN_SIZES, SERVER_SIZES, validPair } from '../../bench/pairs.ts';
import { judgeAgainstTruth, truthDevice } from '../../bench/truth.ts';
import { PAIR_CHECKS } from '../../src/checks/catalogue.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';
import { checkPair, mendPair } from '../../src/session/checkPair.ts';

const SEED = 7_919;

describe('silence', () => {
  it('says nothing of pairs that differ only in what may differ', () => {
    for (let index = 0; index < 120; index++) {
      const { findings, verdict, hashes } = checkPair(validPair(SEED, index, SERVER_SIZES));
      expect(findings, `pair ${index} of seed ${SEED}`).toEqual([]);
      expect(verdict).toBe('fits');
      expect(hashes.prefill.hash).toBe(hashes.decode.hash);
    }
  }, 60_000);
});

describe('truth', () => {
  const device = truthDevice();
  // A dozen settings, on either node in turn; the goal `mutations` takes all of them.
  const names = [
    'mode',
    'revision',
    'SWA page size',
    'smaller window',
    'attention backend',
    'speculation',
    'draft layers',
    'state dtype',
    'online compression',
    "target's ratios in another order",
    "target's C4 state rows",
    "draft's window",
  ];
  const chosen = MUTATIONS.flatMap(({ name }, index) => (names.includes(name) ? [[name, index % 2 === 0 ? index : index + MUTATIONS.length] as const] : []));
  it.each(chosen)(
    '%s (number %i)',
    async (_name, index) => {
      const { pair } = mutatedPair(SEED, index, RUN_SIZES);
      const judgement = await judgeAgainstTruth(pair, device);
      expect(judgement.isRight, JSON.stringify(judgement)).toBe(true);
    },
    60_000,
  );
});

describe('compatibility hashes', () => {
  // Grids that do not fit, and who waits for whom, damage no byte.
  const harmless = new Set(['decode-cp-size', 'pp-size-mismatch', 'tp-not-divisible', 'context-transfer']);
  const damaging = new Set(PAIR_CHECKS.map(({ id }) => id).filter((id) => !harmless.has(id)));

  it('are equal exactly where no check between the nodes finds an error', () => {
    for (let index = 0; index < 4 * MUTATIONS.length; index++) {
      const { pair, mutation, side } = mutatedPair(SEED + 2, index, { ...RUN_SIZES, models: [MODEL_PRESETS['dsv4-mini']] });
      const { findings, hashes } = checkPair(pair);
      // Nodes that did not start have no hash; grids that are refused have no pairs of lists.
      if (hashes.prefill.hash === null || hashes.decode.hash === null || findings.some(({ id }) => harmless.has(id))) continue;
      const found = findings.filter(({ id, severity }) => severity === 'error' && damaging.has(id));
      expect(hashes.prefill.hash === hashes.decode.hash, `${mutation} on ${side}, number ${index}`).toBe(found.length === 0);
    }
  }, 60_000);
});

describe('mends', () => {
  it('make every mutation of server-sized pairs fit, and its hashes agree', () => {
    for (let index = 0; index < MUTATIONS.length; index++) {
      const { pair, mutation, side } = mutatedPair(SEED + 1, index, { ...SERVER_SIZES, grids: false });
      const { findings } = checkPair(pair);
      const mended = mendPair(
        pair,
        findings.flatMap(({ changes }) => changes),
      );
      const after = checkPair(mended);
      // Versions that lay these pools out alike stay unlike: a warning has no mend that is carried out.
      expect(
        after.findings.filter(({ id }) => id !== 'mixed-revisions'),
        `${mutation} on ${side}`,
      ).toEqual([]);
      expect(after.hashes.prefill.hash, `${mutation} on ${side}`).toBe(after.hashes.decode.hash);
    }
  }, 60_000);
});
