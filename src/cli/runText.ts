/** @file What `run` shows to people: what was laid out, what was checked, what moved, what arrived. */
import Table from 'cli-table3';
import picocolors from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { counted, formatBytes, formatInteger } from '../core/units.ts';
import type { Rank } from '../kvargs/rank.ts';
import type { TransferBackend } from '../model/engineConfig.ts';
import { unmetExpectations } from '../scenario/expectation.ts';
import type { RunResult, TransferReport } from '../scenario/runScenario.ts';
import { CAUSE_CLASSES } from '../verify/diagnosis/causes.ts';
import type { Diagnosis } from '../verify/diagnosis/diagnosis.ts';
import type { WordCounts } from '../verify/wordCounts.ts';
import { engineLine } from './checkText.ts';
import { findingText } from './findingText.ts';
import { LINELESS } from './tableStyle.ts';

/** The page. @param stable leave out the adapter and all timings */
export function runText(result: RunResult, color: boolean, stable: boolean): string {
  const paint = picocolors.createColors(color);
  const { scenario, adapter, checks, transfer } = result;
  const device = stable ? [] : [`device     ${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''})`];
  return [
    paint.bold(scenario.title),
    ...device,
    `scenario   ${scenario.name}, seed ${scenario.seed}, ${counted(scenario.requests.length, 'request')}, hash ${scenario.hash.slice(0, 12)}`,
    `prefill    ${engineLine(scenario.prefill)}`,
    `decode     ${engineLine(scenario.decode)}`,
    '',
    ...laidOut(result, paint),
    heading('Checked', paint),
    checks.length === 0 ? '  nothing against these settings' : checks.map((finding) => findingText(finding, paint)).join('\n'),
    ...(transfer !== null && checks.some(({ engine }) => engine === 'refuses')
      ? ['  The server would refuse this pair; its pools can be built, so the hand-off is carried out all the same.']
      : []),
    '',
    ...(transfer === null ? [] : moved(transfer, scenario.prefill.backend, paint, stable)),
    ...arrived(result, paint),
  ].join('\n');
}

function heading(text: string, paint: Colors): string {
  return paint.cyan(text);
}

/** A line a list: how many entries, the item lengths among them, how much memory. */
function laidOut({ nodes }: RunResult, paint: Colors): string[] {
  if (nodes.ready === null) return [];
  const table = new Table({ ...LINELESS, head: ['', 'list', 'entries', 'item bytes', 'registered'], colAligns: ['left', 'left', 'right', 'right', 'right'] });
  for (const side of ['prefill', 'decode'] as const) {
    const { ranks } = nodes.ready[side];
    const [first] = ranks;
    if (first !== undefined) table.push(...listRows(side, first));
    const bytes = ranks.reduce((sum, { space }) => sum + space.bytes, 0);
    table.push([side, ranks.length === 1 ? 'memory' : `memory of ${ranks.length} ranks`, '', '', formatBytes(bytes)]);
  }
  return [heading('Laid out', paint), table.toString(), ''];
}

function listRows(side: string, { kvArgs }: Rank): string[][] {
  const lists = [
    { name: 'KV pages', entries: kvArgs.kv },
    ...kvArgs.state.map(({ type, entries }, i) => ({ name: `state ${i}: ${type}`, entries })),
    { name: 'metadata rows', entries: kvArgs.aux },
  ];
  return lists.map(({ name, entries }) => {
    const items = [...new Set(entries.map(({ itemBytes }) => itemBytes))];
    const bytes = entries.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
    return [side, name, String(entries.length), items.map(formatInteger).join(' '), formatBytes(bytes)];
  });
}

function moved(
  { strategy, note, blocks, copyCommands, kernelLaunches, submissions, descriptors, bytes, kvBytes, stateBytes, auxBytes, timing }: TransferReport,
  backend: TransferBackend,
  paint: Colors,
  stable: boolean,
): string[] {
  const commands = `${counted(copyCommands, 'copy command')}, ${counted(kernelLaunches, 'kernel launch', 'kernel launches')}`;
  const speed =
    timing === null
      ? '  not timed'
      : `  ${timing.gbps.toFixed(2)} GB/s in ${(timing.seconds * 1e3).toFixed(2)} ms${timing.gpuSeconds === null ? '' : ` (${(timing.gpuSeconds * 1e3).toFixed(2)} ms of them on the adapter's own clock)`}, ${(100 * timing.ceilingFraction).toFixed(0)} % of this adapter's own contiguous copy in the same run (${timing.ceilingGbps.toFixed(2)} GB/s; medians of ${timing.repeats} samples)`;
  return [
    heading('Moved', paint),
    `  ${counted(blocks, 'block')}, ${formatInteger(bytes)} bytes (${formatBytes(bytes)}): KV ${formatBytes(kvBytes)}, state ${formatBytes(stateBytes)}, metadata ${formatBytes(auxBytes)}`,
    `  ${backend} would post them as ${counted(descriptors, 'descriptor')} in ${counted(submissions, 'call')}`,
    // How `auto` splits the blocks follows from measurements of the adapter.
    ...(stable ? [`  strategy ${strategy}`] : [`  strategy ${strategy}: ${commands}${note === null ? '' : `; ${note}`}`, speed]),
    '',
  ];
}

function arrived(result: RunResult, paint: Colors): string[] {
  const { verdict, diagnosis } = result;
  const { status, engineStatus, words, components, selfTest, findings } = verdict;
  const isWell = status === 'PASS' || status === 'PASS_WITH_WARNING';
  const last = (isWell ? paint.green : paint.red)(paint.bold(status));
  if (words === null) {
    // A refusal stands under what was checked.
    const judged = status === 'REFUSE' ? [] : findings.map((finding) => findingText(finding, paint));
    return [...judged, `${last}: nothing was moved`, ...expectationLine(result)];
  }
  const table = new Table({
    ...LINELESS,
    head: ['words', 'total', 'right', 'wrong', 'missing', 'touched', 'untouched'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
  });
  const row = (name: string, counts: WordCounts) => [
    name,
    ...[counts.total, counts.right, counts.wrong, counts.missing, counts.touched, counts.untouched].map(formatInteger),
  ];
  for (const component of components) table.push(row(component.name, component));
  table.push(row('all of decode', words));
  const sentence =
    words.wrong + words.missing + words.touched === 0
      ? `all ${formatInteger(words.right)} words that decode needs are right, ${formatInteger(words.untouched)} others are untouched`
      : `${counted(words.wrong, 'word')} wrong, ${formatInteger(words.missing)} missing, ${formatInteger(words.touched)} touched that nobody should have written`;
  return [
    ...(diagnosis === null ? [] : wentWrong(diagnosis, paint)),
    heading('Arrived', paint),
    table.toString(),
    '',
    // Stories have been told above.
    ...findings.filter(({ message }) => diagnosis?.stories.every(({ sentence }) => sentence !== message) ?? true).map((finding) => findingText(finding, paint)),
    ...(engineStatus === null ? [] : [`engine     prefill ${engineStatus.prefill}, decode ${engineStatus.decode}`]),
    `self-test  ${selfTest.found} of ${selfTest.planted} planted faults found`,
    `${last}: ${sentence}`,
    ...expectationLine(result),
  ];
}

/** Whether what the scenario's author expects has come out; nothing where nothing is expected. The exit code goes by it. */
function expectationLine(result: RunResult): string[] {
  const { expect } = result.scenario;
  const unmet = unmetExpectations(result);
  if (expect === null || unmet === null) return [];
  return unmet.length === 0 ? [`as the scenario expects: ${expect.status}`] : [`not as the scenario expects: ${unmet.join('; ')}`];
}

/** Stories that are told in full; the rest are in the JSON and in the picture. */
const STORIES_TOLD = 3;

/** The largest stories, each with the class of its cause. */
function wentWrong({ stories, scope }: Diagnosis, paint: Colors): string[] {
  if (stories.length === 0) return [];
  const told = stories
    .slice(0, STORIES_TOLD)
    .flatMap(({ class: cause, sentence }) => [`  ${paint.red(cause)}  ${CAUSE_CLASSES[cause].title}`, `    ${sentence}`]);
  const rest = stories.slice(STORIES_TOLD);
  const restBytes = rest.reduce((sum, { bytes }) => sum + bytes, 0);
  const more =
    rest.length === 0 ? [] : [`  and ${rest.length} more ${rest.length === 1 ? 'story' : 'stories'}, ${formatInteger(restBytes)} B: see --json or --html`];
  const sampled = scope.isComplete
    ? []
    : [`  told from ${formatInteger(scope.seenSegments)} of ${formatInteger(scope.badSegments)} damaged segments; the counts below are exact`];
  return [heading('What went wrong', paint), ...told, ...more, ...sampled, ''];
}
