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

/** T1: a commit before all that is due has landed. What a later step still brings and what no step brings are told apart: only the former can be waited for. */
function earlyCommit(request: number, steps: readonly (Step | null)[], plan: Plan, built: Plan): Finding[] {
  const commit = steps.findIndex((step) => step?.kind === 'commit');
  if (commit < 0) return [];
  const due = bytesByName(sendsIn(built.steps.filter((step) => 'request' in step && step.request === request)), built);
  const landed = bytesByName(sendsIn(steps.slice(0, commit)), plan);
  const after = bytesByName(sendsIn(steps.slice(commit)), plan);
  const toCome: NamedBytes[] = [];
  const unsent: NamedBytes[] = [];
  for (const [name, bytes] of due) {
    const missing = bytes - (landed.get(name) ?? 0);
    const later = Math.min(missing, after.get(name) ?? 0);
    if (later > 0) toCome.push([name, later]);
    if (missing > later) unsent.push([name, missing - later]);
  }
  const found = { ...SILENT, id: 'committed-early', side: 'decode' } as const;
  const findings: Finding[] = [];
  if (toCome.length > 0) {
    findings.push({
      ...found,
      message: `decode takes request ${request} for complete with ${namesOf(toCome)} still to come: ${totalOf(toCome)}`,
      consequence: `${listOf(toCome)} had not landed when decode read the request.`,
      mend: 'Wait for every expected (source rank, component), not for the first of a rank.',
    });
  }
  if (unsent.length > 0) {
    findings.push({
      ...found,
      message: `decode takes request ${request} for complete without all of ${namesOf(unsent)}: ${totalOf(unsent)} that no step brings`,
      consequence: `${listOf(unsent)} never land: waiting longer would not help.`,
      mend: 'Count what has arrived before success is reported: what was sent is short of what is due.',
    });
  }
  return findings;
}

/** Bytes of one component, by its name. */
type NamedBytes = readonly [name: string, bytes: number];

function bytesByName(sends: readonly SendStep[], plan: Plan): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const send of sends) sums.set(nameOf(send), (sums.get(nameOf(send)) ?? 0) + bytesOf([send], plan));
  return sums;
}

function namesOf(parts: readonly NamedBytes[]): string {
  return parts.map(([name]) => name).join(', ');
}

function totalOf(parts: readonly NamedBytes[]): string {
  return `${formatInteger(parts.reduce((sum, [, bytes]) => sum + bytes, 0))} B`;
}

function listOf(parts: readonly NamedBytes[]): string {
  return parts.map(([name, bytes]) => `${name} ${formatInteger(bytes)} B`).join('; ');
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
