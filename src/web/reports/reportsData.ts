/** @file The report that is open, and how one is opened. Small ones stay in the page's link, larger ones only as long as the page is. */
import { signal } from '@preact/signals';
import type { Json } from '../../cli/page/pageState.ts';
import { MOST_REPORT_IN_LINK } from '../../cli/page/reportLink.ts';
import { EngineCallError } from '../engine/client.ts';
import { engine } from '../engine/engine.ts';
import type { CallFailure } from '../engine/protocol.ts';
import { passedBy } from '../shared/passedBy.ts';
import { change, messageOf, page } from '../state/store.ts';
import type { OpenedReport, ReportFile } from './openedReport.ts';
import { demandReportSize } from './reportSize.ts';
import { SAMPLES, type Sample } from './samples.ts';

/** What the view shows. */
export type ReportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'open'; readonly name: string; readonly opened: OpenedReport; readonly isInLink: boolean }
  | { readonly kind: 'broken'; readonly name: string; readonly failure: CallFailure };

/** It. */
export const reportState = signal<ReportState>({ kind: 'none' });

/** What a link holds: a file's text where that is short, a sample by its id; null where neither. */
type Linked = { readonly name: string; readonly text: string } | { readonly sample: string };

function linkedReport(own: Json | undefined): ReportFile | Sample | null {
  if (!isRecord(own)) return null;
  const { name, text, sample } = own;
  if (typeof name === 'string' && typeof text === 'string') return { name, text };
  return SAMPLES.find(({ id }) => id === sample) ?? null;
}

function isRecord(own: Json | undefined): own is { readonly [key: string]: Json } {
  return typeof own === 'object' && own !== null && !Array.isArray(own);
}

/** Opens what the link holds, when the view is shown for the first time. */
export function openLinked(): void {
  const linked = linkedReport(page.peek()?.own.reports);
  if (linked === null || reportState.peek().kind !== 'none') return;
  void ('load' in linked ? openSample(linked, false) : openText(linked, false));
}

/** Opens a file that was dropped or chosen. Never rejects: what is wrong with it is shown. */
export async function openFile(file: File): Promise<void> {
  latest += 1;
  const mine = latest;
  reportState.value = { kind: 'reading', name: file.name };
  try {
    // Before it is read: a wrong file may have any size.
    demandReportSize(file.name, file.size);
    const text = await file.text();
    // Another one was opened, or all put away, while it was read.
    if (mine === latest) await openText({ name: file.name, text }, true);
  } catch (error) {
    if (mine !== latest) return;
    reportState.value = { kind: 'broken', name: file.name, failure: { message: messageOf(error), problems: [] } };
  }
}

/** Makes or loads a sample, and opens it. Never rejects, as above. @param isNew as of `openText` */
export async function openSample({ id, title, load }: Sample, isNew: boolean): Promise<void> {
  latest += 1;
  const mine = latest;
  reportState.value = { kind: 'reading', name: title };
  try {
    const file = await load();
    if (mine === latest) await openText(file, isNew, { sample: id });
  } catch (error) {
    if (mine === latest) reportState.value = { kind: 'broken', name: title, failure: { message: messageOf(error), problems: [] } };
  }
}

let latest = 0;

/**
 * Opens a text.
 * @param isNew the scenario in it becomes the page's, and what is said of it goes into the link
 * @param linked what goes there; null where it is too long
 */
export async function openText(file: ReportFile, isNew: boolean, linked: Linked | null = inLink(file)): Promise<void> {
  latest += 1;
  const mine = latest;
  reportState.value = { kind: 'reading', name: file.name };
  try {
    const opened = await engine.call('openReport', file);
    if (mine !== latest) return;
    if (isNew) keep(opened, linked);
    reportState.value = { kind: 'open', name: file.name, opened, isInLink: linked !== null };
  } catch (error) {
    if (mine !== latest) return;
    const failure = error instanceof EngineCallError ? error.failure : { message: messageOf(error), problems: [] };
    reportState.value = { kind: 'broken', name: file.name, failure };
  }
}

function inLink({ name, text }: ReportFile): Linked | null {
  return text.length <= MOST_REPORT_IN_LINK ? { name, text } : null;
}

function keep(opened: OpenedReport, linked: Linked | null): void {
  const state = page.peek();
  if (state === null) return;
  const { reports: _before, ...others } = state.own;
  const own = linked === null ? others : { ...others, reports: linked };
  const scenario = opened.kind === 'run' ? opened.report.scenario.definition : opened.kind === 'scenario' ? opened.scenario : null;
  if (scenario === null) change({ own });
  else change({ own, scenario, pastChecks: opened.kind === 'run' && passedBy(opened.report).length > 0, selection: null, step: 0 });
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
