/** @file The five refusals of target against draft. Each is made by both nodes, started alike: as given, past the check, and with the mend. */
import { tupleOf, type Values } from '../../checks/entry.ts';
import { alignUp, counted, formatInteger } from '../../core/units.ts';
import type { PoolMode } from '../../model/engineConfig.ts';
import { type Built, type BuiltCase, MOST_TOKENS, onBoth, SPECULATIVE, WINDOW_ONLY } from './reproCase.ts';

/** Two whole pages of 256, and a prompt that begins a second one, reaches over the window and over the end of a C4 or C128 row. */
const TWO_PAGES = { ...SPECULATIVE, poolTokens: 512 };
const PROMPT = [{ length: 300 }];
/** The one page size that the server builds paged pools with. */
const SERVER_PAGE = 256;

/** `(page size, window)` of both pools: window-only pools, whose SWA pages are as large as their pages. */
export function pagedGeometry(values: Values): Built {
  const [target, draft] = [pair(values, 'target'), pair(values, 'draft')];
  if (target === null || draft === null) return NO_TUPLES;
  const [page, window] = target;
  const [draftPage, draftWindow] = draft;
  if (page === draftPage && window === draftWindow) return SAME;
  // The larger page: the server knows pages of 256, and what gives one pool another page makes it smaller.
  const mended = Math.max(page, draftPage);
  // Two of the larger pages, and two windows where windows differ: ids of one pool then mean nothing, or too little, in the other.
  const length = Math.max(2 * mended, window === draftWindow ? 1 : Math.max(window, draftWindow) + 2 * mended);
  if (length > MOST_TOKENS) return TOO_LARGE;
  const draftOwn = { pageSize: draftPage, swaPageSize: draftPage, window: draftWindow };
  const given = { ...SPECULATIVE, pageSize: page, poolTokens: alignUp(length, page), draft: draftOwn };
  const fixed = { pageSize: mended, poolTokens: alignUp(length, mended), draft: { pageSize: mended, swaPageSize: mended, window } };
  return [
    {
      title: `Target of ${counted(page, 'token')} a page and a window of ${window}, draft of ${draftPage} and ${draftWindow}`,
      given: { model: { ...WINDOW_ONLY, window }, ...onBoth(given), requests: [{ length }] },
      fixed: onBoth(fixed),
      mend: `Give both pools pages of ${mended} tokens and a window of ${window} on each node.`,
      remarks: [
        'Both pools have window-only layers (compression ratio 0), and SWA pages as large as their pages.',
        ...(mended === SERVER_PAGE
          ? []
          : [
              `A server, whose target has C4 and C128 layers, needs pages of ${SERVER_PAGE} tokens in both pools ("In paged swa mode, page_size must be 256.").`,
            ]),
      ],
    },
  ];
}

/** `(window, ring rows of a slot, ring rows of all slots)` of both pools. */
export function ringGeometry(values: Values): Built {
  const [target, draft] = [tupleOf(values, 'target'), tupleOf(values, 'draft')];
  if (target?.length !== 3 || draft?.length !== 3 || [...target, ...draft].some((value) => value < 1 || value > MOST_TOKENS)) return NO_TUPLES;
  const [window = 0, ring = 0, rows = 0] = target;
  const [draftWindow = 0, draftRing = 0, draftRows = 0] = draft;
  if (target.join() === draft.join()) return SAME;
  const draftTokens = ring - window + 1;
  if (draftTokens < 1 || draftRing - draftWindow + 1 !== draftTokens) {
    return `the engine makes every ring as long as its window and one draft token less than there are, and takes their number for both pools from the one --speculative-num-draft-tokens of the process: no server has rings of ${ring} rows for a window of ${window} beside ${draftRing} for ${draftWindow}`;
  }
  const [slots, draftSlots] = [rows / ring, draftRows / draftRing];
  if (!Number.isInteger(slots) || !Number.isInteger(draftSlots)) return 'the rows of all slots are no whole number of rings';
  const length = Math.max(window, draftWindow) + 1;
  const given = {
    ...SPECULATIVE,
    mode: 'unified' as const,
    speculation: { draftTokens, draftLayers: 1 },
    window,
    poolTokens: alignUp(length, 256),
    target: { reqSlots: slots },
    draft: { window: draftWindow, reqSlots: draftSlots },
  };
  return [
    {
      title: `Rings of ${ring} rows (${rows} in all) for the target, ${draftRing} (${draftRows} in all) for the draft`,
      given: { model: { ...WINDOW_ONLY, window }, ...onBoth(given), requests: [{ length }] },
      // Slot 1 is the first that a request gets; 0 is padding.
      fixed: onBoth({ target: { reqSlots: Math.max(2, slots) }, draft: { window, reqSlots: Math.max(2, slots) } }),
      mend: `Give both pools a window of ${window} and ${Math.max(2, slots)} request slots on each node.`,
    },
  ];
}

/** One pool unified, the other paged: the message does not say which, so both ways round. */
export function unifiedMode(): Built {
  const case_ = (target: PoolMode, draft: PoolMode): BuiltCase => ({
    variant: `${target}-target`,
    title: `Target ${target}, draft ${draft}`,
    given: { model: WINDOW_ONLY, ...onBoth({ ...TWO_PAGES, mode: target, draft: { mode: draft } }), requests: PROMPT },
    fixed: onBoth({ draft: { mode: target } }),
    mend: `Build the draft pool in ${target} mode, as the target, on each node.`,
    remarks: ['The message does not say which of the two pools is unified: both ways round are shown.'],
  });
  return [case_('paged', 'unified'), case_('unified', 'paged')];
}

/** A draft with a mapping tensor of its own. */
export function mappingIdentity(): Built {
  return [
    {
      title: 'The draft has a full-to-SWA mapping of its own',
      given: { model: WINDOW_ONLY, ...onBoth({ ...TWO_PAGES, draft: { mapping: 'own' } }), requests: PROMPT },
      fixed: onBoth({ draft: { mapping: 'shared' } }),
      mend: 'Register the allocator’s one mapping with both pools on each node.',
      remarks: ['The draft’s mapping is an equal copy here. Past the check it does no harm until the allocator changes its own: then it is a stale mapping.'],
    },
  ];
}

/** A draft layer with compressed KV. */
export function draftRatios(): Built {
  return [
    {
      title: 'A draft layer of compression ratio 4',
      given: { model: WINDOW_ONLY, ...onBoth({ ...TWO_PAGES, draft: { compressRatios: [4] } }), requests: PROMPT },
      fixed: onBoth({ draft: { compressRatios: [0] } }),
      mend: 'Give every layer of the draft compression ratio 0 on each node.',
      remarks: ['The message does not name the ratio: 4 is taken. The server makes no room for compressed KV in a draft pool.'],
    },
  ];
}

const NO_TUPLES = `the message’s values are not whole numbers from 1 to ${formatInteger(MOST_TOKENS)}, which pools are laid out with here`;
const SAME = 'nothing differs between the two values: the engine does not say this of them';
const TOO_LARGE = 'pools with these values are larger than any that are laid out here';

function pair(values: Values, name: string): readonly [number, number] | null {
  const [first, second, ...rest] = tupleOf(values, name) ?? [];
  const isUsable = (value: number | undefined): value is number => value !== undefined && value >= 1 && value <= MOST_TOKENS;
  return isUsable(first) && isUsable(second) && rest.length === 0 ? [first, second] : null;
}
