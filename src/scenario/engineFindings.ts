/**
 * @file What the engine itself logs, raises and believes during a hand-off, as findings and as a status; the bytes have no part in it.
 */

import { matchWords } from '../checks/entry.ts';
import { FAILURE_MESSAGES } from '../checks/messages/failureMessages.ts';
import type { Finding } from '../core/finding.ts';
import { groupBy } from '../core/groupBy.ts';
import { counted } from '../core/units.ts';
import { leastPoll } from '../plan/kvPoll.ts';
import type { BuiltPlan, TransferFailure } from '../plan/planInput.ts';
import type { RoomOutcome, SideOutcome } from '../plan/room.ts';
import type { EngineStatus } from '../verify/verdict.ts';

const ABOUT_PREFILL = { side: 'prefill', prefill: null, decode: null } as const;

/** The engine's own verdict: on each side the least state that a request ended in. Null without requests. */
export function engineStatus({ outcomes }: BuiltPlan): EngineStatus | null {
  const prefill = leastPoll(outcomes.map((outcome) => outcome.prefill.status));
  const decode = leastPoll(outcomes.map((outcome) => outcome.decode.status));
  return prefill === null || decode === null ? null : { prefill, decode };
}

/** Whether a room failed by itself. One that decode gave up, or that is still under way, is as it was meant to be. */
export function hasFailed({ outcomes }: BuiltPlan): boolean {
  return outcomes.some(({ prefill, decode }) => [prefill, decode].some(({ status }) => status === 'Failed') && decode.after !== 'abort');
}

/** Lists that were cut, transfers that failed, rooms that could not end; one finding each, however many ranks say it. */
export function engineFindings(built: BuiltPlan): Finding[] {
  const { warnings, failures, outcomes } = built;
  const cut = distinct(warnings, ({ request, message }) => `${request}/${message}`).map(
    ({ request, message }): Finding => ({
      ...ABOUT_PREFILL,
      id: 'list-cut',
      severity: 'warning',
      engine: 'silent',
      message,
      consequence: `Request ${request}: the engine logs this and sends the leading elements only; what lies behind the cut never arrives.`,
      mend: 'Find out why the two nodes count this request differently: page size, window, prompt length.',
    }),
  );
  const failed = distinct(failures, ({ request, component, message }) => `${request}/${component}/${message}`).map((failure) =>
    failureFinding(failure, outcomes),
  );
  const said = [...cut, ...failed, ...stuckFindings(built)];
  return [...said, ...recordFindings(built, new Set(said.map(({ message }) => message)))];
}

function failureFinding(failure: TransferFailure, outcomes: readonly RoomOutcome[]): Finding {
  const { request, kind, component, pythonType, message, threadDied } = failure;
  const consequence = consequenceOf(outcomes, request);
  if (kind === 'refused-copy') {
    return {
      ...ABOUT_PREFILL,
      id: 'copy-refused',
      severity: 'error',
      engine: message === null ? 'silent' : 'refuses',
      message: message ?? `the transport refused to copy ${typeof component === 'number' ? `state component ${component}` : component}`,
      consequence,
      mend: 'Look at the transport: registration, links, the peer; nothing of these bytes arrived.',
    };
  }
  return {
    ...ABOUT_PREFILL,
    id: 'transfer-failed',
    severity: 'error',
    engine: threadDied ? 'dies' : 'refuses',
    message: `${pythonType}: ${message}`,
    consequence: threadDied ? `The transfer thread of prefill dies with it. ${consequence}` : consequence,
    mend: 'Make the two nodes agree on the component that the message names.',
  };
}

/** Requests that fail though nothing raised and no copy was refused: one side waits for what nobody sends. */
function stuckFindings({ failures, outcomes }: BuiltPlan): Finding[] {
  if (failures.length > 0) return [];
  const stuck = outcomes.filter(({ decode }) => decode.status === 'Failed' && decode.after !== 'abort');
  const [first] = stuck;
  if (first === undefined) return [];
  // Prefill has done all that it knows of.
  const isUnsent = first.prefill.status === 'Success';
  return [
    {
      id: 'never-completes',
      severity: 'error',
      engine: 'dies',
      side: 'decode',
      message: first.decode.message ?? 'decode fails without a record',
      prefill: `${first.prefill.status}${first.prefill.message === null ? '' : `: ${first.prefill.message}`}`,
      decode: first.decode.status,
      consequence: `${stuck.length} of ${counted(outcomes.length, 'request')} never ${stuck.length === 1 ? 'completes' : 'complete'}: ${isUnsent ? 'decode waits for what prefill never sends' : 'decode waits for prefill ranks, or prefill for decode ranks, that do not take part'}.`,
      mend: isUnsent
        ? 'Send every component that decode waits for, or raise where its type is not known.'
        : 'Make the sizes of tensor, pipeline and context parallelism fit one another, and set the transfer variables alike on both nodes.',
    },
  ];
}

/** What each side records of its rooms beside what is a finding already: the words that its log and its answers to clients have. */
function recordFindings({ outcomes }: BuiltPlan, said: ReadonlySet<string>): Finding[] {
  return (['prefill', 'decode'] as const).flatMap((side) => {
    const records = outcomes.flatMap(({ request, [side]: { message } }) => (message === null || said.has(message) ? [] : [{ request, message }]));
    return [...groupBy(records, ({ message }) => message)].map(
      ([message, group]): Finding => ({
        id: FAILURE_MESSAGES.find(({ words }) => matchWords(words, message) !== null)?.id ?? 'room-record',
        severity: 'info',
        engine: 'dies',
        side,
        message,
        prefill: null,
        decode: null,
        consequence: `What ${side} records of request ${group.map(({ request }) => request).join(', ')}.`,
        mend: '',
      }),
    );
  });
}

/** How the request ends on both sides, and which later ones it takes with it. */
function consequenceOf(outcomes: readonly RoomOutcome[], request: number): string {
  const own = outcomes[request];
  if (own === undefined) return '';
  const behind = outcomes.filter(({ prefill }) => prefill.after === 'dead-worker' || prefill.after === 'session-refused').map((outcome) => outcome.request);
  const tail = behind.length === 0 ? '' : ` Requests behind it that are never sent: ${behind.join(', ')}.`;
  return `Request ${request}: prefill ends ${ending(own.prefill)}, decode ${ending(own.decode)}.${tail}`;
}

function ending({ status, message }: SideOutcome): string {
  return message === null ? status : `${status} (${message.trim()})`;
}

/** The first of each key, in order. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
