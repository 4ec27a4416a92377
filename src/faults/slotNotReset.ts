/** @file A request slot handed out without clearing what the last request left in it. */
import { victim } from './choose.ts';
import { type FaultKind, untouched } from './fault.ts';

/** Whose slot; drawn by default. */
export interface SlotNotReset {
  readonly kind: 'slot-not-reset';
  readonly request?: number | undefined;
}

/** Admits a request without the resets. */
export const slotNotReset: FaultKind<SlotNotReset, 'order'> = {
  kind: 'slot-not-reset',
  title: 'a slot is handed out without resetting its state',
  seam: 'order',
  classOf: () => 'not-reset',
  plant: (order, settings, random) => {
    const request = victim(settings.request, [...Array(order.requests).keys()], random);
    if (request === null) return untouched(order);
    const schedule = order.schedule.map((step) => (step.step === 'admit' && step.request === request ? { ...step, reset: false } : step));
    return { result: { ...order, schedule }, did: `decode does not reset the slot of request ${request}` };
  },
};
