/** @file The CPU device: the reference for every kernel, and able to carry out whatever a GPU does here. */
import { SimError } from '../../core/errors.ts';
import type { StampWidth } from '../../core/stampCode.ts';
import { formatBytes } from '../../core/units.ts';
import { nextArenaId } from '../arenaIds.ts';
import type { AdapterInfo, Arena, BadSpan, Batch, CopyTable, Device, DeviceLimits, Elapsed, RowPattern, Segment, SegmentCounts } from '../device.ts';
import { MemoryBudget } from '../memoryBudget.ts';
import { arenaBytes, demandApart, demandArenaSizes, demandAscending, demandPattern, demandRange, demandSegments, demandTable, refusal } from '../requests.ts';
import { account } from './account.ts';
import { badSpans } from './badSpans.ts';
import { copyTable, copyWords } from './copyTable.ts';
import { fill } from './fill.ts';
import { readPass } from './readPass.ts';
import { stamp } from './stamp.ts';
import { NEW_WORDS, type WordSource } from './wordSource.ts';

/** Known to work in every engine that runs this; larger typed arrays are slow or refused in some. */
const MAX_ARENA_BYTES = 2 ** 31;

/** Device on plain arrays. Its long methods give way to the event loop once, then work without a pause. */
export class CpuDevice implements Device {
  readonly adapter: AdapterInfo = { name: 'cpu (TypeScript reference)', backend: 'cpu', software: true, foundBy: 'part of this program' };
  readonly limits: DeviceLimits;
  readonly #budget: MemoryBudget;
  readonly #source: WordSource;
  readonly #words = new Map<number, Uint32Array>();

  /**
   * @param memory budget for all arenas together, bytes; or one that is shared with another device
   * @param source where their memory comes from
   */
  constructor(memory: number | MemoryBudget, source: WordSource = NEW_WORDS) {
    this.#budget = typeof memory === 'number' ? new MemoryBudget(memory) : memory;
    this.#source = source;
    this.limits = { maxArenaBytes: MAX_ARENA_BYTES, maxMemoryBytes: this.#budget.maxBytes };
  }

  async createArenas(lengths: readonly number[]): Promise<Arena[]> {
    const sizes = lengths.map(arenaBytes);
    demandArenaSizes(sizes, MAX_ARENA_BYTES);
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    this.#budget.take(total, 'the arenas');
    try {
      const pieces = sizes.map((bytes) => this.#source.take(bytes / 4));
      return pieces.map((words) => {
        const arena = { id: nextArenaId(), bytes: words.byteLength };
        this.#words.set(arena.id, words);
        return arena;
      });
    } catch (cause) {
      this.#budget.giveBack(total);
      throw new SimError('out-of-memory', {
        what: `the machine refused ${formatBytes(total)} that the budget allowed`,
        mend: 'Lower --max-memory or poolTokens.',
        cause,
      });
    }
  }

  async destroyArenas(arenas: readonly Arena[]): Promise<void> {
    for (const arena of arenas) {
      const words = this.#wordsOf(arena);
      this.#budget.giveBack(words.byteLength);
      this.#source.giveBack(words);
      this.#words.delete(arena.id);
    }
  }

  async stamp(arena: Arena, firstNumber: number, width: StampWidth): Promise<void> {
    await turn();
    stamp(this.#wordsOf(arena), firstNumber, width);
  }

  async fill(arena: Arena, offset: number, bytes: number, pattern: RowPattern): Promise<void> {
    await turn();
    demandRange(arena, offset, bytes);
    demandPattern(pattern);
    fill(this.#wordsOf(arena).subarray(offset / 4, (offset + bytes) / 4), pattern);
  }

  hostSeconds(): number {
    return performance.now() / 1000;
  }

  async clockQuantum(): Promise<null> {
    return null;
  }

  async run(record: (batch: Batch) => void): Promise<Elapsed> {
    await turn();
    const start = performance.now();
    record({
      copy: (src, srcOffset, dst, dstOffset, bytes) => {
        demandApart(src, dst);
        demandRange(src, srcOffset, bytes);
        demandRange(dst, dstOffset, bytes);
        copyWords(this.#wordsOf(src), srcOffset / 4, this.#wordsOf(dst), dstOffset / 4, bytes / 4);
      },
      copyTable: (src: Arena, dst: Arena, table: CopyTable) => {
        demandApart(src, dst);
        demandTable(table);
        copyTable(this.#wordsOf(src), this.#wordsOf(dst), table);
      },
      // Commands are carried out as they are recorded.
      flush: () => {},
    });
    return secondsSince(start);
  }

  async account(arena: Arena, ownFirstNumber: number, width: StampWidth, segments: readonly Segment[]): Promise<SegmentCounts> {
    await turn();
    demandSegments(arena, segments);
    return account(this.#wordsOf(arena), ownFirstNumber, width, segments);
  }

  async badSpans(arena: Arena, ownFirstNumber: number, width: StampWidth, segments: readonly Segment[], limit: number, perSegment = limit): Promise<BadSpan[]> {
    await turn();
    demandAscending(arena, segments);
    return badSpans(this.#wordsOf(arena), ownFirstNumber, width, segments, limit, perSegment);
  }

  async readPass(arena: Arena): Promise<{ sum: number; elapsed: Elapsed }> {
    await turn();
    const start = performance.now();
    const sum = readPass(this.#wordsOf(arena));
    return { sum, elapsed: secondsSince(start) };
  }

  async read(arena: Arena, offset: number, bytes: number): Promise<Uint8Array> {
    demandRange(arena, offset, bytes);
    return new Uint8Array(this.#wordsOf(arena).buffer, offset, bytes).slice();
  }

  async write(arena: Arena, offset: number, data: Uint8Array): Promise<void> {
    demandRange(arena, offset, data.byteLength);
    new Uint8Array(this.#wordsOf(arena).buffer).set(data, offset);
  }

  async sibling(): Promise<Device> {
    return new CpuDevice(this.#budget, this.#source);
  }

  async close(): Promise<void> {
    for (const words of this.#words.values()) {
      this.#budget.giveBack(words.byteLength);
      this.#source.giveBack(words);
    }
    this.#words.clear();
  }

  #wordsOf(arena: Arena): Uint32Array {
    const words = this.#words.get(arena.id);
    if (words === undefined) throw refusal('an arena was used that is not this device’s, or was freed', { arena: arena.id });
    return words;
  }
}

/** Lets the event loop have its turn before each piece of work: without it Ctrl-C, or a click on a page, is heard when all is over. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}

function secondsSince(startMs: number): Elapsed {
  const wall = (performance.now() - startMs) / 1000;
  return { wall, encode: wall, submit: 0, gpu: null, whyNoGpu: 'the CPU device has no clock of its own' };
}
