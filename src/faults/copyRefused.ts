/** @file A copy that the transport refuses, and the engine hears of it: what it does then is its own affair. */
import { oneOf, targetName, victim } from './choose.ts';
import { type FaultKind, type FaultTarget, untouched } from './fault.ts';

/** Which component of which request; drawn by default. */
export interface CopyRefused {
  readonly kind: 'copy-refused';
  readonly request?: number | undefined;
  readonly component?: Exclude<FaultTarget, 'draft'> | undefined;
}

/** Refuses every batch of one component of one request. */
export const copyRefused: FaultKind<CopyRefused, 'lists'> = {
  kind: 'copy-refused',
  title: 'the transport refuses a copy, and the engine is told',
  seam: 'lists',
  classOf: () => 'not-arrived',
  plant: (preparation, settings, random) => {
    const request = victim(settings.request, [...preparation.requests.keys()], random);
    const parts: readonly Exclude<FaultTarget, 'draft'>[] = ['kv', ...(preparation.prefill.ranks[0]?.components.keys() ?? []), 'aux'];
    const component = settings.component ?? oneOf(parts, random);
    if (request === null || component === null) return untouched(preparation);
    const copyFailures = [...preparation.copyFailures, { request, component, kind: 'refused' as const }];
    return { result: { ...preparation, copyFailures }, did: `the transport refuses ${targetName(component)} of request ${request}` };
  },
};
