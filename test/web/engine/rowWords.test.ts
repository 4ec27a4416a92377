/** Rows word by word: together they are what accounting counts, and each wrong word is led to the place that its value belongs to. */
import { afterAll, describe, expect, it } from 'vitest';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { loadScenario } from '../../../src/scenario/node/loadScenario.ts';
import { resolveScenario } from '../../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../../src/scenario/runScenario.ts';
import type { ComponentWords } from '../../../src/verify/verdict.ts';
import { poolsMap } from '../../../src/web/engine/poolsMap.ts';
import { type RowWords, WORD_STATES } from '../../../src/web/engine/rowProtocol.ts';
import { rowStates } from '../../../src/web/engine/rowStates.ts';
import { rowWords } from '../../../src/web/engine/rowWords.ts';
import { stageOf } from '../../../src/web/engine/stage.ts';
import { releaseSteps, stateAfter } from '../../../src/web/engine/stepper.ts';

const device = new CpuDevice(2 ** 30);
afterAll(async () => {
  await releaseSteps();
  await device.close();
});

async function opened(name: string, pastChecks = false) {
  const scenario = await loadScenario(name);
  const stage = stageOf(scenario, pastChecks);
  const [rank] = poolsMap(stage).decode;
  const row = async (component: string, layer: number, number: number): Promise<RowWords> => {
    const area = rank?.components.find((candidate) => candidate.name === component)?.areas.find((candidate) => candidate.layer === layer);
    if (area === undefined) throw new Error(`no ${component}, layer ${layer}`);
    const found = await rowWords(device, scenario, { pastChecks, rank: 0, offset: area.offset + number * area.rowBytes, bytes: area.rowBytes });
    if (found === null) throw new Error('nothing is handed over');
    return found;
  };
  return { scenario, stage, rank, row };
}

function wordsOf(component: ComponentWords | undefined): Partial<ComponentWords> {
  if (component === undefined) throw new Error('the run knows no such component');
  const { right, wrong, missing, touched, untouched } = component;
  return { right, wrong, missing, touched, untouched };
}

function countsOf({ stretches }: RowWords): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state, words } of stretches) counts[state] = (counts[state] ?? 0) + words;
  return counts;
}

describe('rows of decode', () => {
  it.each([
    ['dtype-item-length', false],
    ['c4-ring-8-against-16', false],
    ['guard-ring-geometry', true],
  ] as const)('of %s have, summed up, the words that its run counts', async (name, pastChecks) => {
    const { scenario, stage, rank } = await opened(name, pastChecks);
    const valueFor = (number: number) => stage.staged?.memory.numbering.valueOf(number);
    const run = await runScenario(scenario, { device, timing: false, ignoreRefusals: pastChecks });
    for (const { name: component, areas } of rank?.components ?? []) {
      const sums: Record<string, number> = { right: 0, wrong: 0, missing: 0, touched: 0, untouched: 0 };
      for (const { offset, bytes } of areas) {
        // A whole layer at once: rows are only where it is cut.
        const found = await rowWords(device, scenario, { pastChecks, rank: 0, offset, bytes });
        let next = 0;
        for (const { from, words, state, held, due } of found?.stretches ?? []) {
          expect(from).toBe(next);
          next += words;
          sums[state] = (sums[state] ?? 0) + words;
          if (state === 'right') expect(found?.held[from]).toBe(found?.due[from]);
          if (state === 'wrong' || state === 'touched') expect(found?.held[from]).not.toBe(found?.due[from]);
          if (due !== null) expect(found?.due[from]).toBe(valueFor(due.number));
          if (held !== null) expect(found?.held[from + words - 1]).toBe(valueFor(held.number + words - 1));
        }
        expect(next).toBe(bytes / 4);
      }
      expect([component, sums]).toMatchObject([component, wordsOf(run.verdict.components.find((candidate) => candidate.name === component))]);
    }
  });

  it('say what is there instead, and where it came from', async () => {
    const { row } = await opened('dtype-item-length');
    // Pages 1 and 2 of prefill are one item to its sender; decode’s page 3 should have the first, and has nothing.
    const [missing] = (await row('target/plain', 0, 3)).stretches;
    expect(missing).toMatchObject({ state: 'missing', words: 4096, held: null, due: { side: 'prefill', place: 'prefill, target/plain layer 0, row 1' } });
    const [touched] = (await row('target/plain', 0, 7)).stretches;
    expect(touched).toMatchObject({ state: 'touched', words: 4096, due: null, held: { place: 'prefill, target/plain layer 0, row 3' } });
    expect(touched?.text).toBe('Words of prefill’s target/plain layer 0, of request 1, stand here. Nobody should have written here.');
  });

  it('say of every word whose it is, where a sender read across the items of two requests', async () => {
    // Items of 5 KiB by the sender's count: item 1 begins in the second quarter of its page 1, which is request 0's, and ends in page 2, which is request 1's.
    const scenario = resolveScenario(
      {
        model: { plain: { layers: 1, rows: 64, itemBytes: 4096 } },
        prefill: { slots: 2 },
        decode: { slots: 2 },
        requests: [
          { length: 1, prefill: { fullPages: [1] }, decode: { fullPages: [3] } },
          { length: 1, prefill: { fullPages: [2] }, decode: { fullPages: [40] } },
        ],
        faults: [{ kind: 'item-length-off', component: 'kv', bytes: 1024 }],
      },
      { name: 'across', locate: () => ({}), config: null },
    );
    const area = poolsMap(stageOf(scenario, false)).decode[0]?.components.find(({ name }) => name === 'target/plain')?.areas[0];
    if (area === undefined) throw new Error('decode has no target/plain');
    // It lands 15 KiB from the start: in the last quarter of page 3, and on page 4.
    const found = await rowWords(device, scenario, { pastChecks: false, rank: 0, offset: area.offset + 4 * 4096, bytes: 4096 });
    expect(found?.stretches.map(({ from, words, text, held }) => [from, words, text.split(',')[1], held?.place])).toEqual([
      [0, 512, ' of request 0', 'prefill, target/plain layer 0, row 1'],
      [512, 512, ' of request 1', 'prefill, target/plain layer 0, row 2'],
    ]);
  });

  it('are each told apart, however many there are: of a thousand pages, the three that wait and the six that were written', async () => {
    const { scenario } = await opened('dtype-item-length');
    const [layer, ...others] = (await rowStates(device, scenario, { pastChecks: false, rank: 0, components: ['target/plain'] })) ?? [];
    expect(others).toEqual([]);
    expect(layer?.states.length).toBe(1000);
    const hurt = [...(layer?.states ?? [])].flatMap((state, page) => (WORD_STATES[state] === 'untouched' ? [] : [[page, WORD_STATES[state]]]));
    expect(hurt).toEqual([
      ...[3, 4].map((page) => [page, 'missing']),
      ...[6, 7, 8, 9].map((page) => [page, 'touched']),
      [499, 'missing'],
      ...[998, 999].map((page) => [page, 'touched']),
    ]);
  });

  it('are as bad as the worst of their words', async () => {
    const { scenario, row } = await opened('c4-ring-8-against-16');
    const [layer] = (await rowStates(device, scenario, { pastChecks: false, rank: 0, components: ['target/c4_state'] })) ?? [];
    const states = new Set<string>();
    for (let number = 40; number < 130; number += 3) {
      const { stretches } = await row('target/c4_state', 2, number);
      const worst = WORD_STATES.findLast((state) => stretches.some((stretch) => stretch.state === state)) ?? 'untouched';
      states.add(worst);
      expect([number, WORD_STATES[layer?.states[number] ?? 0]]).toEqual([number, worst]);
    }
    expect(states.size).toBeGreaterThan(1);
  });

  it('of several components come in one answer, as they come one by one', async () => {
    const { scenario } = await opened('c4-ring-8-against-16');
    const of = async (...components: string[]) => (await rowStates(device, scenario, { pastChecks: false, rank: 0, components })) ?? [];
    const both = await of('target/c4_state', 'target/c4_indexer_state');
    const apart = [...(await of('target/c4_state')), ...(await of('target/c4_indexer_state'))];
    const byArea = (areas: typeof both) => areas.toSorted((a, b) => a.area - b.area);
    expect(byArea(both)).toEqual(byArea(apart));
    expect(new Set(both.flatMap(({ states }) => [...states])).size).toBeGreaterThan(2);
  });

  it('are looked at after all steps, whatever was stepped to before', async () => {
    const { scenario, row } = await opened('dtype-item-length');
    await stateAfter(device, scenario, false, 0);
    expect(countsOf(await row('target/plain', 0, 6))).toEqual({ touched: 4096 });
    expect((await stateAfter(device, scenario, false, 0))?.words.touched).toBe(0);
  });

  it('are not to be had where a node refuses, and none is outside memory', async () => {
    const refused = await loadScenario('guard-ring-geometry');
    expect(await rowWords(device, refused, { pastChecks: false, rank: 0, offset: 0, bytes: 4 })).toBeNull();
    const { scenario } = await opened('dtype-item-length');
    await expect(rowWords(device, scenario, { pastChecks: false, rank: 0, offset: 2 ** 40, bytes: 4 })).rejects.toThrow(/no row/);
  });
});
