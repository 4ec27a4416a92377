/** @file The verdict in one sentence: what the real engine will do with this pair. */
import { findEntry } from '../checks/catalogue.ts';
import type { Finding } from '../core/finding.ts';
import type { CheckReport } from './checkReport.ts';

/** Which node does what, in which words and when. */
export function verdictSentence({ verdict, findings, waived }: Pick<CheckReport, 'verdict' | 'findings' | 'waived'>): string {
  const but = waived.length === 0 ? '' : ' that was not waived';
  switch (verdict) {
    case 'fits':
      return `the two nodes fit together: no check has anything against them${but}.`;
    case 'fits-with-warnings':
      return `the two nodes fit together, with ${count(warnings(findings), 'warning')}.`;
    case 'refused':
      return refusedSentence(findings);
    case 'fails-later':
      return `both nodes start, and a transfer fails later: ${momentOf(worst(findings, 'dies'))}.${othersText(findings)}`;
    case 'silent-corruption':
      return `both nodes start, the engine says nothing, and decode reads wrong bytes: ${worst(findings, 'silent')?.message ?? ''}.${othersText(findings)}`;
  }
}

function refusedSentence(findings: readonly Finding[]): string {
  const first = worst(findings, 'refuses');
  if (first === undefined) return 'the engine refuses.';
  const who = first.side === 'both' ? 'the engine' : first.side;
  const said = findEntry(first.id)?.said;
  const words = said === undefined || said === null ? first.message : `${first.message.startsWith(`${said}:`) ? '' : `${said}: `}${first.message}`;
  return `${who} refuses, ${momentOf(first)}, with "${words.trimEnd()}".${othersText(findings)}`;
}

function momentOf(finding: Finding | undefined): string {
  return finding === undefined ? 'in the transfer worker' : (findEntry(finding.id)?.moment.at ?? 'in the transfer worker');
}

function worst(findings: readonly Finding[], engine: NonNullable<Finding['engine']>): Finding | undefined {
  return findings.find((finding) => finding.severity === 'error' && finding.engine === engine);
}

/** What else there is: a refusal hides what would come after it. */
function othersText(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return errors > 1 ? ` In all ${count(errors, 'finding')} of severity error.` : '';
}

function warnings(findings: readonly Finding[]): number {
  return findings.filter(({ severity }) => severity === 'warning').length;
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
