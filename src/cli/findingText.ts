/** @file A finding as people read it. */
import type { Colors } from 'picocolors/types.js';
import type { Finding } from '../core/finding.ts';

/** What the engine does about a finding, in words. */
export const REACTION_WORDS = { refuses: 'the engine refuses', dies: 'the engine fails later', silent: 'the engine says nothing' } as const;

/** A block of lines with an empty one at its end: what is said and by whom, both values, what follows, what mends it. */
export function findingText(finding: Finding, paint: Colors): string {
  const { id, severity, engine, side, message, prefill, decode, consequence, mend } = finding;
  const mark = severity === 'error' ? paint.red(severity) : severity === 'warning' ? paint.yellow(severity) : severity;
  const reaction = engine === null ? '' : `, ${REACTION_WORDS[engine]}`;
  const values = [prefill === null ? '' : `  prefill: ${prefill}`, decode === null ? '' : `  decode: ${decode}`];
  return [
    `${mark} ${paint.bold(id)} (${side}${reaction})`,
    `  ${message}`,
    ...values,
    `  ${consequence}`,
    mend === '' ? '' : `  ${paint.cyan('mend:')} ${mend}`,
    '',
  ]
    .filter((line, i, lines) => line !== '' || i === lines.length - 1)
    .join('\n');
}
