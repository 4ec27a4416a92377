/**
 * @file The classes of causes that bytes can be told apart by. A fault belongs to one of them, and a diagnosis names one; faults that leave the same bytes share a class.
 */

/** What a class is, for people: its letter on pictures, its name, and what must be seen for it to be named. */
export interface CauseClass {
  /** One or two letters, unique: the cue on pictures beside the colour. */
  readonly mark: string;
  readonly title: string;
  /** What the bytes look like. */
  readonly seen: string;
}

/** All classes. The order is that of pictures' legends and of tables; ids never change their meaning. */
export const CAUSE_CLASSES = {
  'not-arrived': {
    mark: 'N',
    title: 'did not arrive',
    seen: "Poison stands where a request's items should be; other requests have theirs in the same component.",
  },
  'component-not-arrived': {
    mark: 'C',
    title: 'a component did not arrive',
    seen: 'Nothing of one component arrived, for any request, while others did; or prefill has no such component.',
  },
  'entry-not-arrived': {
    mark: 'E',
    title: 'an entry did not arrive',
    seen: 'Nothing of some layers of a component arrived, for any request, while its other layers did.',
  },
  'list-cut': {
    mark: 'L',
    title: 'an index list was cut',
    seen: "Whole items are missing at the end or the beginning of a request's positions, alike in every layer of the component; the others arrived in their places.",
  },
  'torn-write': {
    mark: 'T',
    title: 'a write was torn',
    seen: 'A part of an item arrived, and poison stands in the rest of it.',
  },
  'shifted-items': {
    mark: 'S',
    title: 'items are shifted',
    seen: 'Items of the right request and layer stand a whole number of items, the same everywhere, from where they belong.',
  },
  'item-length-off': {
    mark: 'I',
    title: 'the item length is off',
    seen: 'Items of the right layer stand further from their places the higher their index is: index times the difference of two item lengths.',
  },
  'ring-size': {
    mark: 'R',
    title: "the other side's ring size was used",
    seen: "Ring rows stand where slot times another ring size, plus position modulo that size, would put them; or the slot's ring starts elsewhere by that rule.",
  },
  'wrong-layer': {
    mark: 'Y',
    title: "another layer's bytes",
    seen: "Right component, right request, right place in the item, but another layer's words.",
  },
  'wrong-component': {
    mark: 'X',
    title: "another component's bytes",
    seen: "Words of another component, or of the other pool (target, draft), stand in a component's place.",
  },
  'wrong-request': {
    mark: 'Q',
    title: "another request's bytes",
    seen: "Right component and layer, but another request's words.",
  },
  'aux-other-room': {
    mark: 'A',
    title: "another room's metadata row",
    seen: 'A metadata row holds the row of another request, or of none.',
  },
  'wrong-page': {
    mark: 'P',
    title: 'a page that is not the request’s',
    seen: 'Whole pages were read from, or written to, a page that the request does not hold (stale mapping, page freed and handed out again).',
  },
  'null-page': {
    mark: '0',
    title: 'page 0 was used',
    seen: 'Words came from, or went to, page 0, which belongs to nobody.',
  },
  'address-wrap': {
    mark: 'W',
    title: 'an address wrapped',
    seen: 'Words stand a power of two of bytes below their place, which is no whole number of items.',
  },
  'dtype-width': {
    mark: 'D',
    title: 'rows of different widths',
    seen: 'The two nodes give a row of this component different numbers of bytes, so that no row can arrive whole.',
  },
  'stale-state': {
    mark: 'Z',
    title: 'a slot was not reset',
    seen: "What stood in the slot before stands where decode's own reset should.",
  },
  'late-reset': {
    mark: 'V',
    title: 'a reset came too late',
    seen: "Decode's reset pattern stands where data should have arrived.",
  },
  'bit-flip': {
    mark: 'B',
    title: 'bits are flipped',
    seen: 'Single words differ from what they should be by three bits at most.',
  },
  'written-outside': {
    mark: 'O',
    title: 'written outside',
    seen: "Prefill's words stand, too, in memory that no request of this hand-off was to write; their own places are right.",
  },
  'foreign-words': {
    mark: 'F',
    title: 'words that nobody sent',
    seen: 'Values that no word of this run ever held: content of before or after (a page sent before it was complete, a late write, scribbling).',
  },
} as const satisfies Record<string, CauseClass>;

/** Id of a class of causes. */
export type CauseClassId = keyof typeof CAUSE_CLASSES;

/** Every id, in the catalogue's order. */
export const CAUSE_CLASS_IDS = Object.keys(CAUSE_CLASSES) as readonly CauseClassId[];
