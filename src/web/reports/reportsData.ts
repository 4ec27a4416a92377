/** @file The report that is open, and how one is opened. Small ones stay in the page's link, larger ones only as long as the page is. */
import { signal } from '@preact/signals';
import type { Json } from '../../cli/page/pageState.ts';
import { MOST_REPORT_IN_LINK } from '../../cli/page/reportLink.ts';
import { EngineCallError } from '../engine/client.ts';
import { engine } from '../engine/engine.ts';
import type { CallFailure } from '../engine/protocol.ts';
import { change, messageOf, page } from '../state/store.ts';
import type { OpenedReport, ReportFile } from './openedReport.ts';
import { demandReportSize } from './reportSize.ts';

/** What the view shows. */
export type ReportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'open'; readonly name: string; readonly opened: OpenedReport; readonly isInLink: boolean }
  | { readonly kind: 'broken'; readonly name: string; readonly failure: CallFailure };

/** It. */
export const reportState = signal<ReportState>({ kind: 'none' });

/** What a link holds; null where it holds none. */
function linkedFile(own: Json | undefined): ReportFile | null {
  if (typeof own !== 'object' || own === null || !('name' in own) || !('text' in own)) return null;
  return typeof own.name === 'string' && typeof own.text === 'string' ? { name: own.name, text: own.text } : null;
}

/** Opens what the link holds, when the view is shown for the first time. */
export function openLinked(): void {
  const file = linkedFile(page.peek()?.own.reports);
  if (file !== null && reportState.peek().kind === 'none') void openText(file, false);
}

/** Opens a file that was dropped or chosen. Never rejects: what is wrong with it is shown. */
export async function openFile(file: File): Promise<void> {
  reportState.value = { kind: 'reading', name: file.name };
  try {
    // Before it is read: a wrong file may have any size.
    demandReportSize(file.name, file.size);
    await openText({ name: file.name, text: await file.text() }, true);
  } catch (error) {
    reportState.value = { kind: 'broken', name: file.name, failure: { message: messageOf(error), problems: [] } };
  }
}

let latest = 0;

/** Opens a text. @param isNew the scenario in it becomes the page's, and the text goes into the link */
export async function openText(file: ReportFile, isNew: boolean): Promise<void> {
  latest += 1;
  const mine = latest;
  reportState.value = { kind: 'reading', name: file.name };
  try {
    const opened = await engine.call('openReport', file);
    if (mine !== latest) return;
    const isInLink = file.text.length <= MOST_REPORT_IN_LINK;
    if (isNew) keep(file, opened, isInLink);
    reportState.value = { kind: 'open', name: file.name, opened, isInLink };
  } catch (error) {
    if (mine !== latest) return;
    const failure = error instanceof EngineCallError ? error.failure : { message: messageOf(error), problems: [] };
    reportState.value = { kind: 'broken', name: file.name, failure };
  }
}

function keep({ name, text }: ReportFile, opened: OpenedReport, isInLink: boolean): void {
  const state = page.peek();
  if (state === null) return;
  const { reports: _before, ...others } = state.own;
  const own = isInLink ? { ...others, reports: { name, text } } : others;
  const scenario = opened.kind === 'run' || opened.kind === 'scenario' ? opened.scenario : null;
  if (scenario === null) change({ own });
  else change({ own, scenario, pastChecks: opened.kind === 'run' && wentPast(opened.report), selection: null, step: 0 });
}

/** Whether a run went on past a refusal: the checks refuse, and yet something was moved. */
function wentPast({ checks, transfer }: Extract<OpenedReport, { kind: 'run' }>['report']): boolean {
  return transfer !== null && checks.some(({ engine: reaction }) => reaction === 'refuses');
}

/** Puts the report away. */
export function closeReport(): void {
  latest += 1;
  reportState.value = { kind: 'none' };
  const state = page.peek();
  if (state === null) return;
  const { reports: _gone, ...own } = state.own;
  change({ own });
}
