/**
 * @file What the order of a hand-off's steps says by itself, whatever the bytes came to: writes into pages that have changed hands, requests read before they are complete, sources
 * read before they are written.
 */
import type { Finding } from '../core/finding.ts';
import { counted, formatInteger } from '../core/units.ts';
import type { Plan, Step } from '../plan/plan.ts';

type SendStep = Extract<Step, { kind: 'send' }>;

/** Ids of findings that stand for a broken order: a hazard where the bytes happen to be right. */
export const HAZARD_IDS: ReadonlySet<string> = new Set(['late-write', 'committed-early', 'source-not-written', 'source-given-back']);

const SILENT = { severity: 'error', engine: 'silent', prefill: null, decode: null } as const;

/**
 * The findings of an ordered plan.
 * @param built the plan as it was before it was put in order: what of it no step carries out is never sent
 */
export function stepFindings(ordered: Plan, built: Plan): readonly Finding[] {
  const requests = [...new Set(ordered.steps.flatMap((step) => ('request' in step ? [step.request] : [])))].sort((a, b) => a - b);
  return requests.flatMap((request) => {
    const steps = ordered.steps.map((step) => ('request' in step && step.request === request ? step : null));
    return [
      ...lateWrites(request, steps, ordered),
      ...earlyCommit(request, steps, ordered, built),
      ...sourceFindings(request, steps, ordered),
      ...heldPages(request, steps),
    ];
  });
}

/** L1: writes that land after decode has given the pages back. */
function lateWrites(request: number, steps: readonly (Step | null)[], plan: Plan): Finding[] {
  const freed = steps.findIndex((step) => step?.kind === 'free' && step.side === 'decode');
  const late = freed < 0 ? [] : sendsIn(steps.slice(freed));
  const bytes = bytesOf(late, plan);
  if (bytes === 0) return [];
  const owners = plan.steps.slice(freed).flatMap((step) => (step.kind === 'alloc' && step.side === 'decode' ? [step] : []));
  const own = steps.flatMap((step) => (step?.kind === 'alloc' && step.side === 'decode' ? [step] : []))[0];
  const shared = owners.flatMap((owner) => {
    const pages = owner.fullPages.filter((page) => own?.fullPages.includes(page));
    return pages.length === 0
      ? []
      : [
          `${pages.length === 1 ? `page ${pages[0]} belongs` : `${counted(pages.length, 'page')} (${pages[0]} to ${pages.at(-1)}) belong`} to request ${owner.request} by then`,
        ];
  });
  return [
    {
      ...SILENT,
      id: 'late-write',
      side: 'decode',
      message: `${formatInteger(bytes)} B of request ${request} land after decode has given its pages back`,
      consequence: shared.length === 0 ? 'Nobody holds these pages yet.' : `${shared.join('; ')}.`,
      mend: 'Keep the pages of an aborted request until prefill has confirmed that nothing is under way.',
    },
  ];
}

/** T1: a commit before every send has landed. */
function earlyCommit(request: number, steps: readonly (Step | null)[], plan: Plan, built: Plan): Finding[] {
  const commit = steps.findIndex((step) => step?.kind === 'commit');
  if (commit < 0) return [];
  const pending = new Map<string, number>();
  const landed = new Map<string, number>();
  for (const send of sendsIn(steps.slice(0, commit))) landed.set(nameOf(send), (landed.get(nameOf(send)) ?? 0) + bytesOf([send], plan));
  for (const send of sendsIn(built.steps.filter((step) => 'request' in step && step.request === request))) {
    pending.set(nameOf(send), (pending.get(nameOf(send)) ?? 0) + bytesOf([send], built));
  }
  const missing = [...pending].map(([name, bytes]) => [name, bytes - (landed.get(name) ?? 0)] as const).filter(([, bytes]) => bytes > 0);
  if (missing.length === 0) return [];
  const total = missing.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [
    {
      ...SILENT,
      id: 'committed-early',
      side: 'decode',
      message: `decode takes request ${request} for complete with ${missing.map(([name]) => name).join(', ')} still to come: ${formatInteger(total)} B`,
      consequence: `${missing.map(([name, bytes]) => `${name} ${formatInteger(bytes)} B`).join('; ')} had not landed when decode read the request.`,
      mend: 'Wait for every expected (source rank, component), not for the first of a rank.',
    },
  ];
}

/** T3 and L1 on the source: sends before the contents are written, or after the pages are given back. */
function sourceFindings(request: number, steps: readonly (Step | null)[], plan: Plan): Finding[] {
  const computed = steps.findIndex((step) => step?.kind === 'compute');
  const released = steps.findIndex((step) => step?.kind === 'free' && step.side === 'prefill');
  const early = computed < 0 ? 0 : bytesOf(sendsIn(steps.slice(0, computed)), plan);
  const late = released < 0 ? 0 : bytesOf(sendsIn(steps.slice(released)), plan);
  const findings: Finding[] = [];
  if (early > 0) {
    findings.push({
      ...SILENT,
      id: 'source-not-written',
      side: 'prefill',
      message: `${formatInteger(early)} B of request ${request} are read before prefill’s forward pass has written them`,
      consequence: 'What arrives is what the pages held before.',
      mend: 'Order the sender after the kernel that writes the pages.',
    });
  }
  if (late > 0) {
    findings.push({
      ...SILENT,
      id: 'source-given-back',
      side: 'prefill',
      message: `${formatInteger(late)} B of request ${request} are read after prefill has given the pages back`,
      consequence: 'Whoever gets the pages may have written them by then.',
      mend: 'Free the source pages when the transfer has ended, not when prefill has.',
    });
  }
  return findings;
}

/** Pages of an aborted request that decode never gives back. */
function heldPages(request: number, steps: readonly (Step | null)[]): Finding[] {
  const aborted = steps.some((step) => step?.kind === 'abort');
  const freed = steps.some((step) => step?.kind === 'free' && step.side === 'decode');
  const alloc = steps.find((step) => step?.kind === 'alloc' && step.side === 'decode');
  if (!aborted || freed || alloc?.kind !== 'alloc') return [];
  return [
    {
      id: 'pages-held',
      severity: 'warning',
      engine: 'silent',
      side: 'decode',
      message: `decode still holds ${counted(alloc.fullPages.length, 'page')} of request ${request}, which was aborted`,
      prefill: null,
      decode: null,
      consequence: 'No confirmation comes that nothing is under way: the pages stay out of use until the time limit.',
      mend: 'Let the sender confirm that it is drained.',
    },
  ];
}

function sendsIn(steps: readonly (Step | null)[]): readonly SendStep[] {
  return steps.filter((step): step is SendStep => step?.kind === 'send');
}

function bytesOf(sends: readonly SendStep[], { blocks }: Plan): number {
  let bytes = 0;
  for (const { fromBlock, toBlock } of sends) for (let block = fromBlock; block < toBlock; block++) bytes += blocks.bytes[block] as number;
  return bytes;
}

function nameOf({ component, type }: SendStep): string {
  return typeof component === 'number' ? `${type} (component ${component})` : component;
}
