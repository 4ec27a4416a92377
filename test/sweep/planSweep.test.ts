/** Plans of sweeps: counts against closed forms, shards as a partition, and what is refused before anything runs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { LAYOUTS } from '../../src/model/engineConfig.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { prepareHandOff } from '../../src/session/handOff.ts';
import { startNodes } from '../../src/session/startNodes.ts';
import { STRATEGY_NAMES } from '../../src/strategies/names.ts';
import { axisNamesOf, itemSizes, parseAxisValues } from '../../src/sweep/axes.ts';
import { planScenario, planSuite, pointsOfShard, type SweepPlan } from '../../src/sweep/planSweep.ts';
import { formatShard, parseShard, shardPoints } from '../../src/sweep/shard.ts';
import { SUITES, suiteNamed } from '../../src/sweep/suites.ts';
import { usefulBytes } from '../../src/sweep/usefulBytes.ts';

const SEED = 20_261_130;
const plan = (name: string, values = {}, strategies: SweepPlan['points'][number]['strategy'][] | null = null) =>
  planSuite({ suite: suiteNamed(name), values, strategies, seed: 1 });

function handOffOf({ points }: SweepPlan, index = 0) {
  const scenario = points[index]?.place.scenario;
  if (scenario === undefined) throw new Error('the plan has no such point');
  const { ready } = startNodes(scenario);
  if (ready === null) throw new Error('a node refuses');
  return prepareHandOff(ready.prefill, ready.decode, scenario);
}

describe('suites', () => {
  it.each(SUITES.map((suite) => [suite.name, suite] as const))('%s has a point for every combination', (name, suite) => {
    const { points } = plan(name);
    const places = axisNamesOf(suite.axes).reduce((product, axis) => product * (suite.axes[axis]?.length ?? 1), 1);
    const bounds = suite.strategies.includes('whole-pool') ? places / (suite.axes.fragmentation?.length ?? 1) : 0;
    const others = suite.strategies.filter((strategy) => strategy !== 'whole-pool').length;
    expect(points).toHaveLength(places * others + bounds);
    expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
    expect(points.map(({ index }) => index)).toEqual([...points.keys()]);
  });

  it.each(['flash-16k', 'strategies'])('%s has every strategy there is', (name) => {
    expect(new Set(plan(name).points.map(({ strategy }) => strategy))).toEqual(new Set(STRATEGY_NAMES));
  });

  it('flash-16k is the worked example: 4,053 items, 72,045,312 B beside the metadata', () => {
    const { built } = handOffOf(plan('flash-16k'));
    const { blocks, entries } = built.plan;
    const own = [...blocks.bytes].filter((_, i) => entries[blocks.entry[i] as number]?.component !== 'aux');
    expect(own).toHaveLength(4053);
    expect(own.reduce((sum, bytes) => sum + bytes, 0)).toBe(72_045_312);
  });

  it('items halve as they double in size, and the bytes stay', () => {
    const sizes = itemSizes(2 ** 12, 2 ** 24).itemBytes ?? [];
    expect(sizes).toHaveLength(13);
    const sweep = plan('items', {}, ['merged']);
    for (const [i, itemBytes] of sizes.entries()) {
      const [request] = handOffOf(sweep, i).requests;
      expect((request?.tokens ?? 0) * itemBytes).toBe(2 ** 26);
    }
  });

  it('names what it does not have, and the nearest it has', () => {
    expect(() => suiteNamed('quik')).toThrow('Did you mean quick?');
    expect(() => suiteNamed('everything-at-once')).toThrow('There are quick, flash-16k');
  });
});

describe('useful bytes', () => {
  it('leave out the padding of a C128 page (1,168 of 1,728 B) and what lies before the window', () => {
    const handOff = handOffOf(plan('quick'));
    const own = (family: string) => {
      const lanes = handOff.decode.ranks.flatMap(({ pools }) =>
        pools.map((pool) => ({ ...pool, lanes: () => pool.lanes().filter((lane) => lane.family === family) })),
      );
      return usefulBytes({ ...handOff, decode: { ...handOff.decode, ranks: handOff.decode.ranks.map((rank) => ({ ...rank, pools: lanes })) } });
    };
    // Two C128 layers of 64 pages, two rows of 584 B in each; six layers with a window of 128 tokens.
    expect(own('c128_kv')).toBe(2 * 64 * 1168);
    expect(own('swa')).toBe(6 * 128 * 584);
    // Rings of eight rows, of two layers: rows are counted once, though 128 positions pass through them.
    expect(own('c4_state')).toBe(2 * 8 * 8192);
  });

  /** Of KV and state: metadata rows are not swept. */
  const byLayout = (name: string, values = {}) =>
    LAYOUTS.map((layout) => {
      const { decode, requests, ...handOff } = handOffOf(plan(name, { layout: [layout], ...values }, ['merged']));
      const ranks = decode.ranks.map((rank) => ({ ...rank, pools: rank.pools.filter(({ owner }) => owner !== 'metadata') }));
      return usefulBytes({ ...handOff, requests, decode: { ...decode, ranks } });
    });

  it('are what decode needs, whatever the layout: the worked example by hand', () => {
    // Rows of 584 B: 4,096 of C4 and 128 of C128 a layer, 128 tokens of window; keys of 132 B; rings of 8 rows of C4 state. No C128 group is incomplete.
    const [c4, c128, swa] = [21 * 4096 * 584, 20 * 128 * 584, 43 * 128 * 584];
    const [indexer, state] = [21 * 4096 * 132, 21 * 8 * (2048 + 512) * 4];
    const bytes = c4 + c128 + swa + indexer + state;
    expect(bytes).toBe(68_017_152);
    expect(byLayout('flash-16k', { fragmentation: [1] })).toEqual([bytes, bytes, bytes]);
  });

  it.each([
    ['an incomplete C128 group', 'quick', { length: [1030] }],
    ['ring rows', 'quick', { mode: ['unified'], length: [1030] }],
    ['a draft model', 'ring-vs-paged', { mode: ['paged'], draftTokens: [4], draft: ['yes'], length: [1030] }],
    ['several requests', 'quick', { batch: [3], length: [300] }],
  ])('of %s are the same in every layout', (_, name, values) => {
    const [bytes, ...others] = byLayout(name, { fragmentation: [1], ...values });
    expect(bytes).toBeGreaterThan(0);
    expect(others).toEqual([bytes, bytes]);
  });

  it('of rows that a layout leaves out are none', () => {
    const handOff = handOffOf(plan('quick', { layout: ['page-first'], length: [300] }, ['merged']));
    const pools = handOff.decode.ranks.flatMap((rank) => rank.pools);
    const beyond = { slot: 1, pageTokens: 256, fullPages: [1e6, 1e6], swaPages: [1e6, 1e6], metadataRow: 0 };
    const lanes = pools.flatMap((pool) => pool.layerLanes?.() ?? []);
    expect(lanes.length).toBeGreaterThan(10);
    for (const lane of lanes.filter(({ family }) => family !== 'c128_state')) expect(lane.rowAt(beyond, 299)).toBeNull();
  });
});

describe('shards', () => {
  it('are a partition of the sweep', () => {
    const { points } = plan('quick');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 * points.length }), (of) => {
        const shards = Array.from({ length: of }, (_, i) => pointsOfShard({ points }, { shard: i + 1, of }));
        expect(shards.flat().toSorted((a, b) => a.index - b.index)).toEqual(points);
        expect(shards.map((own) => own.length)).toEqual(shards.map((_, i) => shardPoints(points.length, { shard: i + 1, of })));
      }),
      { seed: SEED },
    );
  });

  it('are written as i/n', () => {
    expect(parseShard('2/4', '--shard')).toEqual({ shard: 2, of: 4 });
    expect(formatShard({ shard: 2, of: 4 })).toBe('2/4');
    for (const text of ['0/4', '5/4', '4', 'a/b', '1/0', '-1/2', '1.5/2']) expect(() => parseShard(text, '--shard'), text).toThrow(SimError);
  });
});

describe('what could never run', () => {
  const refusal = (run: () => unknown): string => {
    try {
      run();
    } catch (error) {
      if (error instanceof SimError && error.code === 'bad-input') return error.message;
      throw error;
    }
    return 'not refused';
  };

  it.each([
    [
      'an axis value that the engine refuses',
      () => plan('page-size', { pageSize: [64, 256] }),
      /the axis pageSize at 64 cannot be swept: in mode paged a page has at least 128 tokens, .*\(the engine: ZeroDivisionError: .*Leave 64 out of pageSize/s,
    ],
    [
      'the only value of an axis',
      () => plan('quick', { pageSize: [64] }),
      /the axis pageSize at 64, with mode paged, cannot be swept: .*Leave 64 out of pageSize/,
    ],
    [
      'a page size beside a mode of the user’s own',
      () => plan('quick', { pageSize: [100], mode: ['paged'] }),
      /^the axis pageSize at 100, with mode paged, cannot/,
    ],
    ['a page of no row, unified', () => plan('quick', { pageSize: [3], mode: ['unified'] }), /in mode unified a page has at least 4 tokens/],
    ['rows that the engine does not lay out, whatever the page', () => plan('quick', { pageSize: [64], kvRows: ['bf16'] }), /cannot be swept: AssertionError/],
    [
      'requests whose pools no device holds, before a million of them are resolved',
      () => plan('quick', { batch: [2 ** 20] }),
      /^the axis batch at 1048576 cannot be swept: both nodes take [\d.]+ TiB, and no device holds more than 1\.00 TiB.*Leave 1048576 out of batch/,
    ],
    [
      'such requests, long ones too',
      () => plan('quick', { batch: [2 ** 20], length: [2 ** 30], mode: ['paged'] }),
      /^the axis length at 1073741824, with batch 1048576, cannot be swept: both nodes take/,
    ],
    ['one such request', () => plan('quick', { length: [300, 2 ** 30] }), /^the axis length at 1073741824 cannot be swept: both nodes take/],
    ['such items', () => plan('items', { itemBytes: [2 ** 30], batch: [1024] }), /^the axis batch at 1024, with itemBytes 1073741824, cannot be swept: both/],
    ['a batch of no request', () => parseAxisValues('batch', '1,0', '--batch 1,0'), /--batch 1,0: the axis batch does not take this value \(found 0\)/],
    ['an axis of items for an engine', () => plan('quick', { itemBytes: [4096] }), /the suite quick has no axis itemBytes/],
    ['an axis of an engine for items', () => plan('items', { length: [4096] }), /the suite items has no axis length/],
    [
      'a strategy that wants equal pages',
      () => plan('quick', { fragmentation: [1] }, ['whole-pool']),
      /the axis strategy at whole-pool cannot be swept.*fragmentation 0/,
    ],
    ['two values of an axis', () => plan('page-size', { pageSize: [32, 64, 256] }), /the axis pageSize at 32 cannot be swept/],
    [
      'a fragmentation above 1',
      () => parseAxisValues('fragmentation', '0,2', '--fragmentation 0,2'),
      /--fragmentation 0,2: the axis fragmentation does not take this value \(found 2\)/,
    ],
    ['an unknown pattern', () => parseAxisValues('grid', 'ring', '--pattern ring'), /the axis grid does not take this value/],
    ['no item size at all', () => itemSizes(8192, 4096), /the axis itemBytes has no values/],
    ['an item size of no whole words', () => itemSizes(4098, 8192), /--min-item: the axis itemBytes does not take this value/],
  ])('is refused with its axis: %s', (_what, run, words) => expect(refusal(run)).toMatch(words));

  it('no page size from the least on', () => {
    expect(plan('quick', { pageSize: [128, 129], mode: ['paged'] }, ['merged']).points).toHaveLength(4);
    expect(plan('quick', { pageSize: [4, 100], mode: ['unified'] }, ['merged']).points).toHaveLength(4);
  });

  it('tells a scenario that is no plain transfer', () => {
    const own = (extra: object) =>
      resolveScenario({ model: 'dsv4-mini', requests: { lengths: [300] }, ...extra }, { name: 'own', locate: () => ({}), config: null });
    expect(refusal(() => planScenario(own({ faults: [{ kind: 'bit-flip' }] }), ['merged']))).toMatch(/a scenario with faults cannot be swept/);
    expect(refusal(() => planScenario(own({ judgedBy: 'plan' }), ['merged']))).toMatch(/a scenario with judgedBy cannot be swept/);
    expect(refusal(() => planScenario(own({ decode: { pageSize: 128 } }), ['merged']))).toMatch(/the axis scenario: a node of own refuses to start/);
    expect(planScenario(own({}), ['merged', 'auto']).points.map(({ id }) => id)).toEqual(['scenario=own,strategy=merged', 'scenario=own,strategy=auto']);
  });
});

describe('grids', () => {
  const grids = (...grid: string[]) => plan('quick', { grid, mode: ['paged'], fragmentation: [1], length: [300] }, ['merged']);

  it.each(['1x5', '5x1', '2x4', '6x3', 'one-to-many', 'many-to-one', 'all-to-all'])('%s is swept', (grid) => expect(grids(grid).points).toHaveLength(1));

  it.each(['3x2', '2x3', '4x6'])('%s, of which neither divides the other, is refused before anything runs, with its axis', (grid) => {
    expect(() => grids('2x2', grid)).toThrow(`the axis grid at ${grid} cannot be swept: attention TP`);
    expect(() => grids('2x2', grid)).toThrow(`neither divides the other (refused places 1, of all 2). Leave ${grid} out of grid.`);
  });
});

describe('the hash of a sweep', () => {
  it('is the same for the same work, and changes with seed, values and strategies', () => {
    const hashes = [
      plan('quick'),
      plan('quick', { fragmentation: [1] }),
      plan('quick', {}, ['merged']),
      planSuite({ suite: suiteNamed('quick'), values: {}, strategies: null, seed: 2 }),
    ];
    expect(new Set(hashes.map(({ scenarioHash }) => scenarioHash)).size).toBe(4);
    expect(plan('quick').scenarioHash).toBe(hashes[0]?.scenarioHash);
  });
});
