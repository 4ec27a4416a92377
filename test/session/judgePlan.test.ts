/** Plans judged by their addresses: what stray blocks would do is said rightly whether none, one, some or all of them leave their regions. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import type { AnyFault } from '../../src/faults/catalogue.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../src/scenario/runScenario.ts';

const device = new CpuDevice(2 ** 24);

/** Items of 4 KiB, to these pages of decode: in 16 signed bits page 9 lies before the pool, and page 17 is page 1. */
async function findingsOf(pages: readonly number[], fault: AnyFault) {
  const scenario = resolveScenario(
    {
      model: { plain: { layers: 1, rows: 64, itemBytes: 4096 } },
      prefill: { slots: 2 },
      decode: { slots: 2 },
      requests: [{ length: pages.length, prefill: { fullPages: pages.map((_, i) => i + 1) }, decode: { fullPages: [...pages] } }],
      faults: [fault],
      judgedBy: 'plan',
    },
    { name: 'stray', locate: () => ({}), config: null },
  );
  const { verdict } = await runScenario(scenario, { device, timing: false });
  return verdict.findings;
}

describe('stray blocks', () => {
  const wrap: AnyFault = { kind: 'offset-wrap', side: 'decode', bits: 16, signed: true };

  it.each([
    [[1, 9], '1 of', 'has', 'It leaves its region.'],
    [[1, 17], '1 of', 'has', 'No block leaves its region: it would read or write memory that is not its own.'],
    [[9, 10], '2 of', 'have', 'All of them leave their regions.'],
    [[17, 18], '2 of', 'have', 'No block leaves its region: they would read or write memory that is not theirs.'],
    [[9, 17], '2 of', 'have', '1 of them leaves its region; the other would read or write memory that is not its own.'],
    [[9, 10, 17, 18], '4 of', 'have', '2 of them leave their regions; the others would read or write memory that is not theirs.'],
  ])('to pages %j: %s %s', async (pages, count, verb, consequence) => {
    const stray = (await findingsOf(pages, wrap)).find(({ id }) => id === 'stray-addresses');
    expect(stray?.message).toMatch(new RegExp(`^${count} \\d+ blocks ${verb} other addresses`));
    expect(stray?.consequence).toBe(consequence);
  });
});

describe('blocks out of range', () => {
  it('are not blamed on item lengths that are the same', async () => {
    const found = (await findingsOf([1, 9], { kind: 'offset-wrap', side: 'decode', bits: 16, signed: true })).find(({ id }) => id === 'out-of-range');
    expect(found?.message).toBe('1 block of kv (target/plain/0 to target/plain/0, items of 4,096 B) outside every registered region on decode');
    expect(found?.mend).toBe(
      'Both nodes have the same item length here: look at the indices, and at whether offsets are computed in 64 bits from the right start.',
    );
  });

  it('say by how much item lengths differ', async () => {
    const found = (await findingsOf([1, 63], { kind: 'dtype-width', component: 'kv', factor: 2 })).find(({ id }) => id === 'out-of-range');
    expect(found?.mend).toBe('Make both nodes use the same item length for this entry: prefill has 8,192 B, decode 4,096 B.');
  });
});
