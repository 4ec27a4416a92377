/** @file Lists of the two nodes that are not of one length, as each transfer backend says it: SWA pages, ring rows, C128 items, KV pages, KV entries, components. */
import type { Values } from '../../checks/entry.ts';
import { alignUp } from '../../core/units.ts';
import type { TransferBackend } from '../../model/engineConfig.ts';
import type { EngineInput } from '../../scenario/scenarioSchema.ts';
import { type Built, type BuiltCase, countOf, layersOf, ONE_REQUEST, SPECULATIVE, WINDOW_ONLY } from './reproCase.ts';

const NO_COUNTS = 'the lengths are not whole numbers that lists can be built from';
const EQUAL = 'the two lengths are equal: the engine does not say this of them';

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
  const type = values.type?.replace(/^StateType\./, '').toUpperCase();
  if (type === 'SWA_RING') return one(ringRows(counts, backend));
  if (type === 'C128_STATE') return one(c128Items(counts, backend));
  return `the backend compares the lengths of ring rows and C128 items alone, and not of ${values.type ?? 'what the message leaves open'}`;
}

/** NIXL compares every component, and names its position: in paged mode SWA pages come first, in unified mode ring rows come second. */
export function nixlStateLengths(values: Values): Built {
  const counts = lengths(values);
  if (typeof counts === 'string') return counts;
  const position = countOf(values.position, 0);
  if (position === 0) return one(swaPages(counts, 'nixl'));
  if (position === 1 && counts[1] === 0) return one(draftOnPrefill(counts[0], 'paged', 'nixl'));
  if (position === 1) return one(ringRows(counts, 'nixl'));
  if (position === 2 && counts[1] === 0) return one(draftOnPrefill(counts[0], 'unified', 'nixl'));
  return `no pair of nodes here has lists of ${counts.join(' and ')} at component ${values.position ?? 'of an unknown position'} that agree before it`;
}

/** Lists that are cut with a line in the log: of SWA pages. */
export function cutSwaPages(backend: 'mooncake' | 'mori'): (values: Values) => Built {
  return (values) => {
    const counts = lengths(values);
    return typeof counts === 'string' ? counts : one(swaPages(counts, backend));
  };
}

/** Mori sends nothing where one side lists nothing. */
export function noOverlap({ type }: Values): Built {
  const kind = type?.replace(/^StateType\./, '').toLowerCase();
  if (kind !== 'c128_state') return 'only C128 items can be absent on one node while its components are those of the other';
  return one(c128Items([1, 0], 'mori'));
}

/** Mori counts components. */
export function componentCount(values: Values): Built {
  const counts = lengths(values);
  if (typeof counts === 'string') return counts;
  const [sent, expected] = counts;
  if (sent !== 2 || expected !== 1) return 'two components against one, a draft on prefill alone, is the one such pair that is built here';
  return one(draftOnPrefill(1, 'paged', 'mori'));
}

/** The KV list of the request, cut to decode's pages. */
export function cutKvPages(values: Values): Built {
  const counts = lengths(values);
  if (typeof counts === 'string') return counts;
  const [sent, expected] = counts;
  if (sent < expected || expected === 0) return 'prefill is told of it only where decode has fewer pages, and some';
  const tokens = sent - expected;
  return [
    {
      title: `${sent} pages on prefill against ${expected} on decode`,
      given: {
        model: { plain: { layers: 1, rows: sent + 2, itemBytes: 512 } },
        prefill: { slots: 1 },
        decode: { slots: 1, preallocSlots: 0 },
        requests: [{ length: expected }],
        faults: [{ kind: 'prompt-length-off', request: 0, side: 'prefill', tokens, lists: 'all' }],
      },
      fixed: { faults: [] },
      mend: 'Make both nodes count the same prompt.',
      remarks: ['Pages of one token in a plain pool. Prefill counts a longer prompt than decode (fault prompt-length-off).'],
    },
  ];
}

/** NIXL: fewer KV entries on decode. A C128 layer has one. */
export function kvRegions(values: Values): Built {
  const counts = lengths(values);
  if (typeof counts === 'string') return counts;
  const [sent, expected] = counts;
  if (expected > sent) return 'NIXL refuses fewer entries on decode, and not more';
  if (sent > MOST_ENTRIES) return `more than ${MOST_ENTRIES} layers would be laid out`;
  // Online, the state of a C128 layer is a row.
  const node: EngineInput = { ...ONE_REQUEST, poolTokens: 256, backend: 'nixl', onlineCompress: true };
  const compressRatios = Array.from({ length: sent }, (_, layer) => (layer < expected ? 128 : 0));
  return [
    {
      title: `${sent} KV entries on prefill against ${expected} on decode`,
      given: {
        model: layersOf(new Array<number>(sent).fill(128)),
        prefill: node,
        decode: { ...node, target: { compressRatios } },
        requests: [{ length: 129 }],
      },
      fixed: { decode: { target: { compressRatios: new Array<number>(sent).fill(128) } } },
      mend: 'Load the same model on both nodes.',
      remarks: ['Layers of ratio 128, which have one KV entry each; on decode the others keep their window alone.'],
    },
  ];
}

const MOST_ENTRIES = 128;

/** In paged mode with pages of one token a list has min(window, tokens) pages. */
function swaPages([sent, expected]: readonly [number, number], backend: TransferBackend): BuiltCase | string {
  if (sent === 0 || expected === 0) return 'a request has at least one SWA page on both nodes';
  const length = Math.max(sent, expected);
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
function ringRows([sent, expected]: readonly [number, number], backend: TransferBackend): BuiltCase | string {
  if (sent === 0) return 'a prefill node without rings has no such component, and so nothing to compare';
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

/** Speculation on prefill alone: decode has no list for the draft's component. */
function draftOnPrefill(sent: number, mode: 'paged' | 'unified', backend: TransferBackend): BuiltCase | string {
  const node: EngineInput = { ...ONE_REQUEST, backend, mode, window: sent, poolTokens: alignUp(sent, 256), ...(mode === 'paged' ? { pageSize: 1 } : {}) };
  return {
    title: `A draft on prefill alone, with a window of ${sent}`,
    given: { model: WINDOW_ONLY, prefill: { ...node, ...SPECULATION }, decode: node, requests: [{ length: sent }] },
    fixed: { decode: SPECULATION },
    mend: 'On decode: use the same speculation as on prefill.',
  };
}

const SPECULATION = { speculation: SPECULATIVE.speculation };

/** A list has one item, or none where the prompt is a multiple of 128 tokens: one node counts a token more. */
function c128Items([sent, expected]: readonly [number, number], backend: TransferBackend): BuiltCase | string {
  if (sent > 1 || expected > 1) return 'a request has one C128 item or none';
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
