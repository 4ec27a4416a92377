/** @file What `check` says to people: the verdict first, then the nodes, what was found, and the mends, tried. */
import picocolors from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { instruct } from '../checks/instructions.ts';
import type { Finding } from '../core/finding.ts';
import { groupBy } from '../core/groupBy.ts';
import { counted, formatInteger } from '../core/units.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import type { CheckedLaunches } from './checkLaunches.ts';
import { type CheckReport, isFit, type Mended } from './checkReport.ts';
import { findingText } from './findingText.ts';
import { heardText, launchText, remarksText } from './launchText.ts';
import { verdictSentence } from './verdictSentence.ts';

/** The report of a scenario. */
export function scenarioCheckText(scenario: ResolvedScenario, report: CheckReport, color: boolean): string {
  const paint = picocolors.createColors(color);
  return [
    verdictLine(report, paint),
    '',
    paint.bold(scenario.title),
    `  prefill  ${engineLine(scenario.prefill)}`,
    `  decode   ${engineLine(scenario.decode)}`,
    '',
    ...findingsText(report, paint),
  ].join('\n');
}

/** The report of two launches. */
export function launchCheckText({ report, nodes, pair }: CheckedLaunches, color: boolean): string {
  const paint = picocolors.createColors(color);
  return [
    verdictLine(report, paint),
    '',
    ...launchText(nodes.prefill, engineLine(pair.request.prefill), paint),
    ...launchText(nodes.decode, engineLine(pair.request.decode), paint),
    '',
    ...remarksText(report, paint),
    ...heardText(report, paint),
    ...findingsText(report, paint),
    ...(isFit(report.verdict) && report.heard === undefined ? [UNHEARD] : []),
  ].join('\n');
}

/** What lines cannot show: a draft's config, code, the network. */
const UNHEARD = 'Should a node refuse all the same, give its words as well: --message TEXT.';

/** The verdict in one line. */
export function verdictLine(report: CheckReport, paint: Colors): string {
  return (isFit(report.verdict) ? paint.green : paint.red)(`${report.verdict}: ${verdictSentence(report)}`);
}

/** Findings, what was waived, and what becomes of the pair when it is mended. */
export function findingsText({ findings, waived, mended }: CheckReport, paint: Colors): string[] {
  return [
    ...findings.filter((finding) => !isConsequence(finding)).map((finding) => findingText(finding, paint)),
    ...consequencesText(findings, paint),
    ...(waived.length === 0
      ? []
      : [paint.yellow(`Waived (--allow-mismatch), though the nodes still do what they do: ${[...new Set(waived.map(({ id }) => id))].join(', ')}`), '']),
    ...(mended === undefined ? [] : mendedText(mended, paint)),
  ];
}

/** How the checks begin the mend of what follows from another finding. */
const FOLLOWS = 'Follows from';

function isConsequence({ mend }: Finding): boolean {
  return mend.startsWith(FOLLOWS);
}

/** What goes when another finding is mended, in a line for each such other; the JSON has all of it. */
function consequencesText(findings: readonly Finding[], paint: Colors): string[] {
  const byCause = groupBy(findings.filter(isConsequence), ({ mend }) => mend.slice(0, mend.indexOf(':')));
  const lines = [...byCause].map(([cause, all]) => {
    const ids = [...groupBy(all, ({ id }) => id)].map(([id, same]) => (same.length === 1 ? id : `${id} (${same.length} times)`));
    return `${paint.bold(cause)}: ${ids.join(', ')}`;
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

function mendedText({ verdict, changes, left, hidden, lines, byHand, givesUp }: Mended, paint: Colors): string[] {
  const rest = left.length === 0 ? '' : ` (${left.join(', ')})`;
  const outcome = (isFit(verdict) ? paint.green : paint.red)(`After these mends: ${verdict}${givesUp === undefined ? '' : ` ${givesUp}`}${rest}`);
  const behind = hidden.length === 0 ? [] : [`  Mended as well, though only seen behind them: ${hidden.join(', ')}.`];
  if (lines === undefined) return [outcome, ...behind, ...(hidden.length === 0 ? [] : [`  ${instruct(changes)}`])];
  const line = (side: 'prefill' | 'decode') => `  ${side.padEnd(7)}  ${lines[side] ?? 'as it is'}`;
  const hand = byHand === undefined ? [] : [`  by hand  ${byHand} No flag or variable does it.`];
  return [outcome, ...behind, line('prefill'), line('decode'), ...hand];
}

/** The settings that people compare first. */
export function engineLine({
  mode,
  layout,
  revision,
  pageSizeTokens,
  windowTokens,
  poolTokens,
  maxRequests,
  preallocSlots,
  speculation,
  kvDtype,
  stateDtype,
  backend,
  grid,
}: EngineConfig): string {
  const draft = speculation === null ? 'no speculation' : counted(speculation.draftTokens, 'draft token');
  const slots = preallocSlots > 0 ? `${formatInteger(maxRequests)}+${formatInteger(preallocSlots)} slots` : counted(maxRequests, 'slot');
  const ranks = grid.tp * grid.pp * grid.cp > 1 ? `, tp ${grid.tp} pp ${grid.pp} cp ${grid.cp}` : '';
  const transfer = backend === 'mooncake' ? '' : `, backend ${backend}`;
  const lies = layout === 'layer-first' ? '' : ` ${layout} (not SGLang’s)`;
  return `${mode}${lies}, page ${formatInteger(pageSizeTokens)}, window ${formatInteger(windowTokens)}, ${counted(poolTokens, 'token')}, ${slots}, ${draft}, KV ${kvDtype}, state ${stateDtype}, revision ${revision}${ranks}${transfer}`;
}
