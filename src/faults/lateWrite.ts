/** @file Decode takes a request for complete while a component is still on its way: what lands later was not there when it was read. */
import type { ScheduledStep } from '../plan/schedule.ts';
import { oneOf, targetName, verbOf, victim } from './choose.ts';
import { type FaultKind, type FaultTarget, untouched } from './fault.ts';

/** Whose component lands after the commit; drawn by default. */
export interface LateWrite {
  readonly kind: 'late-write';
  readonly request?: number | undefined;
  readonly component?: Exclude<FaultTarget, 'draft'> | undefined;
}

/** Lets one component of one request land after decode has looked. */
export const lateWrite: FaultKind<LateWrite, 'order'> = {
  kind: 'late-write',
  title: 'a component lands after decode has read the request',
  seam: 'order',
  classOf: () => 'not-arrived',
  plant: (order, settings, random) => {
    const { schedule, requests, components } = order;
    const request = victim(settings.request, [...Array(requests).keys()], random);
    const parts: readonly Exclude<FaultTarget, 'draft'>[] = ['kv', ...components.keys(), 'aux'];
    const late = settings.component ?? oneOf(parts, random);
    const send = schedule.findIndex((step) => step.step === 'send' && step.request === request && step.what === undefined);
    if (request === null || late === null || send < 0) return untouched(order);
    const onTime: ScheduledStep = { ...(schedule[send] as Extract<ScheduledStep, { step: 'send' }>), what: parts.filter((part) => part !== late) };
    const observed = schedule.findIndex(({ step }) => step === 'observe');
    const upTo = observed < 0 ? schedule.length : observed;
    const before = schedule.slice(0, upTo).map((step, i) => (i === send ? onTime : step));
    const rest = schedule.slice(observed < 0 ? upTo : upTo + 1);
    const changed: readonly ScheduledStep[] = [...before, { step: 'observe' }, { step: 'send', request, what: [late] }, ...rest];
    return {
      result: { ...order, schedule: changed },
      did: `${targetName(late)} of request ${request} ${verbOf(late, 'lands', 'land')} after decode has read the request`,
    };
  },
};
