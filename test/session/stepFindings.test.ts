/** What the order of steps says of a request that is taken for complete too early: what is still to come is told apart from what nothing brings. */
import { describe, expect, it } from 'vitest';
import type { AnyFault } from '../../src/faults/catalogue.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { prepareHandOff } from '../../src/session/handOff.ts';
import { startNodes } from '../../src/session/startNodes.ts';
import { stepFindings } from '../../src/session/stepFindings.ts';

/** One entry of three items of 64 B, and the metadata row. */
function earlyCommits(...faults: AnyFault[]) {
  const node = { slots: 2 };
  const scenario = resolveScenario(
    { model: { plain: { layers: 1, rows: 9, itemBytes: 64 } }, prefill: node, decode: node, requests: [{ length: 3 }], faults },
    { name: 'early', locate: () => ({}), config: null },
  );
  const { ready } = startNodes(scenario);
  if (ready === null) throw new Error('the nodes did not start');
  const { built, unordered } = prepareHandOff(ready.prefill, ready.decode, scenario);
  return stepFindings(built.plan, unordered)
    .filter(({ id }) => id === 'committed-early')
    .map(({ message, consequence, mend }) => ({ message, consequence, mend }));
}

const LATE: AnyFault = { kind: 'late-write', request: 0, component: 'kv' };
const CUT: AnyFault = { kind: 'partial-page', component: 'kv', share: 0.5 };
const WAIT = 'Wait for every expected (source rank, component), not for the first of a rank.';
const COUNT = 'Count what has arrived before success is reported: what was sent is short of what is due.';

describe('a request taken for complete', () => {
  it('says nothing where all has landed', () => {
    expect(earlyCommits()).toEqual([]);
  });

  it('waits for what a later step brings', () => {
    expect(earlyCommits(LATE)).toEqual([
      {
        message: 'decode takes request 0 for complete with kv still to come: 192 B',
        consequence: 'kv 192 B had not landed when decode read the request.',
        mend: WAIT,
      },
    ]);
  });

  it('is not told to wait for what no step brings', () => {
    expect(earlyCommits(CUT)).toEqual([
      {
        message: 'decode takes request 0 for complete without all of kv: 32 B that no step brings',
        consequence: 'kv 32 B never land: waiting longer would not help.',
        mend: COUNT,
      },
    ]);
    const [failed] = earlyCommits({ kind: 'copy-failed', request: 0 });
    expect([failed?.message.includes('still to come'), failed?.mend]).toEqual([false, COUNT]);
  });

  it('says both, each with its bytes', () => {
    expect(earlyCommits(LATE, CUT).map(({ message, mend }) => ({ message, mend }))).toEqual([
      { message: 'decode takes request 0 for complete with kv still to come: 160 B', mend: WAIT },
      { message: 'decode takes request 0 for complete without all of kv: 32 B that no step brings', mend: COUNT },
    ]);
  });
});
