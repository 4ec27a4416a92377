/** @file A request is given up while its writes are under way; its pages go to the next one, and the writes land there. */
import type { Schedule, ScheduledStep } from '../plan/schedule.ts';
import { victim } from './choose.ts';
import { type FaultKind, untouched } from './fault.ts';

/** Who is aborted, and who gets the pages; drawn by default. */
export interface PageReusedAfterAbort {
  readonly kind: 'page-reused-after-abort';
  readonly request?: number | undefined;
  readonly next?: number | undefined;
}

/** Frees a request's pages at its abort, admits another one, and lets the first one's writes land last. */
export const pageReusedAfterAbort: FaultKind<PageReusedAfterAbort, 'order'> = {
  kind: 'page-reused-after-abort',
  title: 'pages are freed at an abort while writes into them are under way',
  seam: 'order',
  classOf: () => 'late-write',
  plant: (order, settings, random) => {
    const { schedule, requests } = order;
    const all = [...Array(requests).keys()];
    const writer = victim(settings.request, all, random);
    const owner = victim(
      settings.next,
      all.filter((request) => request !== writer),
      random,
    );
    const plain = schedule.every(({ step }) => step !== 'free' && step !== 'abort');
    if (writer === null || owner === null || !plain) return untouched(order);
    const ofOthers = schedule.filter((step): step is ScheduledStep => !('request' in step) || (step.request !== writer && step.request !== owner));
    const aborted: Schedule = [
      { step: 'admit', request: writer },
      { step: 'abort', request: writer },
      { step: 'free', request: writer },
      { step: 'admit', request: owner },
      { step: 'send', request: owner },
      { step: 'commit', request: owner },
      { step: 'send', request: writer },
    ];
    const did = `request ${writer} is aborted, request ${owner} gets its pages, and the writes of request ${writer} land in them`;
    return { result: { ...order, schedule: [...ofOthers.filter(({ step }) => step !== 'observe'), ...aborted] }, did };
  },
};
