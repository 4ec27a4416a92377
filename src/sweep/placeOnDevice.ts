/**
 * @file A place of a sweep on a device: both nodes laid out, prefill stamped, the hand-off planned, and the ceilings beside it. Metadata rows are left out, in the plan and in what is
 * expected alike: a sweep is about KV and state.
 */
import { SimError } from '../core/errors.ts';
import { formatBytes } from '../core/units.ts';
import type { Device } from '../device/device.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { type HandOff, prepareHandOff } from '../session/handOff.ts';
import type { Node } from '../session/node.ts';
import { arenasOf, carryOutReset, layOut, type NodeMemory, nodesBytes, numberNodes } from '../session/nodeMemory.ts';
import { startNodes } from '../session/startNodes.ts';
import { wholePools } from '../session/wholePools.ts';
import { type LoweredPlan, lowerPlan } from '../strategies/lower.ts';
import type { Strategy } from '../strategies/strategy.ts';
import { type Ceilings, ceilingMemoryBytes, createCeilings } from './ceilings.ts';
import { usefulBytes } from './usefulBytes.ts';

/** A hand-off in terms of a place's memory: of the engine's plan, or, for a strategy that only bounds the others, of whole pools. */
export interface Carried {
  readonly handOff: HandOff;
  readonly lowered: LoweredPlan;
}

/** A place that is laid out, for all its strategies. */
export interface PlaceOnDevice {
  readonly device: Device;
  readonly scenario: ResolvedScenario;
  readonly memory: NodeMemory;
  /** @throws SimError(bad-input) where whole pools do not give decode what it needs */
  carriedBy(strategy: Strategy): Carried;
  readonly usefulBytes: number;
  readonly ceilings: Ceilings;
  /** Decode as it was before any transfer: every word its own number, then decode's resets. */
  poison(): Promise<void>;
  /** Frees everything. */
  release(): Promise<void>;
}

/**
 * Lays a place out.
 * @throws SimError(memory-budget) before anything is allocated, where it does not fit; SimError(bad-input) where nothing would be moved; SimError of the device
 */
export async function layOutPlace(device: Device, scenario: ResolvedScenario): Promise<PlaceOnDevice> {
  const { ready, findings } = startNodes(scenario);
  if (ready === null) throw new SimError('bad-input', { what: `a node refuses to start: ${findings[0]?.message ?? 'for no reason given'}` });
  const [prefill, decode] = [withoutMetadata(ready.prefill), withoutMetadata(ready.decode)];
  demandRoom(device, nodesBytes(prefill, decode));
  const handOff = prepareHandOff(prefill, decode, scenario);
  const bytes = handOff.built.plan.blocks.bytes.reduce((sum, blockBytes) => sum + blockBytes, 0);
  if (bytes === 0) throw new SimError('bad-input', { what: 'there is nothing to move', mend: 'Give the scenario a request.' });
  demandRoom(device, nodesBytes(prefill, decode) + ceilingMemoryBytes(device, bytes));
  const memory = await layOut(device, prefill, decode, numberNodes(prefill, decode));
  const arenas = [...arenasOf(memory.prefill), ...arenasOf(memory.decode)];
  try {
    const carried = (of: HandOff): Carried => ({ handOff: of, lowered: lowerPlan(of.built.plan, memory.prefill, memory.decode) });
    const asPlanned = carried(handOff);
    const ceilings = await createCeilings(device, bytes);
    return {
      device,
      scenario,
      memory,
      carriedBy: ({ kind }) => (kind === 'bound' ? carried(wholePools(handOff)) : asPlanned),
      usefulBytes: usefulBytes(handOff),
      ceilings,
      poison: () => poison(device, handOff, memory),
      release: async () => {
        await ceilings.release();
        await device.destroyArenas(arenas);
      },
    };
  } catch (error) {
    await device.destroyArenas(arenas);
    throw error;
  }
}

/** The node without its metadata rows: their memory is there, but nothing of it is registered or expected. */
function withoutMetadata(node: Node): Node {
  return {
    ...node,
    ranks: node.ranks.map((rank) => ({ ...rank, kvArgs: { ...rank.kvArgs, aux: [] }, pools: rank.pools.filter(({ owner }) => owner !== 'metadata') })),
  };
}

function demandRoom({ limits }: Device, bytes: number): void {
  if (bytes <= limits.maxMemoryBytes) return;
  throw new SimError('memory-budget', {
    what: 'both nodes and the ceilings beside them do not fit the memory budget',
    values: { asked: formatBytes(bytes), 'to be had': formatBytes(limits.maxMemoryBytes) },
    mend: 'Raise --max-memory, or sweep shorter requests.',
  });
}

async function poison(device: Device, { built }: HandOff, { decode, width }: NodeMemory): Promise<void> {
  for (const { pieces, firstNumber } of decode) {
    for (const { arena, window } of pieces) await device.stamp(arena, firstNumber + window.offset / 4, width);
  }
  for (const step of built.plan.steps) if (step.kind === 'reset') await carryOutReset(device, decode, step);
}
