/** @file The row of decode's memory that is looked at, word by word as the last transfer left it: asked for at the zoom that shows words. */
import { computed, effect, signal } from '@preact/signals';
import type { DamageMap } from '../../verify/diagnosis/damageMap.ts';
import { EngineCallError } from '../engine/client.ts';
import { engine } from '../engine/engine.ts';
import type { NumberedWord, RowRequest, RowWords, WordStretch } from '../engine/rowProtocol.ts';
import { messageOf, notice, page, running } from '../state/store.ts';
import { damagedRows, isDamaged } from './damaged.ts';
import { damage, focuses, places, zoom } from './poolsData.ts';

/** Memory is read back for hand-offs up to this size: it has to be laid out once more. */
export const MOST_READ_BYTES = 512 * 2 ** 20;

/** The row's words; null where there are none to show, or they are not there yet. */
export const rowWords = signal<RowWords | null>(null);

/** By area of decode, an index of `MARK_STATES` a row; of areas without damage, and of those not looked at yet, nothing. */
export const rowStates = signal<ReadonlyMap<number, Uint8Array>>(new Map());

/** One word, with what stands there and what should. */
export interface PickedWord {
  readonly stretch: WordStretch;
  readonly held: { readonly value: number; readonly word: NumberedWord | null };
  readonly due: { readonly value: number; readonly word: NumberedWord | null };
}

/** The picked word of decode, as the transfer left it; null where its row is not looked at. */
export const pickedWord = computed<PickedWord | null>(() => {
  const row = rowWords.value;
  const place = places.value.decode;
  if (row === null || place === null || place.rank !== row.rank) return null;
  const word = Math.floor((place.offset - row.offset) / 4);
  const stretch = row.stretches.find(({ from, words }) => word >= from && word < from + words);
  if (stretch === undefined) return null;
  const on = (first: NumberedWord | null) => (first === null ? null : later(first, word - stretch.from));
  return {
    stretch,
    held: { value: row.held[word] ?? 0, word: on(stretch.held) },
    due: { value: row.due[word] ?? 0, word: on(stretch.due) },
  };
});

/** The word so many words on. */
export function later({ number, address, ...place }: NumberedWord, words: number): NumberedWord {
  return { ...place, number: number + words, address: `0x${(BigInt(address) + BigInt(4 * words)).toString(16)}` };
}

/** What of decode's memory the words are wanted of; null where none are. The same object as long as it is the same row of the same hand-off. */
const wanted = computed<RowRequest | null>((): RowRequest | null => {
  const state = page.value;
  const focus = focuses.value.decode;
  const isRun = damage.value !== null && running.value.kind === 'done';
  if (state === null || focus === null || zoom.value !== 'row' || !isRun || focus.rank.bytes > MOST_READ_BYTES) return null;
  const { scenario, pastChecks } = state;
  const { area, rowOffset } = focus;
  // The last row may be cut short, and a row of bytes need not end with a whole word.
  const bytes = 4 * Math.floor(Math.min(area.rowBytes, area.offset + area.bytes - rowOffset) / 4);
  const next = { scenario, pastChecks, rank: focus.rank.rank, offset: rowOffset, bytes };
  if (last === null || (Object.keys(next) as (keyof RowRequest)[]).some((key) => last?.[key] !== next[key])) last = next;
  return last;
});
let last: RowRequest | null = null;

/** Follows the page while the view is shown. @returns what ends it */
export function watchRow(): () => void {
  const ends = [effect(followRow), effect(followRows)];
  return () => {
    for (const end of ends) end();
  };
}

function followRow(): void {
  const row = wanted.value;
  const shown = rowWords.peek();
  if (row === null || shown?.offset !== row.offset || shown.rank !== row.rank) rowWords.value = null;
  if (row === null) return;
  void read(async () => {
    const found = await engine.call('rowWords', row);
    if (wanted.peek() === row) rowWords.value = found;
  });
}

/** Components of decode whose rows are wanted: those in sight that the run left damaged. The same array as long as it is the same ones of the same rank. */
const wantedRows = computed<{ readonly rank: number; readonly components: readonly string[] } | null>(() => {
  const map = damage.value;
  const focus = focuses.value.decode;
  if (map === null || focus === null || zoom.value === 'row') return null;
  const inSight = zoom.value === 'node' ? focus.rank.components : [focus.component];
  const components = inSight.filter((component) => isDamaged(map, focus.rank.rank, component)).map(({ name }) => name);
  const next = { rank: focus.rank.rank, components };
  if (lastRows?.rank !== next.rank || lastRows.components.join() !== components.join()) lastRows = next;
  return lastRows;
});
let lastRows: { readonly rank: number; readonly components: readonly string[] } | null = null;

/** Whose rows `rowStates` holds: of which run, known by its map, of which rank, and of which components. */
let held: { readonly map: DamageMap | null; readonly rank: number; readonly components: Set<string> } | null = null;

function followRows(): void {
  const wanted = wantedRows.value;
  const map = damage.value;
  if (map === null && held !== null) {
    held = null;
    rowStates.value = new Map();
  }
  if (wanted === null) return;
  const { rank } = wanted;
  // Another run is of another hand-off, whatever is in sight.
  if (held?.map !== map || held.rank !== rank) {
    held = { map, rank, components: new Set() };
    rowStates.value = new Map();
  }
  const own = held;
  const components = wanted.components.filter((name) => !own.components.has(name));
  const state = page.peek();
  if (components.length === 0 || state === null) return;
  for (const name of components) own.components.add(name);
  const rankMap = focuses.peek().decode?.rank;
  if (map !== null && rankMap !== undefined && rankMap.bytes > MOST_READ_BYTES) {
    const shown = rankMap.components.filter(({ name }) => components.includes(name));
    rowStates.value = new Map([...rowStates.peek(), ...shown.flatMap((component) => damagedRows(map, rank, component))]);
    return;
  }
  const { scenario, pastChecks } = state;
  const askRows = () => engine.call('rowStates', { scenario, pastChecks, rank, components });
  void read(async () => {
    let found: Awaited<ReturnType<typeof askRows>>;
    try {
      found = await askRows();
    } catch (error) {
      // What failed may be asked for again.
      for (const name of components) own.components.delete(name);
      throw error;
    }
    if (held === own) rowStates.value = new Map([...rowStates.peek(), ...(found ?? []).map(({ area, states }) => [area, states] as const)]);
  });
}

async function read(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    // A run that begins takes the worker along.
    if (!(error instanceof EngineCallError && error.message === 'given up')) notice.value = messageOf(error);
  }
}
