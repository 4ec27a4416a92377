/** @file A component that is registered on both nodes and never sent: a dispatch on its type that ends in a branch which returns success. */
import { indicesFor } from '../plan/sendings.ts';
import { oneOf, targetName, verbOf } from './choose.ts';
import { componentPosition } from './editLists.ts';
import { type FaultKind, type FaultTarget, type Preparation, untouched } from './fault.ts';

/** Which one; one of those that are sent by default. */
export interface ComponentDropped {
  readonly kind: 'component-dropped';
  readonly component?: FaultTarget | undefined;
}

/** Sends nothing of a component: neither bytes nor what the transport would report of them. */
export const componentDropped: FaultKind<ComponentDropped, 'lists'> = {
  kind: 'component-dropped',
  title: 'the sender passes over a component and reports success',
  seam: 'lists',
  classOf: () => 'not-arrived',
  plant: (preparation, settings, random) => {
    const target = settings.component ?? oneOf(sentTargets(preparation), random);
    const component = target === 'draft' ? draftPosition(preparation) : target;
    if (target === null || component === null || !sentTargets(preparation).includes(component)) return untouched(preparation);
    const passedOver = preparation.requests.map((_, request) => ({ request, component, kind: 'passed-over' as const }));
    return {
      result: { ...preparation, copyFailures: [...preparation.copyFailures, ...passedOver] },
      did: `${targetName(target)} ${verbOf(target, 'is', 'are')} never sent`,
    };
  },
};

/** What prefill has anything to send of, for any request. */
function sentTargets({ prefill, requests }: Preparation): readonly Exclude<FaultTarget, 'draft'>[] {
  if (requests.length === 0) return [];
  const [rank] = prefill.ranks;
  const hasPages = requests.some(({ prefill: { indices } }) => indices.kvPages.length > 0);
  const states = (rank?.components ?? []).flatMap(({ type }, position) =>
    requests.some(({ prefill: { indices } }) => (indicesFor(indices, type)?.length ?? 0) > 0) ? [position] : [],
  );
  return [...(hasPages ? (['kv'] as const) : []), ...states, 'aux'];
}

function draftPosition({ prefill }: Preparation): number | null {
  const position = prefill.ranks.reduce((found, rank) => Math.max(found, componentPosition(rank, 'draft')), -1);
  return position < 0 ? null : position;
}
