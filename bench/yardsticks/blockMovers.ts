/** @file The yardsticks that move a plan's blocks without us: numpy, and memcpy in C, each on two arrays as large as the two ranks' memories. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plan } from '../../src/plan/plan.ts';
import { startYardstick, type Yardstick } from './yardstickProcess.ts';

/** Both, running. */
export interface BlockMovers {
  readonly numpy: Yardstick;
  /** Null where there is no C compiler. */
  readonly memcpy: Yardstick | null;
  close(): Promise<void>;
}

const run = promisify(execFile);

/**
 * Starts both and has them check what they do.
 * @param plan of one rank on each side
 * @throws Error that says what is missing: python3, or numpy in it
 */
export async function startBlockMovers(plan: Plan, srcBytes: number, dstBytes: number): Promise<BlockMovers> {
  const folder = await mkdtemp(join(tmpdir(), 'disagg-sim-yardsticks-'));
  try {
    const pages = join(folder, 'pages.json');
    await writeFile(pages, JSON.stringify({ srcBytes, dstBytes, entries: entriesOf(plan) }));
    const numpy = await startYardstick('numpy', 'python3', [join(import.meta.dirname, 'pagesNumpy.py'), pages]);
    const memcpy = await startMemcpy(folder, plan, srcBytes, dstBytes);
    const movers = [numpy, ...(memcpy === null ? [] : [memcpy])];
    for (const mover of movers) await demandRight(mover);
    const close = async () => {
      for (const mover of movers) await mover.close();
    };
    return { numpy, memcpy, close };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts memcpy alone, checked. @returns null where there is no C compiler */
export async function startMemcpyMover(plan: Plan, srcBytes: number, dstBytes: number): Promise<Yardstick | null> {
  const folder = await mkdtemp(join(tmpdir(), 'disagg-sim-yardsticks-'));
  try {
    const memcpy = await startMemcpy(folder, plan, srcBytes, dstBytes);
    if (memcpy !== null) await demandRight(memcpy);
    return memcpy;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function demandRight(mover: Yardstick): Promise<void> {
  const { wrong } = await mover.ask({ check: true });
  if (wrong !== 0) throw new Error(`a yardstick leaves ${wrong} blocks wrong`);
}

async function startMemcpy(folder: string, { blocks }: Plan, srcBytes: number, dstBytes: number): Promise<Yardstick | null> {
  const program = join(folder, 'blocksMemcpy');
  try {
    await run('cc', ['-O3', '-o', program, join(import.meta.dirname, 'blocksMemcpy.c')]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const numbers = new BigUint64Array(3 + 3 * blocks.count);
  numbers.set([BigInt(srcBytes), BigInt(dstBytes), BigInt(blocks.count)]);
  for (let i = 0; i < blocks.count; i++) {
    numbers.set([BigInt(blocks.srcOffset[i] as number), BigInt(blocks.dstOffset[i] as number), BigInt(blocks.bytes[i] as number)], 3 + 3 * i);
  }
  const table = join(folder, 'blocks.bin');
  await writeFile(table, new Uint8Array(numbers.buffer));
  return startYardstick('memcpy', program, [table]);
}

/** Entries as rows of items: where they begin, how many rows reach to the last one, and which go where. */
function entriesOf({ entries, blocks }: Plan) {
  const byEntry = entries.map(({ itemBytes }) => ({ itemBytes, offsets: [] as { readonly src: number; readonly dst: number }[] }));
  for (let i = 0; i < blocks.count; i++)
    byEntry[blocks.entry[i] as number]?.offsets.push({ src: blocks.srcOffset[i] as number, dst: blocks.dstOffset[i] as number });
  return byEntry
    .filter(({ offsets }) => offsets.length > 0)
    .map(({ itemBytes, offsets }) => {
      // Items of an entry lie a whole number of item lengths apart, so the lowest will do as the first row.
      const first = (side: 'src' | 'dst') => offsets.reduce((least, at) => Math.min(least, at[side]), Number.POSITIVE_INFINITY);
      const [src, dst] = [first('src'), first('dst')];
      const s = offsets.map((at) => (at.src - src) / itemBytes);
      const d = offsets.map((at) => (at.dst - dst) / itemBytes);
      return { src, dst, itemBytes, rows: [1 + Math.max(...s), 1 + Math.max(...d)], s, d };
    });
}
