/** @file What `explain` says to people. */
import picocolors from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import type { Explanation } from '../launch/messages/explain.ts';
import type { ExplainReport } from './explainReport.ts';

const REACTIONS = { refuses: 'the engine refuses', dies: 'the engine goes on and fails later', silent: 'the engine goes on and says no more' } as const;
const NODES = { prefill: 'on prefill', decode: 'on decode', both: 'on either node', neither: 'in another part of the engine' } as const;

/** All explanations; or what the text is like. */
export function explainText({ recognised, nearest }: ExplainReport, color: boolean): string {
  const paint = picocolors.createColors(color);
  if (recognised.length > 0) {
    const summary = recognised.length > 1 ? [...recognised.map((found) => summaryLine(found, paint)), ''] : [];
    return [...summary, ...recognised.map((found) => explanationText(found, paint))].join('\n');
  }
  const none = paint.yellow('No known message is in this text.');
  if (nearest === null) return `${none}\nAll known ones: disagg-sim explain --list`;
  return [none, `The nearest known one is ${paint.bold(nearest.id)}:`, `  ${nearest.words}`, `Its page: disagg-sim explain ${nearest.id}`].join('\n');
}

function summaryLine({ id, title, found }: Explanation, paint: Colors): string {
  return `${found === null ? '' : `line ${found.firstLine}: `}${paint.bold(id)}${times(found)}  ${title}`;
}

function times(found: Explanation['found']): string {
  return found === null || found.count === 1 ? '' : `, ${found.count} times, last in line ${found.lastLine}`;
}

/** One message: what it is, who says it, its values, what follows, what mends it. */
function explanationText(explanation: Explanation, paint: Colors): string {
  const { id, title, found, text, moment, said, engine, values, remarks, meaning, compared, consequence, mend, situations, related, fittingPair } = explanation;
  const place = found === null ? '' : ` (line ${found.firstLine}${times(found)})`;
  const reaction = engine === null ? '' : `; ${REACTIONS[engine]}`;
  return [
    `${paint.bold(id)}: ${title}${place}`,
    `  ${text === '' ? '(no words)' : text}`,
    '',
    `${paint.bold('Who, when')}    ${said ?? 'nobody: these words are ours'}, ${NODES[moment.node]}, ${moment.at}${reaction}.`,
    `${paint.bold('Compared')}     ${compared}`,
    `${paint.bold('Meaning')}      ${meaning}`,
    ...section(
      'Values',
      values.map(({ what, value, setBy }) => `${what}: ${paint.bold(value)}${setBy === null ? '' : `  [${setBy}]`}`),
      paint,
    ),
    ...section('So', remarks, paint),
    `${paint.bold('Consequence')}  ${consequence}`,
    ...section('Seen with', situations, paint),
    `${paint.cyan(paint.bold('Mend'))}         ${mend}`,
    ...(fittingPair === null
      ? []
      : [
          '',
          'Two launch lines that normally fit; if yours are like these, the cause is elsewhere (a draft’s config, code, the version):',
          `  ${fittingPair.prefill}`,
          `  ${fittingPair.decode}`,
        ]),
    ...nextStep(explanation, paint),
    ...(related.length === 0 ? [] : ['', `Related: ${related.join(', ')}`]),
    '',
  ].join('\n');
}

/** What to type next: lines bring a message about where a check makes it, and the message tells of a draft's config what lines do not. */
function nextStep({ found, text, isChecked }: Explanation, paint: Colors): string[] {
  if (!isChecked) return [];
  const message = found === null ? '' : ` --message ${quotedForShell(text)}`;
  return [
    '',
    `${paint.cyan(paint.bold('Next'))}         your own two launch lines, checked and mended:`,
    `  disagg-sim check --prefill 'COMMAND' --decode 'COMMAND'${message}`,
    '  (a script or a manifest instead of a line: --prefill-file FILE, --decode-file FILE)',
  ];
}

function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function section(name: string, lines: readonly string[], paint: Colors): string[] {
  return lines.map((line, i) => `${i === 0 ? paint.bold(name.padEnd(13)) : ' '.repeat(13)}${line}`);
}
