/**
 * @file Goal `account`: accounting for every word of decode's memory after a hand-off, beside a bare read pass over the same arenas. Both are timed from the
 * call to the answer, reading the answer back included.
 */
import { performance } from 'node:perf_hooks';
import type { Arena, Device, Segment } from '../../src/device/device.ts';
import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import { transfer } from '../../src/session/carryOut.ts';
import { type HandOff, suppliersOf } from '../../src/session/handOff.ts';
import { layOut, type NodeMemory, numberNodes, type RankMemory } from '../../src/session/nodeMemory.ts';
import { merged } from '../../src/strategies/merged.ts';
import { mapAreas } from '../../src/verify/areas.ts';
import { type ExpectationRank, expectArrivals } from '../../src/verify/expectation.ts';
import { segmentArena } from '../../src/verify/segments.ts';
import type { Goal } from '../goal.ts';
import { alternate, type Contender, medianRatio, spread } from '../measure.ts';
import { fragmentedHandOff } from '../workload.ts';

const GOAL_RATIO = 1.5;
const REQUESTS = 4;

/** An arena of decode's, and what it should hold. */
interface Accountable {
  readonly arena: Arena;
  readonly firstNumber: number;
  readonly segments: readonly Segment[];
}

const toExpectation = ({ rank, space, firstNumber }: RankMemory): ExpectationRank => ({ pools: rank.pools, space, firstNumber });

/** All of decode's arenas. */
function accountables(handOff: HandOff, memory: NodeMemory): Accountable[] {
  return memory.decode.flatMap((decode) => {
    const suppliers = suppliersOf(handOff, decode.rank.rankIndex).flatMap((index) => memory.prefill[index] ?? []);
    const expectation = expectArrivals(toExpectation(decode), suppliers.map(toExpectation), handOff.expected);
    const areas = mapAreas(decode.space, decode.rank.pools);
    return decode.pieces.map(({ window, arena }) => ({
      arena,
      firstNumber: decode.firstNumber + window.offset / 4,
      segments: segmentArena(window, areas, expectation).map(({ segment }) => segment),
    }));
  });
}

/** A contender that does something with every arena in turn. */
function overAll<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Contender {
  return async (repeats) => {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) for (const item of items) await work(item);
    return (performance.now() - start) / 1000;
  };
}

/** A hand-off that has taken place and is right to the last word. */
async function handedOver(device: Device): Promise<readonly Accountable[]> {
  const handOff = fragmentedHandOff(REQUESTS);
  const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
  await transfer(device, handOff, memory, merged);
  const all = accountables(handOff, memory);
  for (const { arena, firstNumber, segments } of all) {
    const { bad } = await device.account(arena, firstNumber, memory.width, segments);
    if (bad.some((words) => words > 0)) throw new Error('the hand-off that is to be accounted for went wrong');
  }
  return all;
}

/** Time of accounting as a multiple of a read pass's. */
export const account: Goal = {
  name: 'account',
  goal: `at most ${GOAL_RATIO} times a bare read pass`,
  unit: 'x',
  met: (figure) => figure <= GOAL_RATIO,
  run: async ({ long, progress }) => {
    const device = await acquireDevice({ choice: 'auto' });
    progress(device.adapter.name);
    try {
      const all = await handedOver(device);
      const samples = await alternate(
        {
          account: overAll(all, ({ arena, firstNumber, segments }) => device.account(arena, firstNumber, 'narrow', segments)),
          read: overAll(all, ({ arena }) => device.readPass(arena)),
        },
        { rounds: long ? 51 : 15, sampleSeconds: 0.2, budgetSeconds: long ? 120 : 30 },
      );
      const bytes = all.reduce((sum, { arena }) => sum + arena.bytes, 0);
      const evidence = {
        arenas: all.length,
        bytes,
        segments: all.reduce((sum, { segments }) => sum + segments.length, 0),
        accountSeconds: spread(samples.account),
        readSeconds: spread(samples.read),
        accountGbps: bytes / spread(samples.account).median / 1e9,
        readGbps: bytes / spread(samples.read).median / 1e9,
      };
      return { figure: medianRatio(samples.account, samples.read), adapter: device.adapter, evidence };
    } finally {
      await device.close();
    }
  },
};
