/** Diagnoses of planted faults on the CPU device: the cause that was planted is the one that is named, sentences say what happened, counts are exact. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import type { AnyFault, FaultName } from '../../../src/faults/catalogue.ts';
import { FAULT_CLASSES } from '../../../src/faults/faultClasses.ts';
import { resolveScenario } from '../../../src/scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import { CAUSE_CLASS_IDS, CAUSE_CLASSES } from '../../../src/verify/diagnosis/causes.ts';
import type { Diagnosis } from '../../../src/verify/diagnosis/diagnosis.ts';

const engine = { poolTokens: 3072, slots: 3, preallocSlots: 0, swaRatio: 0.5, fragmentation: 1, speculation: { draftTokens: 4 } } as const;
const paged: ScenarioInput = {
  model: 'dsv4-mini',
  prefill: engine,
  decode: { ...engine, poolTokens: 4096 },
  requests: [{ length: 300 }, { length: 1030 }, { length: 645 }],
  strategy: 'per-item',
};
const unified: ScenarioInput = {
  ...paged,
  prefill: { ...engine, mode: 'unified' },
  decode: { ...engine, poolTokens: 4096, mode: 'unified', speculation: { draftTokens: 8 } },
};
/** Pages ascend: five SWA pages are held, page 8 is free. */
const inOrder: ScenarioInput = { ...paged, decode: { ...paged.decode, fragmentation: 0 } };
const device = new CpuDevice(2 ** 30);

async function run(input: ScenarioInput, faults: readonly AnyFault[], seed = 1): Promise<RunResult & { diagnosis: Diagnosis }> {
  const scenario = resolveScenario({ ...input, seed, faults: [...faults] }, { name: 'diagnosis', locate: () => ({}), config: null });
  const result = await runScenario(scenario, { device, timing: false });
  if (result.diagnosis === null) throw new Error('nothing was diagnosed');
  return { ...result, diagnosis: result.diagnosis };
}

describe('classes', () => {
  it('have marks of their own', () => {
    const marks = CAUSE_CLASS_IDS.map((id) => CAUSE_CLASSES[id].mark);
    expect(new Set(marks).size).toBe(marks.length);
  });

  it('hold every class of planted faults', () => {
    expect(Object.keys(FAULT_CLASSES).filter((id) => !(id in CAUSE_CLASSES))).toEqual([]);
  });
});

describe('the cause that was planted is named first', () => {
  const both: readonly FaultName[] = [
    'component-dropped',
    'component-not-registered',
    'draft-omitted',
    'item-length-off',
    'dtype-width',
    'index-list-cut',
    'null-page-used',
    'aux-row-of-another',
    'layers-mispaired',
    'partial-page',
    'copy-failed',
    'page-reused-after-abort',
    'late-write',
    'slot-not-reset',
    'bit-flip',
  ];
  const cases: [string, ScenarioInput, AnyFault, string][] = [
    ...both.flatMap((kind): [string, ScenarioInput, AnyFault, string][] => [
      [`${kind}, paged`, paged, { kind } as AnyFault, ''],
      [`${kind}, unified`, unified, { kind } as AnyFault, ''],
    ]),
    ['base-pointer, unified', unified, { kind: 'base-pointer' }, ''],
    ['prompt-length-off, unified', unified, { kind: 'prompt-length-off' }, ''],
    ['ring-size-of-peer, unified', unified, { kind: 'ring-size-of-peer' }, ''],
    ['offset-wrap at 20 bits, paged', paged, { kind: 'offset-wrap', bits: 20 }, ''],
    ['offset-wrap at 20 bits, unsigned, decode only', unified, { kind: 'offset-wrap', bits: 20, signed: false, side: 'decode' }, ''],
    ['a stale page of nobody', inOrder, { kind: 'stale-mapping', request: 0, side: 'decode', page: 8 }, ''],
    ['an item cut in a ring of rows', unified, { kind: 'torn-write', request: 1, component: 'kv', share: 0.3 }, ''],
  ];
  it.each(cases)('%s', async (_, input, fault) => {
    for (const seed of [1, 2]) {
      const { diagnosis, verdict } = await run(input, [fault], seed);
      const planted = verdict.findings.find(({ id }) => id === 'fault-planted');
      expect(planted?.consequence).toBe(`Class of its damage: ${diagnosis.stories[0]?.class}.`);
    }
  });
});

describe('sentences', () => {
  it('say that layers are shifted by an entry', async () => {
    const { diagnosis } = await run(paged, [{ kind: 'layers-mispaired', component: 0 }]);
    expect(diagnosis.stories[0]?.sentence).toMatch(
      /^decode, target\/swa layers 1-5, pages [\d, -]+ \(request 0, positions 0-299; request 1, positions 768-1029; 1 more request\) hold prefill's target\/swa layers 0-4, pages? [\d, -]+ of request 0, pages? [\d, -]+ of request 1 and pages? [\d, -]+ of 1 more request: shifted by one entry; 3,744,000 B$/,
    );
  });

  it('say which rows of a ring hold the rows of other positions', async () => {
    const { diagnosis } = await run(unified, [{ kind: 'prompt-length-off', request: 0 }]);
    const story = diagnosis.stories.find(({ relation }) => relation.by === 1);
    // Slots, and so rows, are the allocators' affair; positions are those of the last 128 tokens.
    expect(story?.sentence).toMatch(
      /^decode, target\/swa_ring layers 0-5, ring rows [\d-]+, [\d-]+ \(request 0, positions 172-299\) hold prefill's target\/swa_ring layers 0-5, /,
    );
    expect(story?.sentence).toContain('of request 0: shifted by one item; 786,432 B');
  });

  it('say what had not arrived, and how much of it that is', async () => {
    const { diagnosis } = await run(paged, [{ kind: 'component-dropped', component: 'draft' }]);
    expect(diagnosis.stories.map(({ sentence }) => sentence.replace(/pages [\d, -]+ \(/, 'pages … ('))).toEqual([
      'decode, draft/swa layer 0, pages … (request 0, positions 0-299; request 1, positions 768-1029; 1 more request): nothing of this component had arrived; 748,800 B',
    ]);
  });

  it('say of what lands late that it had not arrived when decode read, not that it never does', async () => {
    const { diagnosis, verdict } = await run(paged, [{ kind: 'late-write', request: 0, component: 'kv' }]);
    expect(diagnosis.stories.map(({ class: cause }) => CAUSE_CLASSES[cause].title)).toContain('something had not arrived when decode read');
    expect(diagnosis.stories[0]?.sentence).toContain('nothing of the component had arrived for this request');
    const told = verdict.findings.filter(({ id }) => id === 'fault-planted' || id === 'committed-early').map(({ message }) => message.split(':')[1]);
    expect(told[0]).toBe(' the KV pages of request 0 land after decode has read the request');
    expect(verdict.findings.map(({ message, consequence }) => `${message} ${consequence}`).join()).not.toMatch(/never (arrive|land|come)/);
  });

  it('say of every row that was read whose it is, also where one span was read across several', async () => {
    // Items of two pages each: page 1 is read from 2 on, page 2 from 4 on. Page 2 is request 0's, page 3 is request 1's, and beyond nobody has any.
    const input: ScenarioInput = {
      model: { plain: { layers: 1, rows: 64, itemBytes: 4096 } },
      requests: [
        { length: 2, prefill: { fullPages: [1, 2] }, decode: { fullPages: [3, 4] } },
        { length: 1, prefill: { fullPages: [3] }, decode: { fullPages: [20] } },
      ],
      prefill: { slots: 2 },
      decode: { slots: 2 },
    };
    const { diagnosis } = await run(input, [{ kind: 'dtype-width', component: 'kv', factor: 2 }]);
    expect(diagnosis.stories).toHaveLength(1);
    expect(diagnosis.stories[0]?.origin?.owners).toEqual([
      { request: 0, rows: [[2, 3]] },
      { request: 1, rows: [[3, 4]] },
      { request: null, rows: [[4, 8]] },
    ]);
    expect(diagnosis.stories[0]?.sentence).toContain(
      "hold prefill's target/plain layer 0, page 2 of request 0, page 3 of request 1 and pages 4-7 of nobody: item lengths differ by 4,096 B",
    );
  });

  it('name the bit', async () => {
    const { diagnosis } = await run(paged, [{ kind: 'bit-flip' }]);
    expect(diagnosis.stories).toHaveLength(1);
    expect(diagnosis.stories[0]?.sentence).toMatch(/: one bit is turned over; 4 B$/);
  });
});

describe('counts', () => {
  it('of stories add up to those of the verdict, also where only a sample was seen', async () => {
    for (const fault of [{ kind: 'layers-mispaired', component: 0 }, { kind: 'slot-not-reset' }, { kind: 'ring-size-of-peer' }] as const) {
      const { diagnosis, verdict } = await run(unified, [fault]);
      const sum = (key: 'wrongBytes' | 'missingBytes' | 'touchedBytes') => diagnosis.stories.reduce((total, story) => total + story[key], 0);
      const { wrong = 0, missing = 0, touched = 0 } = verdict.words ?? {};
      // A share of a sum is rounded to whole words, story by story.
      const slack = diagnosis.scope.isComplete ? 0 : 8 * diagnosis.stories.length;
      expect(Math.abs(sum('wrongBytes') - 4 * wrong)).toBeLessThanOrEqual(slack);
      expect(Math.abs(sum('missingBytes') - 4 * missing)).toBeLessThanOrEqual(slack);
      expect(Math.abs(sum('touchedBytes') - 4 * touched)).toBeLessThanOrEqual(slack);
    }
  });

  it('of layers add up to all of decode', async () => {
    const { diagnosis, verdict } = await run(paged, [{ kind: 'null-page-used', side: 'decode' }]);
    expect(diagnosis.layers.reduce((sum, { total }) => sum + total, 0)).toBe(verdict.words?.total);
    expect(diagnosis.requests.reduce((sum, { wrong }) => sum + wrong, 0)).toBe(verdict.words?.wrong);
    expect(diagnosis.requests.reduce((sum, { missing }) => sum + missing, 0)).toBe(verdict.words?.missing);
  });

  it('name the victims of a write to the null page', async () => {
    const { diagnosis } = await run(paged, [{ kind: 'null-page-used', side: 'decode', list: 'swa', request: 0, position: 0 }]);
    expect(diagnosis.victims.map(({ kind, component, rows }) => ({ kind, component, rows }))).toEqual([
      { kind: 'null-item', component: 'target/swa', rows: [[0, 1]] },
      { kind: 'null-item', component: 'target/c4_state', rows: [[0, 16]] },
      { kind: 'null-item', component: 'draft/swa', rows: [[0, 1]] },
      { kind: 'null-item', component: 'target/c4_indexer_state', rows: [[0, 16]] },
    ]);
  });

  it('tell victims apart that one span goes across', async () => {
    // Item 1 of two pages each lands on pages 2 and 3, of which page 3 is a cached prefix of request 1; item 0 would be the null page.
    const input: ScenarioInput = {
      model: { plain: { layers: 1, rows: 64, itemBytes: 4096 } },
      requests: [
        { length: 1, prefill: { fullPages: [9] }, decode: { fullPages: [1] } },
        { length: 2, decodePrefixLen: 1, prefill: { fullPages: [4, 5] }, decode: { fullPages: [3, 20] } },
      ],
      prefill: { slots: 2 },
      decode: { slots: 2 },
    };
    const { diagnosis } = await run(input, [{ kind: 'dtype-width', component: 'kv', factor: 2 }]);
    expect(diagnosis.victims.map(({ kind, request, rows }) => ({ kind, request, rows }))).toEqual([
      {
        kind: 'free',
        request: null,
        rows: [
          [2, 3],
          [40, 42],
        ],
      },
      { kind: 'request', request: 1, rows: [[3, 4]] },
    ]);
  });

  it('are silent where nothing is wrong', async () => {
    const { diagnosis, verdict, map } = await run(paged, []);
    expect(diagnosis.stories).toEqual([]);
    expect(diagnosis.victims).toEqual([]);
    expect(diagnosis.scope).toEqual({ badSegments: 0, seenSegments: 0, isComplete: true });
    expect(verdict.findings).toEqual([]);
    const states = new Set(map?.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells)));
    expect([...states].sort()).toEqual(['right', 'untouched']);
  });
});

describe('width of stamps', () => {
  it('changes no cause', async () => {
    const scenario = resolveScenario({ ...paged, faults: [{ kind: 'layers-mispaired', component: 0 }] }, { name: 'wide', locate: () => ({}), config: null });
    const wide = await runScenario(scenario, { device, timing: false, forceWidth: 'wide' });
    const narrow = await runScenario(scenario, { device, timing: false });
    expect(wide.diagnosis?.stories.map(({ sentence }) => sentence)).toEqual(narrow.diagnosis?.stories.map(({ sentence }) => sentence));
  });
});

describe('the map', () => {
  it('has a line for each layer, and gives every damaged cell its story', async () => {
    const { diagnosis, map } = await run(paged, [{ kind: 'layers-mispaired', component: 0 }]);
    const swa = map?.find(({ component }) => component === 'target/swa');
    expect(swa?.lines.map(({ layer }) => layer)).toEqual([0, 1, 2, 3, 4, 5]);
    for (const { cells, stories } of swa?.lines ?? []) {
      cells.forEach((state, cell) => {
        const story = diagnosis.stories[stories[cell] ?? -1];
        expect(story?.class ?? 'none').toBe(state === 'right' || state === 'untouched' ? 'none' : state);
      });
      expect(cells.filter((state) => state === 'layer-pairing')).toHaveLength(5);
    }
  });
});
