/**
 * @file Classes of damage. Faults that leave the same bytes behind share one: nobody can tell them apart by looking at memory, and no diagnosis should claim to.
 */

/** What each class looks like, and why its kinds share it. */
export const FAULT_CLASSES = {
  'not-arrived': {
    title: 'something had not arrived when decode read',
    why: 'Decode still holds what it held before. Whether it was not registered, not sent, failed on the way or came too late leaves no trace in the bytes. Nor does any other fault of which only absence comes: components swapped where the engine raises, a write torn between two items, copies that leave their regions, a page of an old mapping that its owner’s own data overwrites. Such a one is of this class, whatever its kind.',
  },
  'item-cut': {
    title: 'an item arrived in part',
    why: 'The first words are right, the rest is as before: a page sent short and a write torn half-way look alike.',
  },
  'item-length': {
    title: 'items of the wrong length',
    why: 'Every address is index times the sender’s item length, on both sides: a wrong length, a wider dtype and a longer ring all give the same strides.',
  },
  'component-order': { title: 'components paired with others', why: 'One component’s items lie in another’s tensors, or the engine raises before they do.' },
  'layer-pairing': { title: 'layers paired with others', why: 'Whole items lie where they should, of another layer.' },
  'index-shift': {
    title: 'index lists paired out of step',
    why: 'Right items of the right layer at the wrong place by some positions: a list that starts late and one built for another length look alike.',
  },
  'wrong-page': { title: 'a page that is not the request’s', why: 'One item goes to, or comes from, a page of nobody or of another request.' },
  'null-page': {
    title: 'the null page in use',
    why: 'Item 0 was read or written, which nobody owns: put into a list, or at the head of one that was built for a shorter prompt and starts before the window.',
  },
  'ring-rows': { title: 'ring rows of another ring size', why: 'Rows lie at slot times another size: in the rings of other slots.' },
  'base-pointer': { title: 'items counted from the wrong start', why: 'All items of an entry are off by the same number of bytes.' },
  'offset-wrap': { title: 'offsets wrapped around', why: 'Low items are right, high ones lie a power of two lower.' },
  'aux-row': { title: 'the metadata row of another request', why: 'First token, room and seeds are another request’s; all else is right.' },
  'late-write': { title: 'a write after its pages changed hands', why: 'Another request’s items lie in pages that have a new owner.' },
  'not-reset': { title: 'state that was not reset', why: 'Where decode’s own reset should stand, what the slot held before does.' },
  'bit-flip': { title: 'a bit turned over', why: 'One word differs from the right one in one bit and is no word of this run.' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly why: string }>>;

/** Id of a class. */
export type FaultClass = keyof typeof FAULT_CLASSES;
