/** @file Readings of the refusals that compare a target and a draft pool: which element of a tuple is what, and what such pools would be like. */
import { formatInteger } from '../../core/units.ts';
import { tupleItems, wholeNumber } from './pythonTuple.ts';
import type { Reader, ReadValue } from './reading.ts';

/** What stands at one place of the tuple, and what sets it for each pool. */
interface Element {
  readonly what: string;
  readonly target: string;
  readonly draft: string;
}

const PAGED: readonly [Element, Element] = [
  { what: 'page size, tokens', target: '--page-size', draft: '--page-size, or what gives the draft pool its own' },
  { what: 'sliding window, tokens', target: "sliding_window of the model's config.json", draft: "sliding_window of the draft's config.json" },
];

const RING: readonly [Element, Element, Element] = [
  { what: 'sliding window, tokens', target: "sliding_window of the model's config.json", draft: "sliding_window of the draft's config.json" },
  {
    what: 'ring rows of a request slot: window + draft tokens - 1',
    target: '--speculative-num-draft-tokens',
    draft: '--speculative-num-draft-tokens, as the draft pool sees it',
  },
  {
    what: 'ring rows of all slots: slots x rows of a slot',
    target: '--max-running-requests (and --disaggregation-decode-extra-slots on decode)',
    draft: 'the number of request slots that the draft pool is given',
  },
];

/** A C4 row stands for this many tokens, and a C128 row for so many: a page must hold one. */
const C4_TOKENS = 4n;
const C128_TOKENS = 128n;
/** The one page size that the server builds paged pools with. */
const PAGED_TOKENS = 256n;

/** `(page size, window)` of both pools. */
export const readPagedGeometry: Reader = ({ target, draft }) => {
  const [ofTarget, ofDraft] = [tupleItems(target), tupleItems(draft)];
  const [targetPage, draftPage] = [wholeNumber(ofTarget?.[0]), wholeNumber(ofDraft?.[0])];
  return {
    values: [...elements(PAGED, ofTarget, 'target'), ...elements(PAGED, ofDraft, 'draft')],
    remarks: [...differences(PAGED, ofTarget, ofDraft), ...pageRemarks('target', targetPage), ...pageRemarks('draft', draftPage)],
  };
};

/** `(window, ring rows of a slot, ring rows in all)` of both pools. */
export const readRingGeometry: Reader = ({ target, draft }) => {
  const [ofTarget, ofDraft] = [tupleItems(target), tupleItems(draft)];
  return {
    values: [...elements(RING, ofTarget, 'target'), ...elements(RING, ofDraft, 'draft')],
    remarks: [...differences(RING, ofTarget, ofDraft), ...ringRemarks('target', ofTarget), ...ringRemarks('draft', ofDraft)],
  };
};

/** The message of unlike modes names neither value. */
export const readUnifiedMode: Reader = () => ({
  values: [],
  remarks: [
    'The message names neither value: one of the two pools has _unified_kv True and the other has not (False, None).',
    'Unified mode exists on ROCm alone, with SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton, which holds for the whole process: elsewhere the pool that is unified was made so by code or config of its own.',
  ],
});

function elements(names: readonly Element[], items: readonly string[] | null, pool: 'target' | 'draft'): ReadValue[] {
  if (items === null) return [];
  return items.map((value, i) => ({ what: `${pool}: ${names[i]?.what ?? `element ${i}`}`, value, setBy: names[i]?.[pool] ?? null }));
}

/** Which elements differ, in a sentence. */
function differences(names: readonly Element[], target: readonly string[] | null, draft: readonly string[] | null): string[] {
  if (target === null || draft === null) return [];
  const name = (i: number) => names[i]?.what.replace(/[:,].*/, '') ?? `element ${i}`;
  const unequal = target.flatMap((value, i) => (value === draft[i] ? [] : [`${name(i)} (target ${value}, draft ${draft[i] ?? 'nothing'})`]));
  const equal = target.flatMap((value, i) => (value === draft[i] ? [`${name(i)} (${value})`] : []));
  if (unequal.length === 0) return ['Nothing differs: this message is not one of the engine for these values.'];
  return [`What differs: ${unequal.join(', ')}.${equal.length === 0 ? '' : ` Equal: ${equal.join(', ')}.`}`];
}

function pageRemarks(pool: string, page: bigint | null): string[] {
  if (page === null || page === PAGED_TOKENS) return [];
  const refused = `the server itself builds paged pools with 256 tokens a page and nothing else ("In paged swa mode, page_size must be 256.")`;
  if (page < 1n) return [`A page of ${page} tokens is none: ${refused}.`];
  const rows = `A page of ${page} token${page === 1n ? '' : 's'} holds`;
  const unbuilt = 'such a layer would have ended its construction ("ZeroDivisionError: integer division or modulo by zero")';
  if (page < C4_TOKENS) {
    return [
      `${rows} no C4 row (${C4_TOKENS} tokens make one) and no C128 row (${C128_TOKENS} do): with C4 or C128 layers the ${pool} pool could not have been built, ${unbuilt}. So it has window-only layers, or its page size was changed afterwards; ${refused}.`,
    ];
  }
  if (page < C128_TOKENS) {
    return [
      `${rows} ${page / C4_TOKENS} C4 row${page / C4_TOKENS === 1n ? '' : 's'} and no C128 row (${C128_TOKENS} tokens make one): with C128 layers the ${pool} pool could not have been built, ${unbuilt}; ${refused}.`,
    ];
  }
  return [`The ${pool} pool has ${page} tokens a page: ${refused} (NPU: 128).`];
}

function ringRemarks(pool: string, items: readonly string[] | null): string[] {
  const [window, ring, rows] = [wholeNumber(items?.[0]), wholeNumber(items?.[1]), wholeNumber(items?.[2])];
  if (window === null || ring === null || rows === null || ring <= 0n) return [];
  const tokens = ring - window + 1n;
  const speculation =
    tokens < 1n
      ? `a ring of ${ring} rows is smaller than the window and cannot hold it`
      : tokens === 1n
        ? `a ring of ${ring} rows is the window alone: no speculation, or one draft token`
        : `a ring of ${ring} rows means ${tokens} draft tokens (${window} + ${tokens} - 1)`;
  const slots = rows % ring === 0n ? `${rows} rows in all are ${formatSlots(rows / ring)}` : `${rows} rows in all are no whole number of slots of ${ring} rows`;
  return [`In the ${pool} pool ${speculation}; ${slots}.`];
}

function formatSlots(slots: bigint): string {
  return slots > BigInt(Number.MAX_SAFE_INTEGER) ? `${slots} request slots` : `${formatInteger(Number(slots))} request slots, the padding slot 0 among them`;
}
