/**
 * @file Goal `diagnosis-cost`: what a decode node of a GiB with one word in a hundred wrong costs to diagnose, once it has been accounted for, as a multiple of accounting for the same memory
 * while it was right: same run, same adapter. Wrong words lie scattered over all of it, the worst that a diagnosis can meet, since every segment is damaged; and in runs of 16 KiB, as
 * real damage does. The worse of the two counts. The host's part is counted in. What accounting for the damaged memory and diagnosing it take together stands beside it.
 */
import { performance } from 'node:perf_hooks';
import { randomStream } from '../../src/core/random.ts';
import type { AdapterInfo, Device } from '../../src/device/device.ts';
import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import { transfer } from '../../src/session/carryOut.ts';
import { accountedArena, expectedOn, sceneOf } from '../../src/session/execute.ts';
import type { HandOff } from '../../src/session/handOff.ts';
import { layOut, type NodeMemory, numberNodes } from '../../src/session/nodeMemory.ts';
import { merged } from '../../src/strategies/merged.ts';
import { diagnose } from '../../src/verify/diagnosis/diagnosis.ts';
import { spansEach } from '../../src/verify/diagnosis/look.ts';
import type { AccountedPiece, Scene } from '../../src/verify/diagnosis/scene.ts';
import type { AccountedArena } from '../../src/verify/selfTest.ts';
import type { Goal } from '../goal.ts';
import { fragmentedHandOff } from '../workload.ts';

const GOAL_RATIO = 2;
const GOAL_READ_BYTES = 2 ** 20;
/** As many requests as make decode's memory a GiB or a little more. */
const REQUESTS = 4;
const DAMAGED_SHARE = 0.01;
/** Length of a run of wrong words. */
const RUN_WORDS = 4096;
/** Bytes that come back for a chunk that is counted, and for a span at most; see src/device/webgpu/accounting.ts. */
const CHUNK_READ_BYTES = 8;
const SPAN_READ_BYTES = 32;

/** Accounting for all arenas of a scene's decode ranks. */
async function accountAll(device: Device, memory: NodeMemory, scene: Scene, arenas: readonly (AccountedArena & { rank: number; windowOffset: number })[]) {
  const pieces: AccountedPiece[] = [];
  for (const { rank, ...accounted } of arenas) {
    const segments = accounted.segments.map(({ segment }) => segment);
    const counts = await device.account(accounted.arena, accounted.firstNumber, memory.width, segments);
    pieces.push({ ...accounted, rank: scene.decode[rank] as AccountedPiece['rank'], counts });
  }
  return pieces;
}

function arenasOf(handOff: HandOff, memory: NodeMemory, scene: Scene) {
  return memory.decode.flatMap((decode, rank) => {
    const expectation = expectedOn(decode, handOff, memory);
    return decode.pieces.map((piece) => ({
      ...accountedArena(decode, piece, scene.decode[rank]?.areas ?? [], expectation),
      rank,
      windowOffset: piece.window.offset,
    }));
  });
}

/** Where one word in a hundred is wrong: words [from, to), ascending. */
type Damage = (words: number) => Generator<readonly [from: number, to: number]>;

const DAMAGES: Readonly<Record<string, Damage>> = {
  *scattered(words) {
    const random = randomStream(1, 'scattered');
    for (let i = random.below(200); i < words; i += 1 + random.below(2 / DAMAGED_SHARE)) yield [i, i + 1];
  },
  *inRuns(words) {
    const random = randomStream(1, 'in runs');
    for (let i = 0; i + RUN_WORDS / DAMAGED_SHARE <= words; i += RUN_WORDS / DAMAGED_SHARE) {
      const from = i + random.below(RUN_WORDS / DAMAGED_SHARE - RUN_WORDS);
      yield [from, from + RUN_WORDS];
    }
  },
};

/** Puts other words there. */
async function damage(device: Device, memory: NodeMemory, where: Damage): Promise<void> {
  const random = randomStream(1, 'damage');
  for (const { pieces } of memory.decode) {
    for (const { arena, window } of pieces) {
      const words = new Uint32Array((await device.read(arena, 0, window.bytes)).slice().buffer);
      for (const [from, to] of where(words.length)) for (let i = from; i < to; i++) words[i] = random.uint32();
      await device.write(arena, 0, new Uint8Array(words.buffer));
    }
  }
}

async function seconds(repeats: number, work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    await work();
    samples.push((performance.now() - start) / 1000);
  }
  return samples.sort((a, b) => a - b)[repeats >> 1] ?? 0;
}

/** One way of damage, on a device of its own: memory goes back with it. */
async function measure(where: Damage, repeats: number) {
  const device = await acquireDevice({ choice: 'auto' });
  try {
    const handOff = fragmentedHandOff(REQUESTS);
    const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
    await transfer(device, handOff, memory, merged);
    const scene = sceneOf(handOff, memory);
    const arenas = arenasOf(handOff, memory, scene);
    const cleanSeconds = await seconds(repeats, () => accountAll(device, memory, scene, arenas));
    await damage(device, memory, where);
    const pieces = await accountAll(device, memory, scene, arenas);
    const accountSeconds = await seconds(repeats, () => accountAll(device, memory, scene, arenas));
    const diagnosisSeconds = await seconds(repeats, () => diagnose(device, scene, pieces));
    const { diagnosis } = await diagnose(device, scene, pieces);
    const segments = arenas.reduce((sum, accounted) => sum + accounted.segments.length, 0);
    const { scope } = diagnosis;
    const readBytes = CHUNK_READ_BYTES * (segments + scope.seenSegments) + scope.seenSegments * (4 + (spansEach(scope.seenSegments) + 1) * SPAN_READ_BYTES);
    if (readBytes > GOAL_READ_BYTES) throw new Error(`the diagnosis reads back ${readBytes} B`);
    const bytes = arenas.reduce((sum, { arena }) => sum + arena.bytes, 0);
    const ratio = diagnosisSeconds / cleanSeconds;
    const withAccounting = (accountSeconds + diagnosisSeconds) / cleanSeconds;
    return {
      adapter: device.adapter,
      ratio,
      evidence: { ratio, withAccounting, bytes, cleanSeconds, accountSeconds, diagnosisSeconds, readBytes, stories: diagnosis.stories.length, scope },
    };
  } finally {
    await device.close();
  }
}

/** Time of a diagnosis, as a multiple of a clean accounting's. */
export const diagnosisCost: Goal = {
  name: 'diagnosis-cost',
  goal: `diagnosis of 1 % wrong words at most ${GOAL_RATIO} times the clean accounting, reading back under 1 MiB`,
  unit: 'x',
  met: (figure) => figure <= GOAL_RATIO,
  run: async ({ long, progress }) => {
    const evidence: Record<string, unknown> = {};
    let worst = { figure: 0, adapter: null as AdapterInfo | null };
    for (const [name, where] of Object.entries(DAMAGES)) {
      progress(`${name} damage`);
      const measured = await measure(where, long ? 15 : 5);
      evidence[name] = measured.evidence;
      if (measured.ratio > worst.figure) worst = { figure: measured.ratio, adapter: measured.adapter };
    }
    return { ...worst, evidence };
  },
};
