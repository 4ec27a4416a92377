/**
 * @file The classes of causes that bytes can be told apart by: what a diagnosis names. Every class of planted faults is one of them, by the same id; the others stand for damage
 * that no planted fault does.
 */

/** What a class is, for people. */
export interface CauseClass {
  /** One letter, unique: the cue on pictures beside the colour. */
  readonly mark: string;
  readonly title: string;
  /** What the bytes look like. */
  readonly seen: string;
}

/** All classes, in the order of legends and tables. Ids never change their meaning. */
export const CAUSE_CLASSES = {
  'not-arrived': {
    mark: 'N',
    title: 'something had not arrived when decode read',
    seen: "Poison, or decode's own reset, stands where whole items should be: of a component, of an entry, of a request, or at the end of its list.",
  },
  'item-cut': { mark: 'T', title: 'an item arrived in part', seen: 'The beginning of an item is right, and poison stands in the rest of it.' },
  'item-length': {
    mark: 'I',
    title: 'items of the wrong length',
    seen: 'Items of the right layer lie, or end, the further from where they should the higher their index is; or the nodes give a row different widths.',
  },
  'component-order': {
    mark: 'X',
    title: 'components paired with others',
    seen: 'Words of another component, or of the other pool (target, draft), lie in the place of a component.',
  },
  'layer-pairing': { mark: 'Y', title: 'layers paired with others', seen: "Right component, right request, right place in the item; another layer's words." },
  'index-shift': {
    mark: 'S',
    title: 'index lists paired out of step',
    seen: 'Right items of the right request and layer, some positions from where they belong.',
  },
  'wrong-page': { mark: 'P', title: 'a page that is not the request’s', seen: 'An item came from, or went to, a page of nobody or of another request.' },
  'null-page': { mark: '0', title: 'the null page in use', seen: 'Words came from, or went to, item 0, which nobody owns.' },
  'ring-rows': {
    mark: 'R',
    title: 'ring rows of another ring size',
    seen: 'Rows lie where slot times another ring size would put them: in the rings of other slots.',
  },
  'base-pointer': { mark: 'B', title: 'items counted from the wrong start', seen: 'All items of an entry are off by the same number of bytes.' },
  'offset-wrap': { mark: 'W', title: 'offsets wrapped around', seen: 'Low items are right, high ones lie a power of two lower.' },
  'aux-row': { mark: 'A', title: 'the metadata row of another request', seen: "A metadata row holds another request's, or nobody's." },
  'late-write': { mark: 'L', title: 'a write after its pages changed hands', seen: "Items of another request lie on a request's pages, list for list." },
  'not-reset': { mark: 'Z', title: 'state that was not reset', seen: "Where decode's own reset should stand, what the slot held before does." },
  'stale-source': {
    mark: 'G',
    title: 'contents of another time',
    seen: 'The right item of the right request, as prefill held it before its contents were computed, or after they were computed anew.',
  },
  'bit-flip': { mark: 'F', title: 'bits turned over', seen: 'Single words differ from the right ones in at most three bits, and are no words of this run.' },
  'written-outside': {
    mark: 'O',
    title: 'written outside',
    seen: 'Words of prefill lie in memory that no request of this hand-off was to fill; their own places are right.',
  },
  'foreign-words': { mark: '?', title: 'words that nobody sent', seen: 'Values that no word of this run ever held: content of another time, or scribbling.' },
} as const satisfies Record<string, CauseClass>;

/** Id of a class of causes. */
export type CauseClassId = keyof typeof CAUSE_CLASSES;

/** Every id, in the catalogue's order. */
export const CAUSE_CLASS_IDS = Object.keys(CAUSE_CLASSES) as readonly CauseClassId[];

/** Causes by which words lie in wrong places, so that what should be there is missing elsewhere. */
export const DISPLACING: ReadonlySet<CauseClassId> = new Set<CauseClassId>([
  'item-length',
  'component-order',
  'layer-pairing',
  'index-shift',
  'wrong-page',
  'null-page',
  'ring-rows',
  'base-pointer',
  'offset-wrap',
  'aux-row',
  'late-write',
]);
