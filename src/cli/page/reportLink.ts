/** @file A link that opens a report in the explorer. Where an explorer runs is its user's choice, so that the link goes with the command that starts one there. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { pageOf } from './pageState.ts';
import { toFragment } from './stateLink.ts';

/** Reports up to so many characters fit a link; they are deflated there. */
export const MOST_REPORT_IN_LINK = 64 * 1024;

/** Of the explorer that the links of pages lead to; any other would do as well. */
const PORT = 7433;

/** How a report is opened in the explorer. */
export interface ReportLink {
  /** Starts the explorer that the address is of. */
  readonly command: string;
  /** On this machine. */
  readonly address: string;
}

/**
 * The link.
 * @param file the name that the explorer shows, and the report as JSON
 * @param scenario what the page's other views are set up with
 * @returns null where the report is too long for one
 */
export async function reportLink(file: { readonly name: string; readonly text: string }, scenario: ScenarioInput): Promise<ReportLink | null> {
  if (file.text.length > MOST_REPORT_IN_LINK) return null;
  const fragment = await toFragment({ ...pageOf(scenario), view: 'reports', own: { reports: { name: file.name, text: file.text } } });
  return { command: `disagg-sim explore --port ${PORT} --no-open`, address: `http://127.0.0.1:${PORT}/#${fragment}` };
}
