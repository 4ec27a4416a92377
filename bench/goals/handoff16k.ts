/**
 * @file Goal `handoff-16k`: one request of 16,384 tokens, every page on its own, carried out by each strategy in turn with one contiguous copy of
 * as many bytes. Time runs from the first command recorded until the work is done. Metadata rows are left out: the goal is about KV and state.
 */
import type { AdapterInfo, Device } from '../../src/device/device.ts';
import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import { inspectAdapters } from '../../src/device/node/inspectAdapters.ts';
import { buildPlan } from '../../src/plan/buildPlan.ts';
import type { RegisteredNode } from '../../src/plan/planInput.ts';
import { layOut, numberNodes } from '../../src/session/nodeMemory.ts';
import { type LoweredPlan, lowerPlan } from '../../src/strategies/lower.ts';
import { STRATEGIES } from '../../src/strategies/registry.ts';
import type { BenchContext, Goal } from '../goal.ts';
import { alternate, type Contender, type Effort, medianRatio, spread } from '../measure.ts';
import { fragmentedHandOff } from '../workload.ts';

/** What the goal's text counts on: a change of the plan would be a change of the goal. */
const BLOCKS = 4053;
const BYTES = 72_045_312;

/** Share of the contiguous copy's speed that must be reached: the Vulkan adapters on the CPU, SwiftShader and lavapipe, pay most for each command. */
function mustBe({ software, backend }: AdapterInfo): number {
  if (!software) return 0.9;
  return backend === 'vulkan' ? 0.55 : 0.75;
}

const withoutAux = (node: RegisteredNode): RegisteredNode => ({ ...node, ranks: node.ranks.map((rank) => ({ ...rank, aux: [] })) });

/** Both nodes on the device, and the plan in terms of their arenas. */
async function prepare(device: Device): Promise<LoweredPlan> {
  const handOff = fragmentedHandOff(1);
  const input = handOff.planned;
  const { plan } = buildPlan({ ...input, prefill: withoutAux(input.prefill), decode: withoutAux(input.decode) });
  const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
  const lowered = lowerPlan(plan, memory.prefill, memory.decode);
  if (lowered.blocks !== BLOCKS || lowered.bytes !== BYTES)
    throw new Error(`the plan has ${lowered.blocks} blocks, ${lowered.bytes} B, not ${BLOCKS}, ${BYTES} B`);
  return lowered;
}

/** One contiguous copy of as many bytes, between arenas of its own that have been written to before. */
async function contiguousCopy(device: Device): Promise<Contender> {
  const [src, dst] = await device.createArenas([BYTES, BYTES]);
  if (src === undefined || dst === undefined) throw new Error('the device gave no arenas');
  for (const arena of [src, dst]) await device.stamp(arena, 1, 'narrow');
  return repeated(async () => (await device.run((batch) => batch.copy(src, 0, dst, 0, BYTES))).wall);
}

/** A contender from one run that says how long it took. */
function repeated(once: () => Promise<number>): Contender {
  return async (repeats) => {
    let seconds = 0;
    for (let i = 0; i < repeats; i++) seconds += await once();
    return seconds;
  };
}

/** Every strategy on one device. */
async function measureOn(device: Device, effort: Effort) {
  const lowered = await prepare(device);
  const contenders: Record<string, Contender> = { contiguous: await contiguousCopy(device) };
  const told: Record<string, { copyCommands: number; kernelLaunches: number; note: string | null }> = {};
  for (const strategy of STRATEGIES) {
    const prepared = await strategy.prepare(device, lowered);
    const { copyCommands, kernelLaunches, note } = prepared;
    told[strategy.name] = { copyCommands, kernelLaunches, note };
    contenders[strategy.name] = repeated(async () => (await prepared.run()).wall);
  }
  const { contiguous, ...samples } = await alternate(contenders, effort);
  if (contiguous === undefined) throw new Error('the contiguous copy was not measured');
  const strategies = Object.entries(samples).map(([name, sample]) => ({
    name,
    ratio: medianRatio(contiguous, sample),
    ...told[name],
    seconds: spread(sample),
    gbps: BYTES / spread(sample).median / 1e9,
  }));
  const best = strategies.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (best === undefined) throw new Error('there is no strategy');
  const { adapter } = device;
  const contiguousSeconds = spread(contiguous);
  return {
    adapter,
    ratio: best.ratio,
    mustBe: mustBe(adapter),
    best: best.name,
    contiguousSeconds,
    contiguousGbps: BYTES / contiguousSeconds.median / 1e9,
    strategies,
  };
}

/** What holds the figure down where it misses the goal: the cost of a command, measured, against the time that the goal leaves for all of them. */
function boundOf({ contiguousSeconds, strategies, mustBe: goal }: Awaited<ReturnType<typeof measureOn>>) {
  const perItem = strategies.find(({ name }) => name === 'per-item')?.seconds.median ?? 0;
  return {
    secondsPerCommand: (perItem - contiguousSeconds.median) / BLOCKS,
    secondsPerCommandAllowed: (contiguousSeconds.median * (1 / goal - 1)) / BLOCKS,
    tried: 'a command a block, merged runs, one kernel over a table, and the two mixed by size: their figures are under taken.strategies',
    bound:
      'every block lies alone, so nothing merges; a copy command costs more than the goal leaves for it, and the kernel moves bytes more slowly than a copy',
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

/** Speed of the best strategy as a share of the contiguous copy's. */
export const handoff16k: Goal = {
  name: 'handoff-16k',
  goal: 'at least 0.55 of a contiguous copy on SwiftShader or lavapipe, 0.75 on faster software, 0.90 on a GPU',
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
    return { figure: taken.ratio, adapter: taken.adapter, evidence: { blocks: BLOCKS, bytes: BYTES, taken, others, ...boundOf(taken) } };
  },
};
