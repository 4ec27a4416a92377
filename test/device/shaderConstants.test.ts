import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { FIRST_VALUES, LINK } from '../../src/device/cpu/badSpans.ts';
import { loadShaders } from '../../src/device/node/loadShaders.ts';
import { CHUNK_FIELDS, CHUNK_KINDS, CHUNK_WORDS, markWords } from '../../src/device/webgpu/chunkTable.ts';

const shaders = await loadShaders();
const stampCode = await readFile(new URL('../../src/core/stampCode.ts', import.meta.url), 'utf8');

/** Hexadecimal and decimal numbers of the first match, in order. */
function numbersOf(text: string, pattern: RegExp): number[] {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`nothing matches ${pattern}`);
  return found.split(',').map((part) => Number(part.trim().replace(/u$/, '')));
}

/** Words of a WGSL struct: one a scalar, two a Number, four a vec4u. */
function wordsOfStruct(text: string, name: string): number {
  const body = new RegExp(`struct ${name} \\{([^}]*)\\}`).exec(text)?.[1];
  if (body === undefined) throw new Error(`no struct ${name}`);
  const sizes: Readonly<Record<string, number>> = { u32: 1, Number: 2, vec4u: 4 };
  return [...body.matchAll(/^\s*\w+: (\w+),/gm)].reduce((sum, [, type]) => sum + (sizes[type ?? ''] ?? Number.NaN), 0);
}

describe('WGSL and TypeScript agree', () => {
  it('on the stamp code', () => {
    expect(numbersOf(shaders.stampCode, /const MULTIPLIER = (\w+);/)).toEqual(numbersOf(stampCode, /const MULTIPLIER = (\w+);/));
    expect(numbersOf(shaders.stampCode, /const INVERSE = (\w+);/)).toEqual(numbersOf(stampCode, /const INVERSE = (\w+);/));
    const rounds = numbersOf(stampCode, /ROUND_MULTIPLIERS = \[([^\]]*)\]/);
    expect(rounds).toHaveLength(4);
    expect(numbersOf(shaders.stampCode, /ROUND_MULTIPLIERS = array<u32, 4>\(([^)]*)\)/)).toEqual(rounds);
    expect(numbersOf(shaders.stampCode, /const SHIFT = (\w+);/)).toEqual(numbersOf(stampCode, /product >>> (\d+)\)\) >>> 0/));
  });

  it('on the kinds of chunks and their layout', () => {
    const kinds = [/UNTOUCHED = (\w+)/, /STAMPED = (\w+)/, /FILLED = (\w+)/, /UNSUPPLIED = (\w+)/].flatMap((pattern) => numbersOf(shaders.chunks, pattern));
    expect(kinds).toEqual(Object.values(CHUNK_KINDS));
    expect(wordsOfStruct(shaders.chunks, 'Chunk')).toBe(CHUNK_FIELDS);
  });

  it('on the marks of a chunk: a bit for two vectors', () => {
    expect(4 * (numbersOf(shaders.chunks, /CHUNK_VECTORS = (\w+)/)[0] ?? 0)).toBe(CHUNK_WORDS);
    expect(numbersOf(shaders.chunks, /TURN: u32 = (\w+) \* WORKGROUP/)).toEqual([2]);
    expect(numbersOf(shaders.chunks, /BATCH: u32 = (\w+) \* TURN/)).toEqual([32]);
    expect([8, 64, 128].map(markWords)).toEqual([64, 64, 128]);
  });

  it('on the links between bad words', () => {
    const links = [/NO_LINK = (\w+)/, /ASCENDING = (\w+)/, /ALIKE = (\w+)/, /ADJACENT = (\w+)/].flatMap((pattern) => numbersOf(shaders.badSpans, pattern));
    expect(links).toEqual(Object.values(LINK));
    expect(wordsOfStruct(shaders.badSpans, 'Piece')).toBe(8);
    expect(FIRST_VALUES).toBe(4);
  });
});
