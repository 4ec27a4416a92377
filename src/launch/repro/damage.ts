/** @file A run in sentences: how it ended, and what was said or damaged first. */
import { formatInteger } from '../../core/units.ts';
import type { RunResult } from '../../scenario/runScenario.ts';
import { isClean, type ReproRuns } from './carryOut.ts';

/** So many findings tell the story; the rest are in the JSON. */
const FINDINGS_TOLD = 4;

/** How a run ended, with counts of bytes where memory was looked at. */
export function endingOf({ verdict: { status, words, engineStatus } }: RunResult): string {
  const engine = engineStatus === null ? '' : ` The engine believes: prefill ${engineStatus.prefill}, decode ${engineStatus.decode}.`;
  if (words === null) return `${status}: nothing was moved.${engine}`;
  const bytes = (count: number) => `${formatInteger(4 * count)} B`;
  const bad = words.wrong + words.missing + words.touched;
  const counts =
    bad === 0
      ? `all ${bytes(words.right)} that decode needs are right`
      : `${bytes(words.right)} right, ${bytes(words.wrong)} wrong, ${bytes(words.missing)} missing, ${bytes(words.touched)} touched that nobody should have written`;
  // What would lie outside is nowhere, and so in no count.
  const outside = status === 'OUT_OF_RANGE' ? 'blocks leave their regions and are not carried out; of what lies inside, ' : '';
  return `${status}: ${outside}${counts}.${engine}`;
}

/** Messages of the first findings, each with its id; what was planted is no finding of the run. */
export function storyOf({ verdict }: RunResult): readonly string[] {
  const told = verdict.findings.filter(({ severity }) => severity !== 'info');
  const distinct = [...new Map(told.map((finding) => [`${finding.id} ${finding.message}`, finding])).values()];
  const more = distinct.length - FINDINGS_TOLD;
  return [...distinct.slice(0, FINDINGS_TOLD).map(({ id, message }) => `${id}: ${message}`), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** What the refusal saves its user from, as a sentence; null where nothing was refused. */
export function savedFrom({ pastCheck }: ReproRuns): string | null {
  if (pastCheck === null) return null;
  const { status } = pastCheck.verdict;
  if (status === 'REFUSE') return 'There is nothing past it: without it there would be no pools, or nobody to send to.';
  if (isClean(status))
    return 'Past the check every byte of this hand-off comes out right all the same: what the refusal saves you from comes later, or lies outside this model.';
  return `Past the check the hand-off ends ${status}: that is what the refusal saves you from.`;
}
