/**
 * Pages of any size, anywhere in the pools. Pairs of one geometry pass wherever their requests lie, the very last pages included; pairs whose pages or windows differ, run past the checks,
 * never pass while a byte is wrong. What is right is told here by plain arithmetic on token locations, apart from lanes and plans.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WitnessDevice } from '../../bench/witnessDevice.ts';
import { narrowStamp } from '../../src/core/stampCode.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../../src/scenario/runScenario.ts';
import type { EngineInput, ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import type { Node } from '../../src/session/node.ts';
import { numberNodes } from '../../src/session/nodeMemory.ts';

const SEED = { seed: 20260920, numRuns: 24 };
const device = new WitnessDevice(2 ** 30);

function run(scenario: ScenarioInput, ignoreRefusals = false): Promise<RunResult> {
  return runScenario(resolveScenario(scenario, { name: 'pages', locate: () => ({}), config: null }), { device, timing: false, ignoreRefusals });
}

/** The last `count` of pages 1..of, from the highest down. */
function lastPages(count: number, of: number): number[] {
  return Array.from({ length: count }, (_, i) => of - i);
}

/** SWA pages that a request takes: from the window's start on. */
function tailPages(length: number, window: number, pageSize: number): number {
  return Math.ceil(length / pageSize) - Math.floor(Math.max(0, length - window) / pageSize);
}

const MODEL = { preset: 'dsv4-mini', hiddenLayers: 3, compressRatios: [0, 4, 128] };

describe('pairs of one geometry', () => {
  const settings = fc.record({
    mode: fc.constantFrom('paged' as const, 'unified' as const),
    revision: fc.constantFrom('2026-08' as const, '2026-09' as const),
    pageSize: fc.constantFrom(128, 256, 384, 512),
    // The server derives a C4 state ring for every window that fits the SWA pool: with windows longer than a page, high pages have none, and the checks say so.
    windowShare: fc.double({ min: 0.1, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 900 }),
    draftLayers: fc.constantFrom(null, 0, 1),
    sparePages: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.nat(2)),
  });

  it('pass with a request on the very last pages and slots', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async ({ mode, revision, pageSize, windowShare, length, draftLayers, sparePages }) => {
        const window = Math.max(1, Math.floor(pageSize * windowShare));
        const pages = Math.ceil(length / pageSize);
        const tail = tailPages(length, window, pageSize);
        const speculation = draftLayers === null ? null : { draftTokens: 3, draftLayers };
        const sized = (spareFull: number, spareSwa: number) => {
          const full = pages + 1 + spareFull;
          return { full, swa: Math.min(full, tail + spareSwa) };
        };
        const sizes = { prefill: sized(sparePages[0], sparePages[1]), decode: sized(sparePages[2], sparePages[3]) };
        const node = ({ full, swa }: { full: number; swa: number }): EngineInput => ({
          ...{ mode, revision, pageSize, window, speculation, slots: 2, preallocSlots: 0, stateDtype: 'bfloat16' as const },
          poolTokens: full * pageSize,
          swaRatio: Math.min(1, (swa + 0.001) / full),
        });
        const place = ({ full, swa }: { full: number; swa: number }) => ({ slot: 2, fullPages: lastPages(pages, full), swaPages: lastPages(tail, swa) });
        const scenario: ScenarioInput = {
          model: MODEL,
          prefill: node(sizes.prefill),
          decode: node(sizes.decode),
          requests: [{ length, prefill: place(sizes.prefill), decode: place(sizes.decode) }],
          strategy: 'merged',
        };
        expect((await run(scenario)).verdict.status).toBe('PASS');
      }),
      SEED,
    );
  }, 120_000);
});

/** Pages of target and draft on one node, and its window. */
interface Cut {
  readonly pageSize: number;
  readonly window: number;
  readonly swaPageSize: number;
  readonly draftPageSize: number;
}

/** A token's place in a window pool: tensor and byte. */
interface WindowRow {
  readonly tensor: string;
  readonly byte: number;
  readonly bytes: number;
}

/** Rows of the last window in every SWA layer: location = SWA page * page + offset; byte = page row of the pool's own pages. */
function windowRows(node: Node, cut: Cut, swaPages: readonly number[], position: number): WindowRow[] {
  const page = swaPages[Math.floor(position / cut.pageSize)] ?? 0;
  if (page === 0) return [];
  const location = page * cut.pageSize + (position % cut.pageSize);
  return (node.ranks[0]?.space.tensors ?? []).flatMap(({ tensor }) => {
    if (tensor.role !== 'swa') return [];
    const size = tensor.owner === 'draft' ? cut.draftPageSize : cut.swaPageSize;
    const pageBytes = tensor.shape[1] ?? 0;
    return [{ tensor: tensor.name, byte: Math.floor(location / size) * pageBytes + (location % size) * 584, bytes: 584 }];
  });
}

/** Whether every row that decode reads of the window holds what prefill's kernels wrote for that token. */
async function windowIsRight(
  { nodes }: RunResult,
  cuts: { prefill: Cut; decode: Cut },
  places: { prefill: number[]; decode: number[] },
  from: number,
  to: number,
) {
  const { ready } = nodes;
  if (ready === null) throw new Error('the nodes did not start');
  const numbering = numberNodes(ready.prefill, ready.decode);
  const words = await device.decodeWords();
  const [source, target] = [ready.prefill.ranks[0], ready.decode.ranks[0]];
  if (source === undefined || target === undefined) throw new Error('a node has no ranks');
  const offsetOf = (rank: typeof source, name: string) => rank.space.tensors.find(({ tensor }) => tensor.name === name)?.offset ?? Number.NaN;
  for (let position = from; position < to; position++) {
    const written = new Map(windowRows(ready.prefill, cuts.prefill, places.prefill, position).map((row) => [row.tensor, row]));
    for (const row of windowRows(ready.decode, cuts.decode, places.decode, position)) {
      const twin = written.get(row.tensor);
      if (twin === undefined) return false;
      const first = numbering.firstNumber('prefill', 0) + (offsetOf(source, twin.tensor) + twin.byte) / 4;
      const at = (offsetOf(target, row.tensor) + row.byte) / 4;
      for (let word = 0; word < row.bytes / 4; word++) if (words[at + word] !== narrowStamp(first + word)) return false;
    }
  }
  return true;
}

describe('pairs of unlike pages and windows', () => {
  const side = fc.record({
    pageSize: fc.constantFrom(128, 256, 512),
    swaShare: fc.constantFrom(1, 2, 4),
    draftShare: fc.constantFrom(null, 0.5, 1, 2),
    window: fc.constantFrom(64, 128, 200),
  });
  // Two nodes of one wrong cut agree with each other: nothing between them shows it.
  const pair = fc.record({
    prefill: side,
    decode: fc.option(side),
    length: fc.integer({ min: 1, max: 700 }),
    fragmentation: fc.constantFrom(0, 1),
    seed: fc.nat(1000),
  });

  it('never pass while a row of the window is wrong', async () => {
    let wrong = 0;
    await fc.assert(
      fc.asyncProperty(pair, async ({ prefill, decode, length, fragmentation, seed }) => {
        const cutOf = ({ pageSize, swaShare, draftShare, window }: typeof prefill): Cut => {
          const swaPageSize = pageSize / swaShare;
          return { pageSize, window, swaPageSize, draftPageSize: draftShare === null ? swaPageSize : pageSize / draftShare };
        };
        const cuts = { prefill: cutOf(prefill), decode: cutOf(decode ?? prefill) };
        const pages = (cut: Cut) => Math.ceil(length / cut.pageSize);
        // Chosen here, so that this test knows them: the last ones first where fragmented.
        const swaPages = (cut: Cut) => {
          const tail = tailPages(length, cut.window, cut.pageSize);
          const chosen = Array.from({ length: tail }, (_, i) => (fragmentation === 1 ? tail - i : i + 1));
          return [...new Array<number>(pages(cut) - tail).fill(0), ...chosen];
        };
        const node = (cut: Cut): EngineInput => ({
          pageSize: cut.pageSize,
          window: cut.window,
          swaPageSize: cut.swaPageSize,
          draft: { pageSize: cut.draftPageSize, swaPageSize: cut.draftPageSize },
          ...{ slots: 1, preallocSlots: 0, stateDtype: 'bfloat16' as const, speculation: { draftTokens: 2, draftLayers: 1 } },
          poolTokens: 1024,
          swaRatio: 1,
        });
        const places = { prefill: swaPages(cuts.prefill), decode: swaPages(cuts.decode) };
        const scenario: ScenarioInput = {
          model: MODEL,
          prefill: node(cuts.prefill),
          decode: node(cuts.decode),
          requests: [{ length, prefill: { swaPages: places.prefill }, decode: { swaPages: places.decode } }],
          strategy: 'per-item',
          seed,
        };
        const result = await run(scenario, true);
        const isRight = await windowIsRight(result, cuts, places, Math.max(0, length - cuts.decode.window), length);
        if (isRight) return;
        wrong += 1;
        expect(result.verdict.status).not.toMatch(/^PASS/);
      }),
      SEED,
    );
    expect(wrong).toBeGreaterThan(8);
  }, 120_000);
});
