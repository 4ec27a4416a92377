/**
 * @file What goal `sweep-scale` runs, as a process of its own so that its memory can be watched: `scaleWork.ts pages 1000000`, `scaleWork.ts requests 200000`. Prints seconds of
 * processor time by part as JSON: the wall's would tell of the machine's other work.
 */

import { planArenas } from '../src/memory/arenaPlan.ts';
import { resolveScenario } from '../src/scenario/resolveScenario.ts';
import type { ScenarioInput } from '../src/scenario/scenarioSchema.ts';
import { prepareHandOff } from '../src/session/handOff.ts';
import { numberNodes } from '../src/session/nodeMemory.ts';
import { startNodes } from '../src/session/startNodes.ts';
import { mergeRows } from '../src/strategies/merge.ts';

/** Pools that just hold the work, scattered. */
const SCATTERED = { fragmentation: 1 } as const;
/** Arenas of the usual software adapters. */
const ARENA_BYTES = 2 ** 30;

/** One request of so many pages in one tensor: a block a page. */
function pagesScenario(pages: number): ScenarioInput {
  const node = { pageSize: 1, slots: 1, ...SCATTERED };
  return { model: { plain: { layers: 1, rows: pages + 1, itemBytes: 256 } }, prefill: node, decode: node, requests: { lengths: [pages] } };
}

/** So many requests of half a page or less, each with a page and an SWA page of its own, on the six-layer model. */
function requestsScenario(count: number): ScenarioInput {
  const node = { poolTokens: count * 256, swaRatio: 1, slots: count, preallocSlots: 0, ...SCATTERED };
  return { model: 'dsv4-mini', prefill: node, decode: node, requests: { lengths: [100, 127, 60], count } };
}

/** Resolved, started, laid out in addresses and arenas, placed, planned, grouped. */
function work(input: ScenarioInput) {
  const seconds: Record<string, number> = {};
  const timed = <T>(part: string, of: () => T): T => {
    const start = process.cpuUsage();
    const result = of();
    const { user, system } = process.cpuUsage(start);
    seconds[part] = (user + system) / 1e6;
    return result;
  };
  const scenario = timed('resolve', () => resolveScenario(input, { name: 'scale', locate: () => ({}), config: null }));
  const { ready } = timed('start', () => startNodes(scenario));
  if (ready === null) throw new Error('a node refuses to start');
  timed('lay out', () => {
    numberNodes(ready.prefill, ready.decode);
    for (const { space } of [...ready.prefill.ranks, ...ready.decode.ranks])
      planArenas(space, Math.max(ARENA_BYTES, ...space.tensors.map(({ tensor }) => 2 * tensor.bytes)));
  });
  const { built } = timed('plan', () => prepareHandOff(ready.prefill, ready.decode, scenario));
  const { blocks } = built.plan;
  const { count, srcOffset, dstOffset, bytes } = blocks;
  const runs = timed('group', () => mergeRows({ count, srcOffset, dstOffset, bytes }).count);
  return { seconds, blocks: count, runs, bytes: bytes.subarray(0, count).reduce((sum, blockBytes) => sum + blockBytes, 0) };
}

const [kind, size] = process.argv.slice(2);
const count = Number(size);
if ((kind !== 'pages' && kind !== 'requests') || !(count > 0)) throw new Error('expected pages or requests, and how many');
console.log(JSON.stringify(work(kind === 'pages' ? pagesScenario(count) : requestsScenario(count))));
