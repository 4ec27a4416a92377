/** @file Prefill keeps its values in another width: all items of a list are longer or shorter by a factor, and nobody compares. */
import { targetName } from './choose.ts';
import { type FaultKind, type FaultTarget, untouched } from './fault.ts';
import { anyTarget, scaleItems } from './itemLengthOff.ts';

/** Whose items, and how much wider prefill's are than decode's; half as wide by default. */
export interface DtypeWidth {
  readonly kind: 'dtype-width';
  readonly component?: FaultTarget | undefined;
  readonly factor?: number | undefined;
}

/** Scales all item lengths of a list on prefill. */
export const dtypeWidth: FaultKind<DtypeWidth, 'lists'> = {
  kind: 'dtype-width',
  title: 'the dtype of prefill is wider or narrower than that of decode',
  seam: 'lists',
  classOf: () => 'item-length',
  plant: (preparation, { component, factor = 0.5 }, random) => {
    const target = component ?? anyTarget(preparation, random);
    if (target === null || factor === 1) return untouched(preparation);
    const result = scaleItems(preparation, target, ({ itemBytes }) => Math.max(4, Math.floor((itemBytes * factor) / 4) * 4));
    return { result, did: `prefill’s items of ${targetName(target)} are ${factor} times as long as decode’s` };
  },
};
