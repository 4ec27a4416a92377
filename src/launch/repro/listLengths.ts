/** @file Lists of the two nodes that are not of one length, as each transfer backend says it: SWA pages, ring rows, C128 items, KV pages. */
import type { Values } from '../../checks/entry.ts';
import { alignUp, counted } from '../../core/units.ts';
import type { TransferBackend } from '../../model/engineConfig.ts';
import type { EngineInput, ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { type Built, type BuiltCase, countOf, layersOf, ONE_REQUEST, SPECULATIVE } from './reproCase.ts';

const NO_COUNTS = 'the lengths are not whole numbers that lists can be built from';
const NO_OVERLAP = 'Mori says of an empty list that nothing overlaps (mori-no-overlap), and not this';
const ONE_ITEM = 'a request has one C128 item or none, and of these the backend says something else';
const CUT = 'fault index-list-cut';
const EQUAL = 'the two lengths are equal: the engine does not say this of them';

/** The state type in small letters, as the wire has it; null where the message names none. */
function stateType({ type }: Values): string | null {
  return type?.replace(/^StateType\./, '').toLowerCase() ?? null;
}

/** Both lengths, 0 included; a reason where they are none, or equal. */
function lengths({ prefill, decode }: Values): readonly [number, number] | string {
  const [sent, expected] = [countOf(prefill, 0), countOf(decode, 0)];
  if (sent === null || expected === null) return NO_COUNTS;
  return sent === expected ? EQUAL : [sent, expected];
}

/** `SWA_RING state index length mismatch`, `C128_STATE ...`: Mooncake's words, or Mori's with `src=`. */
export function stateLengths(values: Values, text: string): Built {
  const counts = lengths(values);
  if (typeof counts === 'string') return counts;
  const backend: TransferBackend = text.includes('src=') ? 'mori' : 'mooncake';
  if (backend === 'mori' && counts.includes(0)) return NO_OVERLAP;
  const type = stateType(values);
  if (type === 'swa_ring') return one(ringRows(counts, backend));
  if (type === 'c128_state') return one(backend === 'mori' ? ONE_ITEM : c128Items(counts, backend));
  return `the backend compares the lengths of ring rows and C128 items alone, and not of ${values.type ?? 'what the message leaves open'}`;
}

/** NIXL compares every component, and names its position: in paged mode SWA pages come first, in unified mode ring rows come second. */
export function nixlStateLengths(values: Values): Built {
  const counts = lengths(values);
  if (typeof counts === 'string') return counts;
  const [sent, expected] = counts;
  if (sent === 0) return 'NIXL passes over a component that prefill lists nothing of: it does not say this';
  const position = countOf(values.position, 0);
  if (position === 0) return one(swaPages(counts, 'nixl'));
  if (position === 1) return one(expected === 0 ? draftOnPrefill(sent, 'paged', 'nixl') : ringRows(counts, 'nixl'));
  if (position === 2 && expected === 0) return one(draftOnPrefill(sent, 'unified', 'nixl'));
  if (position === 3 && expected === 0) return one(draftOnPrefill(sent, 'unified', 'nixl', 128));
  return `components behind the first two have a list that one before them has as well, or a single item: none at ${values.position ?? 'an unknown position'} has ${counts.join(' and ')}`;
}

/** Lists that are cut with a line in the log: of SWA pages. */
export function cutSwaPages(backend: 'mooncake' | 'mori'): (values: Values) => Built {
  return (values) => {
    const counts = lengths(values);
    if (typeof counts === 'string') return counts;
    if (backend === 'mori' && counts.includes(0)) return NO_OVERLAP;
    const type = stateType(values);
    if (type !== null && type !== 'swa') return `lists of ${type.toUpperCase()} are those of models that are not laid out here`;
    return one(swaPages(counts, backend));
  };
}

/** Mori sends nothing where one side lists nothing. */
export function noOverlap(values: Values): Built {
  const type = stateType(values);
  if (type === 'swa') return one(swaPages([1, 0], 'mori'));
  if (type === 'swa_ring') return one(emptyRing([1, 0], 'mori'));
  if (type === 'c128_state') return one(c128Items([1, 0], 'mori'));
  return `no component here is of type ${values.type ?? 'that the message leaves open'}`;
}

/** The KV list of the request, cut to decode's pages (Mooncake). */
export function cutKvPages(values: Values): Built {
  const counts = lengths(values);
  if (typeof counts === 'string') return counts;
  const [sent, expected] = counts;
  if (sent < expected) return 'prefill takes as many of decode’s pages as it has itself, so that it says this only where decode has fewer';
  return one(kvPages(counts, 'mooncake'));
}

/** KV lists that grouping refuses. Mooncake cuts a longer one of prefill's before, Mori none. */
export function groupLengths(values: Values): Built {
  const counts = lengths(values);
  if (typeof counts === 'string') return counts;
  if (counts.includes(0)) return 'grouping passes over an empty list: it does not say this';
  if (counts[0] < counts[1]) return 'prefill takes as many of decode’s pages as it has itself, so that decode’s list is never the longer one';
  return one(kvPages(counts, 'mori'));
}

/** A request of as many pages as prefill lists; decode's list lost the rest. */
function kvPages([sent, expected]: readonly [number, number], backend: TransferBackend): BuiltCase {
  return {
    title: `${counted(sent, 'page')} on prefill against ${expected} on decode`,
    given: {
      model: { plain: { layers: 1, rows: sent + 1, itemBytes: 512 } },
      prefill: { slots: 1, backend },
      decode: { slots: 1, preallocSlots: 0 },
      requests: [{ length: sent }],
      faults: [cutTo('kv', sent, expected)],
    },
    fixed: { faults: [] },
    mend: 'Make both nodes count the same prompt.',
    remarks: [
      `Pages of one token in a plain pool. The message does not say why the lists differ: decode's lost its tail (${CUT}).`,
      'Where prefill merely counts tokens that decode has no need of, nothing is missing in the end.',
    ],
  };
}

/** In paged mode with pages of one token a list has min(window, tokens) pages. */
function swaPages([sent, expected]: readonly [number, number], backend: TransferBackend): BuiltCase {
  const length = Math.max(sent, expected);
  if (sent === 0 || expected === 0) {
    const node: EngineInput = { ...ONE_REQUEST, backend, pageSize: 1, window: length, poolTokens: length };
    return {
      ...emptied('swa', [sent, expected]),
      given: { model: layersOf([0]), prefill: node, decode: node, requests: [{ length }], faults: [cutTo('swa', sent, expected)] },
    };
  }
  const node = (window: number): EngineInput => ({ ...ONE_REQUEST, backend, pageSize: 1, window, poolTokens: length });
  return {
    title: `Windows of ${sent} tokens on prefill, ${expected} on decode, in pages of one token`,
    given: { model: layersOf([0]), prefill: node(sent), decode: node(expected), requests: [{ length }] },
    fixed: { prefill: { window: expected } },
    mend: `On prefill: use a window of ${expected}, as decode does.`,
    remarks: ['Window-only layers with pages of one token, so that a window of so many tokens has a list of so many pages.'],
  };
}

/** In unified mode a list has min(window, tokens) rows. */
function ringRows([sent, expected]: readonly [number, number], backend: TransferBackend): BuiltCase {
  if (sent === 0) return emptyRing([sent, expected], backend);
  if (expected === 0) return draftOnPrefill(sent, 'unified', backend);
  const length = Math.max(sent, expected);
  const node = (window: number): EngineInput => ({ ...ONE_REQUEST, backend, mode: 'unified', window, poolTokens: alignUp(length, 256) });
  return {
    title: `Windows of ${sent} tokens on prefill, ${expected} on decode, in unified mode`,
    given: { model: layersOf([0]), prefill: node(sent), decode: node(expected), requests: [{ length }] },
    fixed: { prefill: { window: expected } },
    mend: `On prefill: use a window of ${expected}, as decode does.`,
  };
}

/** A ring list that lost all its rows on one node. */
function emptyRing([sent, expected]: readonly [number, number], backend: TransferBackend): BuiltCase {
  const length = Math.max(sent, expected);
  const node: EngineInput = { ...ONE_REQUEST, backend, mode: 'unified', window: length, poolTokens: alignUp(length, 256) };
  return {
    ...emptied('swa_ring', [sent, expected]),
    given: { model: layersOf([0]), prefill: node, decode: node, requests: [{ length }], faults: [cutTo('swa_ring', sent, expected)] },
  };
}

/** What cases of a list that one node lost have in common. */
function emptied(list: 'swa' | 'swa_ring', [sent]: readonly [number, number]): Pick<BuiltCase, 'title' | 'fixed' | 'mend' | 'remarks'> {
  const side = sent === 0 ? 'Prefill' : 'Decode';
  return {
    title: `${side} lists nothing of ${list}`,
    fixed: { faults: [] },
    mend: 'Make both nodes list the window of the same prompt.',
    remarks: [`A request always has a window: the list lost all its entries (${CUT}).`],
  };
}

/** The fault that shortens the longer of two lists of one length to what the message has. */
function cutTo(list: 'kv' | 'swa' | 'swa_ring', sent: number, expected: number): NonNullable<ScenarioInput['faults']>[number] {
  return { kind: 'index-list-cut', request: 0, list, side: sent < expected ? 'prefill' : 'decode', entries: Math.abs(sent - expected) };
}

/** Speculation on prefill alone: decode has no list for the draft's component, which stands behind those of the target's layers. */
function draftOnPrefill(sent: number, mode: 'paged' | 'unified', backend: TransferBackend, ratio: 0 | 128 = 0): BuiltCase {
  const node: EngineInput = { ...ONE_REQUEST, backend, mode, window: sent, poolTokens: alignUp(sent, 256), ...(mode === 'paged' ? { pageSize: 1 } : {}) };
  return {
    title: `A draft on prefill alone, with a window of ${sent}`,
    given: { model: layersOf([ratio], 1), prefill: { ...node, ...SPECULATION }, decode: node, requests: [{ length: sent }] },
    fixed: { decode: SPECULATION },
    mend: 'On decode: use the same speculation as on prefill.',
  };
}

const SPECULATION = { speculation: SPECULATIVE.speculation };

/** A list has one item, or none where the prompt is a multiple of 128 tokens: one node counts a token more. */
function c128Items([sent, expected]: readonly [number, number], backend: TransferBackend): BuiltCase | string {
  if (sent > 1 || expected > 1) return ONE_ITEM;
  const node: EngineInput = { ...ONE_REQUEST, backend, poolTokens: 256 };
  const [length, tokens] = sent === 1 ? [128, 1] : [129, -1];
  return {
    title: `A prompt of ${length + tokens} tokens on prefill, ${length} on decode`,
    given: {
      model: layersOf([128]),
      prefill: node,
      decode: node,
      requests: [{ length }],
      faults: [{ kind: 'prompt-length-off', request: 0, side: 'prefill', tokens, lists: 'all' }],
    },
    fixed: { faults: [] },
    mend: 'Make both nodes count the same prompt.',
    remarks: ['One node counts a token that the other does not (fault prompt-length-off).'],
  };
}

function one(built: BuiltCase | string): Built {
  return typeof built === 'string' ? built : [built];
}
