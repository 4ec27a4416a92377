/** @file What `check` says to people. */
import picocolors from 'picocolors';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import type { CheckReport, CheckVerdict } from './checkReport.ts';
import { findingText } from './findingText.ts';

const VERDICT_WORDS: Readonly<Record<CheckVerdict, string>> = {
  fits: 'Both nodes start: no check has anything against these settings.',
  'fits-with-warnings': 'Both nodes start, with warnings.',
  refused: 'A node refuses to start.',
  'fails-later': 'Both nodes start; a transfer fails later.',
  'silent-corruption': 'Both nodes start, nothing complains, and the bytes are wrong.',
};

/** The report as text. */
export function checkText(scenario: ResolvedScenario, report: CheckReport, color: boolean): string {
  const paint = picocolors.createColors(color);
  const isWell = report.verdict === 'fits' || report.verdict === 'fits-with-warnings';
  const verdict = (isWell ? paint.green : paint.red)(`${report.verdict}: ${VERDICT_WORDS[report.verdict]}`);
  const findings = report.findings.map((finding) => findingText(finding, paint));
  return [paint.bold(scenario.title), `  prefill  ${engineLine(scenario.prefill)}`, `  decode   ${engineLine(scenario.decode)}`, '', ...findings, verdict].join(
    '\n',
  );
}

/** The settings that people compare first. */
export function engineLine({
  mode,
  revision,
  pageSizeTokens,
  windowTokens,
  poolTokens,
  maxRequests,
  preallocSlots,
  speculation,
  kvDtype,
  stateDtype,
}: EngineConfig): string {
  const draft = speculation === null ? 'no speculation' : `${speculation.draftTokens} draft tokens`;
  const slots = preallocSlots > 0 ? `${maxRequests}+${preallocSlots} slots` : `${maxRequests} slots`;
  return `${mode}, page ${pageSizeTokens}, window ${windowTokens}, ${poolTokens} tokens, ${slots}, ${draft}, KV ${kvDtype}, state ${stateDtype}, revision ${revision}`;
}
