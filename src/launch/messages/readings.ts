/** @file What the values of a message mean, by catalogue id. */
import type { Values } from '../../checks/entry.ts';
import { readPagedGeometry, readRingGeometry, readUnifiedMode } from './poolReadings.ts';
import { type Reader, type Reading, readValue } from './reading.ts';
import {
  readChunk,
  readCollision,
  readCutLists,
  readKvDtypes,
  readListLayout,
  readListLengths,
  readOverflow,
  readPageSizes,
  readPipelines,
  readRegions,
  readThreads,
  readTimeout,
} from './transferReadings.ts';

/** Messages whose values say more than their names do. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['paged-swa-geometry', readPagedGeometry],
  ['swa-ring-geometry', readRingGeometry],
  ['unified-mode', readUnifiedMode],
  ['page-size-mismatch', readPageSizes],
  ['kv-dtype-mismatch', readKvDtypes],
  ['pp-size-mismatch', readPipelines],
  ['state-index-length', readListLengths],
  ['nixl-state-index-length', readListLengths],
  ['mori-list-cut', readListLengths],
  ['list-cut', readCutLists],
  ['kv-list-cut', readCutLists],
  ['pp-list-length', readListLayout],
  ['nixl-fewer-regions', readRegions],
  ['bootstrapping-timeout', readTimeout],
  ['waiting-timeout', readTimeout],
  ['request-too-long', readOverflow],
  ['swa-tokens-exceeded', readOverflow],
  ['thread-pool', readThreads],
  ['staging-chunk', readChunk],
  ['metadata-collision', readCollision],
]);

/** Names of values that need words; others say what they are. */
const NAMES: Readonly<Record<string, string>> = {
  addr: 'address of the prefill server',
  arch: "the model's architecture",
  cp: 'context-parallel rank or size',
  dp: 'data-parallel rank',
  pp: 'pipeline stage',
  tp: 'tensor-parallel rank',
  peer: 'the other side',
  port: 'bootstrap port of prefill',
  rid: 'request',
  room: 'bootstrap room of the request',
  session: "session of decode's rank",
  rest: 'what follows',
  error: 'the error inside',
  ring: 'ring rows',
  ratio: 'compression ratio',
};

/** The values of a message, read. */
export function readValues(id: string, values: Values): Reading {
  const reader = READERS.get(id);
  if (reader !== undefined) return reader(values);
  return { values: Object.entries(values).flatMap(([name, value]) => readValue(value, NAMES[name] ?? name)), remarks: [] };
}
