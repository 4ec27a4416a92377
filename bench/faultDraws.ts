/** @file Settings of faults, drawn: what a scenario may say of each kind, so that goals meet more than the defaults. */
import type { RandomStream } from '../src/core/random.ts';
import type { AnyFault, FaultName, SettingsOf } from '../src/faults/catalogue.ts';

const pick = <T>(random: RandomStream, values: readonly T[]): T => values[random.below(values.length)] as T;
const SIDES = ['prefill', 'decode'] as const;
const SIDES_OR_BOTH = ['prefill', 'decode', 'both'] as const;

/** A share of something that is neither nothing nor all of it. */
const share = (random: RandomStream) => (1 + random.below(98)) / 100;

const DRAWS: { readonly [K in FaultName]: (random: RandomStream) => SettingsOf<K> } = {
  'component-dropped': () => ({ kind: 'component-dropped' }),
  'component-not-registered': (random) => ({ kind: 'component-not-registered', side: pick(random, SIDES_OR_BOTH) }),
  'draft-omitted': () => ({ kind: 'draft-omitted' }),
  'components-swapped': () => ({ kind: 'components-swapped' }),
  'item-length-off': (random) => ({ kind: 'item-length-off', bytes: (random.below(2) === 0 ? -4 : 4) * (1 + random.below(256)) }),
  'dtype-width': (random) => ({ kind: 'dtype-width', factor: pick(random, [0.25, 0.5, 2]) }),
  'base-pointer': (random) => ({ kind: 'base-pointer', side: pick(random, SIDES_OR_BOTH) }),
  'prompt-length-off': (random) => ({
    kind: 'prompt-length-off',
    side: pick(random, SIDES),
    tokens: pick(random, [1, -1, 4, -4, 128, -128]),
    lists: pick(random, ['state', 'all'] as const),
  }),
  'index-list-cut': (random) => ({
    kind: 'index-list-cut',
    side: pick(random, SIDES_OR_BOTH),
    end: pick(random, ['head', 'tail'] as const),
    entries: 1 + random.below(2),
  }),
  'stale-mapping': (random) => ({ kind: 'stale-mapping', side: pick(random, SIDES) }),
  'null-page-used': (random) => ({ kind: 'null-page-used', side: pick(random, SIDES) }),
  'ring-size-of-peer': (random) => ({ kind: 'ring-size-of-peer', side: pick(random, SIDES) }),
  'aux-row-of-another': () => ({ kind: 'aux-row-of-another' }),
  'layers-mispaired': (random) => ({ kind: 'layers-mispaired', by: pick(random, [1, 1, -1, 2]) }),
  'partial-page': (random) => ({ kind: 'partial-page', share: share(random) }),
  'offset-wrap': (random) => ({ kind: 'offset-wrap', bits: 15 + random.below(6), signed: random.below(2) === 0, side: pick(random, SIDES_OR_BOTH) }),
  'copy-failed': () => ({ kind: 'copy-failed' }),
  'copy-refused': () => ({ kind: 'copy-refused' }),
  'page-reused-after-abort': () => ({ kind: 'page-reused-after-abort' }),
  'late-write': () => ({ kind: 'late-write' }),
  'torn-write': (random) => ({ kind: 'torn-write', share: share(random) }),
  'slot-not-reset': () => ({ kind: 'slot-not-reset' }),
  'bit-flip': () => ({ kind: 'bit-flip' }),
};

/** One fault of a kind; what its settings leave open is drawn by the scenario's seed. */
export function drawFault(kind: FaultName, random: RandomStream): AnyFault {
  return DRAWS[kind](random);
}
