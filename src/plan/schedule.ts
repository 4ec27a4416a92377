/**
 * @file The order in which requests are admitted, sent, committed, aborted and freed, as data; and a plan put into that order. Most hand-offs have no schedule: the order does not
 * matter to their bytes. It does where pages change hands, where a write lands late or torn, and where decode reads before all has landed.
 */
import { SimError } from '../core/errors.ts';
import type { Blocks, Plan, PlanEntry, Step } from './plan.ts';

/** One step of a schedule. Requests go by their number. */
export type ScheduledStep =
  /** Decode takes slot, pages and metadata row, and resets the slot's state unless `reset` is false. */
  | { readonly step: 'admit'; readonly request: number; readonly reset?: boolean | undefined }
  /** Prefill takes its pages now, not at the start, and its forward pass writes them: contents with numbers of their own. */
  | { readonly step: 'compute'; readonly request: number }
  /**
   * Writes of prefill land on decode: all of the request's, or those of the components in `what` and of KV chunk `chunk`. `part`, from 0 to 1, is the share of the bytes that lands
   * before the write tears. A send that no step names never lands.
   */
  | {
      readonly step: 'send';
      readonly request: number;
      readonly what?: readonly PlanEntry['component'][] | undefined;
      readonly chunk?: number | undefined;
      readonly part?: number | undefined;
    }
  /** Decode takes the request for complete and reads it. */
  | { readonly step: 'commit'; readonly request: number }
  /** Decode gives the request up, and still holds its pages. */
  | { readonly step: 'abort'; readonly request: number }
  /** Decode gives slot, pages and metadata row back. */
  | { readonly step: 'free'; readonly request: number }
  /** Prefill gives its pages back. */
  | { readonly step: 'release'; readonly request: number }
  /** Decode's memory is looked at here; at the end by default. */
  | { readonly step: 'observe' };

/** Steps in order. Requests that none of them names are handed over whole, before the first. */
export type Schedule = readonly ScheduledStep[];

/** The schedule of a plain hand-off: request after request, each whole. */
export function plainSchedule(requests: number): Schedule {
  return Array.from(
    { length: requests },
    (_, request): Schedule => [
      { step: 'admit', request },
      { step: 'send', request },
      { step: 'commit', request },
    ],
  ).flat();
}

/** The schedule with the requests that it does not name handed over before it, and looked at in the end where it does not say when. */
export function completeSchedule(schedule: Schedule, requests: number): Schedule {
  const named = new Set(schedule.map((step) => ('request' in step ? step.request : -1)));
  const before = plainSchedule(requests).filter((step) => 'request' in step && !named.has(step.request));
  const observed = schedule.some(({ step }) => step === 'observe');
  return [...before, ...schedule, ...(observed ? [] : [{ step: 'observe' } as const])];
}

/** When a request takes or gives back what it holds on a node, in order. */
export type Turn = { readonly take: number } | { readonly give: number };

/**
 * Who holds what when, on one node.
 * @param schedule complete
 */
export function turnsOf(schedule: Schedule, side: 'prefill' | 'decode', requests: number): readonly Turn[] {
  if (side === 'decode') {
    return schedule.flatMap((step): Turn[] => (step.step === 'admit' ? [{ take: step.request }] : step.step === 'free' ? [{ give: step.request }] : []));
  }
  const computed = new Set(schedule.flatMap((step) => (step.step === 'compute' ? [step.request] : [])));
  const atStart = Array.from({ length: requests }, (_, request) => request).filter((request) => !computed.has(request));
  const later = schedule.flatMap((step): Turn[] =>
    step.step === 'compute' ? [{ take: step.request }] : step.step === 'release' ? [{ give: step.request }] : [],
  );
  return [...atStart.map((take) => ({ take })), ...later];
}

/** Generation of each request's contents on prefill: 0 for what is there from the start, then one for every `compute`, in order. */
export function generationsOf(schedule: Schedule, requests: number): readonly number[] {
  const generations = new Array<number>(requests).fill(0);
  let last = 0;
  for (const step of schedule) if (step.step === 'compute') generations[step.request] = ++last;
  return generations;
}

/**
 * Puts a plan's steps, and its blocks with them, into the order of a schedule. Steps after `observe` stay in the list, and are not carried out.
 * @param schedule complete
 */
export function orderPlan(plan: Plan, schedule: Schedule, requests: number): Plan {
  const rows = new RowCollector(plan.blocks);
  const steps: Step[] = plan.steps.filter(({ kind }) => kind === 'register');
  const stepsOf = (request: number) => plan.steps.filter((step) => 'request' in step && step.request === request);
  const generations = generationsOf(schedule, requests);
  for (const scheduled of schedule) {
    if (scheduled.step === 'observe') {
      steps.push({ kind: 'observe' });
      continue;
    }
    const { request } = scheduled;
    const own = stepsOf(request);
    switch (scheduled.step) {
      case 'admit':
        steps.push(...own.filter((step) => (step.kind === 'alloc' && step.side === 'decode') || (step.kind === 'reset' && scheduled.reset !== false)));
        break;
      case 'compute':
        steps.push(...own.filter((step) => step.kind === 'alloc' && step.side === 'prefill'), {
          kind: 'compute',
          request,
          generation: generations[request] ?? 0,
        });
        break;
      case 'send':
        steps.push(...sendsOf(own, scheduled, rows));
        break;
      case 'commit':
        steps.push(...own.filter(({ kind }) => kind === 'notify' || kind === 'status'), { kind: 'commit', request });
        break;
      case 'abort':
        steps.push({ kind: 'abort', request });
        break;
      case 'free':
        steps.push({ kind: 'free', side: 'decode', request });
        break;
      case 'release':
        steps.push({ kind: 'free', side: 'prefill', request });
        break;
    }
  }
  return { steps, entries: plan.entries, blocks: rows.finish() };
}

type SendStep = Extract<Step, { kind: 'send' }>;

/** The sends that one scheduled step lets land, with their blocks moved to the end of the rows. */
function sendsOf(steps: readonly Step[], { what, chunk, part = 1 }: Extract<ScheduledStep, { step: 'send' }>, rows: RowCollector): SendStep[] {
  const sends = steps.filter(
    (step): step is SendStep => step.kind === 'send' && (what === undefined || what.includes(step.component)) && (chunk === undefined || step.chunk === chunk),
  );
  const total = sends.reduce((sum, send) => sum + rows.bytesOf(send.fromBlock, send.toBlock), 0);
  // Memory is written in words; a tear between two of them is as good as any.
  let left = part >= 1 ? total : Math.floor((total * part) / 4) * 4;
  return sends.map((send) => {
    const fromBlock = rows.count;
    left -= rows.append(send.fromBlock, send.toBlock, left);
    return { ...send, fromBlock, toBlock: rows.count };
  });
}

/** Blocks in a new order, some of them shortened. */
class RowCollector {
  readonly #blocks: Blocks;
  readonly #rows: number[] = [];
  readonly #bytes: number[] = [];

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
  }

  get count(): number {
    return this.#rows.length;
  }

  bytesOf(from: number, to: number): number {
    return this.#blocks.bytes.subarray(from, to).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Appends blocks [from, to) as far as `most` bytes go. @returns bytes appended */
  append(from: number, to: number, most: number): number {
    let appended = 0;
    for (let block = from; block < to && appended < most; block++) {
      const bytes = Math.min(this.#blocks.bytes[block] as number, most - appended);
      this.#rows.push(block);
      this.#bytes.push(bytes);
      appended += bytes;
    }
    return appended;
  }

  finish(): Blocks {
    const { srcOffset, dstOffset, entry } = this.#blocks;
    const rows = this.#rows;
    return {
      count: rows.length,
      srcOffset: Float64Array.from(rows, (row) => srcOffset[row] as number),
      dstOffset: Float64Array.from(rows, (row) => dstOffset[row] as number),
      bytes: Uint32Array.from(this.#bytes),
      entry: Uint32Array.from(rows, (row) => entry[row] as number),
    };
  }
}

/**
 * What is wrong with a schedule: steps out of an order that could happen at all.
 * @returns the step's position and the fault in words, for each
 */
export function scheduleProblems(schedule: Schedule, requests: number): readonly { readonly index: number; readonly what: string }[] {
  const problems: { index: number; what: string }[] = [];
  const seen = new Map<string, number>();
  const was = (step: ScheduledStep['step'], request: number) => seen.has(`${step}/${request}`);
  schedule.forEach((step, index) => {
    const note = (what: string) => problems.push({ index, what });
    if (step.step === 'observe') {
      if (seen.has('observe')) note('memory is observed once');
      seen.set('observe', index);
      return;
    }
    const { request } = step;
    if (request >= requests) note(`there is no request ${request}: they are numbered from 0 to ${requests - 1}`);
    if (step.step === 'send' && !was('admit', request)) note(`request ${request} is sent before decode has admitted it`);
    if ((step.step === 'commit' || step.step === 'abort' || step.step === 'free') && !was('admit', request)) note(`request ${request} has not been admitted`);
    if (step.step !== 'send' && was(step.step, request)) note(`request ${request} has had its ${step.step} already`);
    seen.set(`${step.step}/${request}`, index);
  });
  return problems;
}

/** @throws SimError(bad-input) for the first thing wrong with a schedule that no file was checked for */
export function demandSchedule(schedule: Schedule, requests: number): void {
  const [problem] = scheduleProblems(schedule, requests);
  if (problem !== undefined) throw new SimError('bad-input', { what: problem.what, where: { path: `schedule[${problem.index}]` } });
}
