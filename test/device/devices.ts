/** @file Every device to be had here, opened for a suite. Where no WebGPU adapter is found the suite fails: it is never skipped. */
import { afterAll } from 'vitest';
import type { Device } from '../../src/device/device.ts';
import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import { inspectAdapters } from '../../src/device/node/inspectAdapters.ts';

/** Small, since GLES clears whatever it creates at once. */
const MEMORY_BYTES = 2 ** 26;

/** The CPU device first: it is the reference. */
export async function openEveryDevice(): Promise<[label: string, device: Device][]> {
  const report = await inspectAdapters();
  const names = new Set(report.tried.flatMap(({ adapters }) => adapters.map(({ name }) => name)));
  if (names.size === 0) throw new Error(`no WebGPU adapter to test: ${JSON.stringify(report.tried)}`);
  const devices: [string, Device][] = [];
  for (const choice of ['cpu', ...names]) devices.push([choice, await acquireDevice({ choice, maxMemoryBytes: MEMORY_BYTES })]);
  afterAll(async () => {
    for (const [, device] of devices) await device.close();
  });
  return devices;
}

/** An arena's words. */
export async function wordsOf(device: Device, arena: { id: number; bytes: number }): Promise<Uint32Array> {
  return new Uint32Array((await device.read(arena, 0, arena.bytes)).slice().buffer);
}

/** Writes words at a byte offset. */
export async function writeWords(device: Device, arena: { id: number; bytes: number }, offset: number, words: readonly number[]): Promise<void> {
  await device.write(arena, offset, new Uint8Array(Uint32Array.from(words).buffer));
}

/** Runs `use` with arenas of these lengths, and frees them. */
export async function withArenas<T>(device: Device, lengths: readonly number[], use: (...arenas: { id: number; bytes: number }[]) => Promise<T>): Promise<T> {
  const arenas = await device.createArenas(lengths);
  try {
    return await use(...arenas);
  } finally {
    await device.destroyArenas(arenas);
  }
}

/** Where two arrays first differ, in words; null when they are equal. Much quicker than comparing large arrays as values. */
export function firstDifference(actual: Uint32Array, expected: Uint32Array): { word: number; actual: number | undefined; expected: number | undefined } | null {
  const word = actual.findIndex((value, i) => value !== expected[i]);
  if (word < 0 && actual.length === expected.length) return null;
  const at = word < 0 ? actual.length : word;
  return { word: at, actual: actual[at], expected: expected[at] };
}
