/** @file A write that is reported done when only its first part is visible. */
import type { ScheduledStep } from '../plan/schedule.ts';
import { oneOf, targetName, verbOf, victim } from './choose.ts';
import { type FaultKind, type FaultTarget, untouched } from './fault.ts';

/** Which part of which component had landed, from 0 to 1; half of any one by default. */
export interface TornWrite {
  readonly kind: 'torn-write';
  readonly request?: number | undefined;
  readonly component?: Exclude<FaultTarget, 'draft'> | undefined;
  readonly share?: number | undefined;
}

/** Lets one component of one request land in part. */
export const tornWrite: FaultKind<TornWrite, 'order'> = {
  kind: 'torn-write',
  title: 'a write is reported done before its tail is visible',
  seam: 'order',
  classOf: () => 'item-cut',
  plant: (order, settings, random) => {
    const { schedule, requests, components } = order;
    const { share = 0.5 } = settings;
    const request = victim(settings.request, [...Array(requests).keys()], random);
    const parts: readonly Exclude<FaultTarget, 'draft'>[] = ['kv', ...components.keys(), 'aux'];
    const torn = settings.component ?? oneOf(parts, random);
    const at = schedule.findIndex((step) => step.step === 'send' && step.request === request && step.what === undefined);
    if (request === null || torn === null || at < 0 || share >= 1) return untouched(order);
    const pieces = parts.map((part): ScheduledStep => ({ step: 'send', request, what: [part], ...(part === torn ? { part: share } : {}) }));
    const changed = [...schedule.slice(0, at), ...pieces, ...schedule.slice(at + 1)];
    return {
      result: { ...order, schedule: changed },
      did: `${share * 100} % of ${targetName(torn)} of request ${request} ${verbOf(torn, 'has landed when it is', 'have landed when they are')} read`,
    };
  },
};
