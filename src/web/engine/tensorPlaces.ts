/** @file Tensors by the names that people meet everywhere else on the page: a component and a layer. The engine's own name may be another: C4's and C128's state are both its `attn_state`. */
import { groupBy } from '../../core/groupBy.ts';
import { type Area, componentName } from '../../verify/areas.ts';

/** A tensor's name -> what it holds: `target/attn_state/3` -> `target/c128_state layer 3`. */
export type TensorPlaces = (tensor: string) => string;

/** The names for a rank; tensors of no layer, or of several components, keep their own. @param areas all of the rank */
export function tensorPlaces(areas: readonly Area[]): TensorPlaces {
  const byTensor = groupBy(
    areas.filter(({ tensor }) => tensor !== null),
    ({ tensor }) => tensor?.name,
  );
  return (tensor) => {
    const names = new Set(byTensor.get(tensor)?.map((area) => (area.layer < 0 ? tensor : `${componentName(area)} layer ${area.layer}`)));
    const [name] = names;
    return names.size === 1 && name !== undefined ? name : tensor;
  };
}
