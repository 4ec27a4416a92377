/**
 * @file Goal `handoff-16k`: one request of 16,384 tokens, every page on its own, carried out by `auto` and by each strategy that it chooses from, in turn with one contiguous copy of as many
 * bytes. Time runs from the first command recorded until the work is done. Metadata rows are left out: the goal is about KV and state. Bounds and detours are not measured here.
 */
import type { AdapterInfo, Device } from '../../src/device/device.ts';
import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import { inspectAdapters } from '../../src/device/node/inspectAdapters.ts';
import { layOut, numberNodes } from '../../src/session/nodeMemory.ts';
import { type LoweredPlan, lowerPlan } from '../../src/strategies/lower.ts';
import { STRATEGIES } from '../../src/strategies/registry.ts';
import type { BenchContext, Goal } from '../goal.ts';
import { alternate, type Contender, type Effort, medianRatio, spread } from '../measure.ts';
import { repeated, type TransferContender, transferContender } from '../transfers.ts';
import { fragmentedHandOff, planWithoutMetadata } from '../workload.ts';
import { startMemcpyMover } from '../yardsticks/blockMovers.ts';
import { yardstickContender } from '../yardsticks/yardstickProcess.ts';

/** What the goal's text counts on: a change of the plan would be a change of the goal. */
const BLOCKS = 4053;
const BYTES = 72_045_312;

/** Share of the contiguous copy's speed that `auto` must reach. */
function mustBe({ software }: AdapterInfo): number {
  return software ? 0.75 : 0.9;
}

/** Both nodes on the device, and the plan in terms of their arenas. */
async function prepare(device: Device): Promise<LoweredPlan> {
  const handOff = fragmentedHandOff(1);
  const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
  const lowered = lowerPlan(planWithoutMetadata(handOff), memory.prefill, memory.decode);
  if (lowered.blocks !== BLOCKS || lowered.bytes !== BYTES)
    throw new Error(`the plan has ${lowered.blocks} blocks, ${lowered.bytes} B, not ${BLOCKS}, ${BYTES} B`);
  return lowered;
}

/** One contiguous copy of as many bytes, between arenas of its own that have been written to before. */
async function contiguousCopy(device: Device): Promise<Contender> {
  const [src, dst] = await device.createArenas([BYTES, BYTES]);
  if (src === undefined || dst === undefined) throw new Error('the device gave no arenas');
  for (const arena of [src, dst]) await device.stamp(arena, 1, 'narrow');
  return repeated(() => device.run((batch) => batch.copy(src, 0, dst, 0, BYTES)));
}

/** `auto`, and every strategy that it chooses from, on one device. */
async function measureOn(device: Device, effort: Effort) {
  const lowered = await prepare(device);
  const ready = new Map<string, TransferContender>();
  for (const strategy of STRATEGIES) {
    if (strategy.kind === 'single' || strategy.kind === 'choice') ready.set(strategy.name, await transferContender(device, lowered, strategy));
  }
  const contenders: Record<string, Contender> = { contiguous: await contiguousCopy(device) };
  for (const [name, { run }] of ready) contenders[name] = run;
  const { contiguous, ...samples } = await alternate(contenders, effort);
  if (contiguous === undefined) throw new Error('the contiguous copy was not measured');
  const strategies = Object.entries(samples).map(([name, sample]) => ({
    name,
    ratio: medianRatio(contiguous, sample),
    ...ready.get(name)?.told,
    seconds: spread(sample),
    processorSeconds: ready.get(name)?.processorSeconds(),
    gbps: BYTES / spread(sample).median / 1e9,
  }));
  const best = strategies.filter(({ name }) => name !== 'auto').toSorted((a, b) => b.ratio - a.ratio)[0];
  const auto = strategies.find(({ name }) => name === 'auto');
  if (best === undefined || auto === undefined) throw new Error('there is no strategy');
  const { adapter } = device;
  const contiguousSeconds = spread(contiguous);
  return {
    adapter,
    ratio: auto.ratio,
    mustBe: mustBe(adapter),
    best: { name: best.name, ratio: best.ratio },
    contiguousSeconds,
    contiguousGbps: BYTES / contiguousSeconds.median / 1e9,
    strategies,
  };
}

/** What holds the figure down where it misses the goal: the cost of a command, measured, against the time that the goal leaves for all of them. */
function boundOf({ contiguousSeconds, strategies, mustBe: goal }: Awaited<ReturnType<typeof measureOn>>) {
  const secondsOf = (wanted: string) => strategies.find(({ name }) => name === wanted)?.seconds.median ?? 0;
  return {
    secondsPerCommand: (secondsOf('per-item') - contiguousSeconds.median) / BLOCKS,
    secondsPerCommandAllowed: (contiguousSeconds.median * (1 / goal - 1)) / BLOCKS,
    kernelOverContiguous: secondsOf('shader') / contiguousSeconds.median,
    stagingOverContiguous: secondsOf('staging') / contiguousSeconds.median,
    tried:
      'a command a block, merged runs, one kernel over a table, gather and copy and scatter, kernel for short blocks and copies for long ones: their figures are under taken.strategies',
    bound:
      'every block lies alone, so nothing merges; a copy command costs more than the goal leaves for it, and on an adapter that computes on the CPU a kernel moves bytes word by word, several times slower than a copy, of which staging needs two',
    wouldNeed: 'one command for many copies (WebGPU has none), or a kernel on this adapter as fast as its copy',
  };
}

/** Measures on the adapter of this choice and gives it back. */
async function measure(choice: string, { long, progress }: BenchContext) {
  const device = await acquireDevice({ choice });
  progress(device.adapter.name);
  try {
    // One run a sample, so that the contiguous copy and the strategies alternate run by run.
    return await measureOn(device, { rounds: long ? 300 : 100, sampleSeconds: 0, budgetSeconds: long ? 180 : 30 });
  } finally {
    await device.close();
  }
}

/**
 * The same blocks without any of us: memcpy in C, a call a block, in turns with one memcpy of as many bytes. Long copies go past the caches and write without reading first what they
 * overwrite, short ones do not: what C does not reach no adapter that computes on this processor will. Null where there is no C compiler.
 */
async function measureMemcpy({ long, progress }: BenchContext) {
  progress('memcpy');
  const handOff = fragmentedHandOff(1);
  const [prefill, decode] = [handOff.prefill.ranks[0], handOff.decode.ranks[0]];
  if (prefill === undefined || decode === undefined) throw new Error('a node has no rank');
  const mover = await startMemcpyMover(planWithoutMetadata(handOff), prefill.space.bytes, decode.space.bytes);
  if (mover === null) return null;
  try {
    const contenders = { whole: yardstickContender(mover, 'whole'), blocks: yardstickContender(mover, 'blocks') };
    const { whole, blocks } = await alternate(contenders, { rounds: long ? 300 : 100, sampleSeconds: 0, budgetSeconds: 30 });
    return { compiler: mover.greeting.compiler, ratio: medianRatio(whole, blocks), wholeSeconds: spread(whole), blocksSeconds: spread(blocks) };
  } finally {
    await mover.close();
  }
}

/** Speed of `auto` as a share of the contiguous copy's. */
export const handoff16k: Goal = {
  name: 'handoff-16k',
  goal: 'auto at least 0.75 of a contiguous copy on the fastest software adapter, 0.90 on a GPU',
  unit: 'share',
  met: (figure, adapter) => adapter !== null && figure >= mustBe(adapter),
  run: async (context) => {
    const taken = await measure('auto', context);
    const others = [];
    const { tried } = await inspectAdapters();
    const names = new Set(tried.flatMap(({ adapters }) => adapters.filter(({ software }) => software).map(({ name }) => name)));
    names.delete(taken.adapter.name);
    for (const name of names) others.push(await measure(name, context));
    others.push(await measure('cpu', context));
    const memcpyInC = await measureMemcpy(context);
    return { figure: taken.ratio, adapter: taken.adapter, evidence: { blocks: BLOCKS, bytes: BYTES, taken, others, memcpyInC, ...boundOf(taken) } };
  },
};
