/**
 * @file Which way is fastest on this device for runs of this shape? Ways take turns on a probe, in another order every round, so that whatever else the machine does, and what the one before
 * has left in the caches, falls on all of them; what counts is the best of each, since noise only ever adds. Those that are far behind drop out. Remembered a device and a shape.
 */
import { randomStream } from '../core/random.ts';
import { fairTurns } from '../core/turns.ts';
import type { Device } from '../device/device.ts';
import type { Moves } from './moves.ts';
import { makeProbe, type Probe } from './probe.ts';
import type { PreparedTransfer } from './strategy.ts';
import { isTight } from './tight.ts';
import { BY_COPY, type Way, waysFor } from './ways.ts';

/** A way with its best time on the probe. */
export interface Placed {
  readonly way: Way;
  readonly seconds: number;
}

/** How a contest went, the way to take first, then the others from the fastest on; empty where there was no memory for one. */
export interface Contest {
  readonly placed: readonly Placed[];
  /** Bytes of the probe. */
  readonly bytes: number;
}

/** The first run of each pays for fresh buffers and pipelines, and does not count. */
const WARM_UPS = 1;
/** Rounds in which all take part. */
const OPEN_ROUNDS = 2;
/** Rounds after those among the ones left: at least so many, however slow the machine, and at most so many. */
const FINAL_ROUNDS = { least: 3, most: 9 } as const;
/** Who takes this many times the best after the open rounds drops out. */
const FAR_BEHIND = 1.5;
/** No further round than the least starts after this long, seconds. */
const BUDGET_SECONDS = 0.5;
/** Ways are listed from the plainest on; one further down has to be faster by more than this to be taken: less is noise. */
const CLEARLY_FASTER = 0.97;

/** Of the order of turns. */
const TURNS_SEED = 1;

const known = new WeakMap<Device, Map<string, Contest>>();

/** The fastest way for these moves (merged, without order), by what was measured; copy commands where nothing could be. @throws SimError of the device */
export async function contest(device: Device, moves: readonly Moves[]): Promise<Contest> {
  const ofDevice = known.get(device) ?? new Map<string, Contest>();
  known.set(device, ofDevice);
  const shape = shapeOf(moves);
  const held = ofDevice.get(shape);
  if (held !== undefined) return held;
  const probe = await makeProbe(device, moves);
  if (probe === null) return { placed: [], bytes: 0 };
  try {
    const result = { placed: await hold(device, waysFor(moves), probe), bytes: probe.bytes };
    ofDevice.set(shape, result);
    return result;
  } finally {
    await probe.release();
  }
}

/** The winner; copy commands where there was no contest. */
export function winnerOf({ placed }: Contest): Way {
  return placed[0]?.way ?? BY_COPY;
}

/** One that takes part. */
interface Runner {
  readonly way: Way;
  readonly prepared: PreparedTransfer;
  best: number;
}

async function hold(device: Device, ways: readonly Way[], probe: Probe): Promise<Placed[]> {
  const runners: Runner[] = [];
  try {
    for (const way of ways) runners.push(...(await enter(device, way, probe)));
    let spentSeconds = 0;
    let running = runners;
    const random = randomStream(TURNS_SEED, 'turns');
    let turns = fairTurns(running.length, random);
    for (let round = 0; round < WARM_UPS + OPEN_ROUNDS + FINAL_ROUNDS.most; round++) {
      if (round >= WARM_UPS + OPEN_ROUNDS) {
        const isOver = round >= WARM_UPS + OPEN_ROUNDS + FINAL_ROUNDS.least && spentSeconds > BUDGET_SECONDS;
        if (running.length === 1 || isOver) break;
        const best = Math.min(...running.map((runner) => runner.best));
        const near = running.filter((runner) => runner.best < FAR_BEHIND * best);
        if (near.length < running.length) turns = fairTurns(near.length, random);
        running = near;
      }
      for (const turn of turns()) {
        const runner = running[turn] as Runner;
        const { wall } = await runner.prepared.run();
        spentSeconds += wall;
        if (round >= WARM_UPS) runner.best = Math.min(runner.best, wall);
      }
    }
  } finally {
    for (const { prepared } of runners) await prepared.release();
  }
  const placed = runners.map(({ way, best }) => ({ way, seconds: best }));
  const best = Math.min(...placed.map(({ seconds }) => seconds));
  const winner = placed.find(({ seconds }) => seconds * CLEARLY_FASTER <= best);
  const others = placed.filter((each) => each !== winner).sort((a, b) => a.seconds - b.seconds);
  return winner === undefined ? others : [winner, ...others];
}

/** A way that finds no memory for what it needs does not take part. */
async function enter(device: Device, way: Way, { moves, bytes }: Probe): Promise<Runner[]> {
  try {
    const prepared = await way.prepare(device, { moves, bytes, ordered: false, blocks: 0, outOfRange: [] });
    return [{ way, prepared, best: Number.POSITIVE_INFINITY }];
  } catch (error) {
    if (isTight(error)) return [];
    throw error;
  }
}

/** How many runs of which power of two, for each pair of arenas: what the times follow from. */
function shapeOf(moves: readonly Moves[]): string {
  return moves
    .map(({ table }) => {
      const counts = new Map<number, number>();
      for (let row = 0; row < table.count; row++) {
        const power = Math.ceil(Math.log2(Math.max(4, table.bytes[row] as number)));
        counts.set(power, (counts.get(power) ?? 0) + 1);
      }
      const classes = [...counts].sort(([a], [b]) => a - b).map(([power, count]) => `${power}:${count}`);
      return classes.join(' ');
    })
    .join('; ');
}
