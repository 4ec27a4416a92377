/** @file Two launches, from lines or files, to a checked pair. */
import { lstat } from 'node:fs/promises';
import { SimError } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import { hear, NOTHING_HEARD } from '../launch/heard.ts';
import type { LaunchFound, LaunchProblem, Role } from '../launch/launch.ts';
import type { LaunchSettings } from '../launch/launchSettings.ts';
import { type FoundMessage, findMessages } from '../launch/messages/scanner.ts';
import { type LaunchedPair, pairLaunches } from '../launch/pairLaunches.ts';
import { pickLaunch } from '../launch/pickLaunch.ts';
import { respelled } from '../launch/respell.ts';
import { isManifest, scriptLaunches } from '../launch/scriptLaunches.ts';
import { resolveLaunch } from '../launch/settings.ts';
import { modelFromConfigJson } from '../model/configJson.ts';
import type { Revision } from '../model/engineConfig.ts';
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import { checkPair } from '../session/checkPair.ts';
import { type CheckReport, pairOutcome } from './checkReport.ts';
import { inputName, inputText } from './input.ts';
import { mendedLines, otherModelEdits } from './mendedLines.ts';

/** How launches are given. */
export interface LaunchFlags {
  readonly prefill?: string;
  readonly decode?: string;
  readonly prefillFile?: string;
  readonly decodeFile?: string;
  /** A config.json, for both nodes. */
  readonly config?: string;
  /** Of both nodes; or of prefill and of decode, with a comma between. */
  readonly revision?: string;
  /** What a node said: the words, or a file that holds them. */
  readonly message?: string;
  /** Which node said it. */
  readonly messageFrom?: string;
}

/** One node's launch. */
export interface LaunchedNode {
  readonly found: LaunchFound;
  readonly launch: LaunchSettings;
}

/** A checked pair of launches, and what it was made of. */
export interface CheckedLaunches {
  readonly report: CheckReport;
  readonly nodes: Readonly<Record<Role, LaunchedNode>>;
  readonly pair: LaunchedPair;
}

/** Far above any script or manifest. */
const MOST_LAUNCH_BYTES = 4 << 20;
const MOST_CONFIG_BYTES = 2 ** 20;
/** A log of hours; the last lines of one are enough. */
const MOST_LOG_BYTES = 64 << 20;
const SIDES = ['prefill', 'decode'] as const;

/**
 * Reads both launches, resolves their settings, and checks them as a pair.
 * @throws SimError(bad-input), SimError(file)
 */
export async function checkLaunches(flags: LaunchFlags, waive: readonly string[]): Promise<CheckedLaunches> {
  const given = { model: flags.config === undefined ? null : await readConfig(flags.config), revisions: revisionsOf(flags) };
  const found = await findLaunches(flags);
  const { nodes, pair } = launchNodes(found, given);
  const from = speakerOf(flags);
  const messages = flags.message === undefined ? [] : await messagesIn(flags.message);
  const judged = judge({ nodes, pair }, messages, from, waive);
  const { heard, report } = judged;
  const problems = SIDES.flatMap((side) => problemsOf(side, nodes[side].launch, pair).map((problem) => ({ side, ...problem })));
  const complete: CheckReport = {
    ...report,
    findings: report.findings.map((finding) => namedModel(finding, nodes)),
    unknown: pair.unknown,
    problems,
    ...(messages.length === 0 ? {} : { heard: heard.messages }),
  };
  const meant = { prefill: respelled(found.prefill), decode: respelled(found.decode) };
  const isRespelled = { prefill: meant.prefill !== found.prefill, decode: meant.decode !== found.decode };
  const again = isRespelled.prefill || isRespelled.decode ? launchNodes(meant, given) : { nodes, pair };
  const asMeant = again.nodes === nodes ? judged : judge(again, messages, from, waive);
  const recheck = (lines: Record<Role, LaunchFound>) => judge(launchNodes(lines, given), [], null, waive).report;
  const lines = mendedLines(asMeant.report, again.nodes, { edits: asMeant.heard.edits, isRespelled }, recheck);
  const mended = lines === null ? null : { ...lines, hidden: [...new Set([...newIds(asMeant.report, complete), ...lines.hidden])] };
  const { givesUp } = asMeant.heard;
  const tried = mended === null || givesUp === null ? mended : { ...mended, givesUp };
  return { report: tried === null ? complete : { ...complete, mended: tried }, nodes, pair };
}

/** What a slip hid, and comes to light when it is put right. */
function newIds({ findings }: CheckReport, before: CheckReport): string[] {
  const shown = new Set(before.findings.map(({ id }) => id));
  return findings.filter(({ id, severity }) => severity !== 'info' && !shown.has(id)).map(({ id }) => id);
}

/** What is found in two launches, together with what a node said with them. */
function judge({ nodes, pair }: Pick<CheckedLaunches, 'nodes' | 'pair'>, messages: readonly FoundMessage[], from: Role | null, waive: readonly string[]) {
  const own = SIDES.flatMap((side) => nodes[side].launch.findings);
  const known = () => [...own, ...checkPair(pair.request).findings];
  const heard = messages.length === 0 ? NOTHING_HEARD : hear(messages, { prefill: nodes.prefill.launch, decode: nodes.decode.launch }, known(), from);
  const settings = { prefill: nodes.prefill.launch.settings, decode: nodes.decode.launch.settings };
  const others = [...own.map(({ edits: _edits, ...finding }) => ({ ...finding, changes: [] })), ...heard.findings];
  return { heard, report: pairOutcome({ ...pair.request, waive }, settings, others).report };
}

/** @throws SimError(bad-input) for another name, or without a message */
function speakerOf({ message, messageFrom }: LaunchFlags): Role | null {
  if (messageFrom === undefined) return null;
  if (message !== undefined && (messageFrom === 'prefill' || messageFrom === 'decode')) return messageFrom;
  throw new SimError('bad-input', {
    what: message === undefined ? '--message-from is given without --message' : 'there is no such node',
    values: { found: messageFrom },
    where: { file: '--message-from' },
    mend: 'Write --message TEXT --message-from prefill, or decode.',
  });
}

/** What is said beside the launches. */
interface GivenBeside {
  readonly model: Dsv4ModelSpec | null;
  readonly revisions: Readonly<Partial<Record<Role, Revision>>>;
}

function launchNodes(found: Readonly<Record<Role, LaunchFound>>, { model, revisions }: GivenBeside): Pick<CheckedLaunches, 'nodes' | 'pair'> {
  const node = (side: Role): LaunchedNode => ({ found: found[side], launch: resolveLaunch(found[side], { side, model }) });
  const nodes = { prefill: node('prefill'), decode: node('decode') };
  return { nodes, pair: pairLaunches(nodes.prefill.launch, nodes.decode.launch, revisions) };
}

/** Messages in a text, or in the file that it names. @throws SimError(bad-input) where none is known, SimError(file) */
async function messagesIn(given: string): Promise<readonly FoundMessage[]> {
  const isFile = given === '-' || (await lstat(given).catch(() => null)) !== null;
  const found = findMessages(isFile ? await inputText(given, 'log', MOST_LOG_BYTES) : given);
  if (found.length > 0) return found;
  throw new SimError('bad-input', {
    what: 'no known message is in this text',
    where: { file: '--message' },
    mend: 'See what it is like: disagg-sim explain TEXT.',
  });
}

/** Each side's launch: from its own line or file, or from the file of the other, which may start both. */
async function findLaunches(flags: LaunchFlags): Promise<Record<Role, LaunchFound>> {
  const texts = new Map<string, Promise<string>>();
  const read = (file: string) => {
    const known = texts.get(file) ?? inputText(file, 'launch file', MOST_LAUNCH_BYTES);
    texts.set(file, known);
    return known;
  };
  const of = async (side: Role): Promise<LaunchFound> => {
    const line = side === 'prefill' ? flags.prefill : flags.decode;
    const file = side === 'prefill' ? flags.prefillFile : flags.decodeFile;
    if (line !== undefined && file !== undefined) throw twice(side);
    if (line !== undefined) return pickLaunch(await launchesIn(line, `--${side}`), side, `--${side}`);
    const source = file ?? (side === 'prefill' ? flags.decodeFile : flags.prefillFile);
    if (source === undefined) throw missing(side);
    return pickLaunch(await launchesIn(await read(source), inputName(source)), side, inputName(source));
  };
  return { prefill: await of('prefill'), decode: await of('decode') };
}

/** The YAML parser is loaded where there is YAML. */
async function launchesIn(text: string, fileName: string): Promise<LaunchFound[]> {
  if (!isManifest(text, fileName)) return scriptLaunches(text, fileName);
  return (await import('../launch/readLaunches.ts')).readLaunches(text, fileName);
}

function twice(side: Role): SimError {
  return new SimError('bad-input', { what: `--${side} and --${side}-file are both given`, mend: 'Give one of them.' });
}

function missing(side: Role): SimError {
  return new SimError('bad-input', {
    what: `there is no launch of the ${side} server`,
    mend: `Give its line with --${side} 'COMMAND', or a file with --${side}-file FILE.`,
  });
}

async function readConfig(file: string): Promise<Dsv4ModelSpec> {
  const text = await inputText(file, 'config.json', MOST_CONFIG_BYTES);
  const { parseExactJson } = await import('../kvargs/exactJson.ts');
  try {
    return modelFromConfigJson(parseExactJson(text, inputName(file)), inputName(file));
  } catch (error) {
    if (!(error instanceof SimError) || error.facts.where?.file !== undefined) throw error;
    throw new SimError(error.code, { ...error.facts, where: { ...error.facts.where, file: inputName(file) } });
  }
}

function revisionsOf({ revision }: LaunchFlags): GivenBeside['revisions'] {
  if (revision === undefined) return {};
  const [prefill, decode = prefill, ...rest] = revision.split(',');
  if (isRevision(prefill) && isRevision(decode) && rest.length === 0) return { prefill, decode };
  throw new SimError('bad-input', {
    what: 'there is no such revision',
    values: { found: revision },
    where: { file: '--revision' },
    mend: "Give 2026-08 or 2026-09; or both nodes' with a comma between, prefill's first.",
  });
}

function isRevision(text: string | undefined): text is Revision {
  return text === '2026-08' || text === '2026-09';
}

/** What is wrong with a launch; a line without a mode, and what is not simulated, are told here too. */
function problemsOf(side: Role, { settings, problems }: LaunchSettings, { notSimulated }: LaunchedPair): LaunchProblem[] {
  const where = { file: `--${side}` };
  const mode: LaunchProblem[] =
    settings.role.origin === 'default'
      ? [
          {
            code: 'unknown-value',
            what: 'no --disaggregation-mode is given: such a server serves both phases itself',
            where,
            nearest: null,
            mend: `Add --disaggregation-mode ${side}; it is taken as given.`,
          },
        ]
      : [];
  const unlike = notSimulated
    .filter((entry) => entry.side === side)
    .map(
      ({ by }): LaunchProblem => ({ code: 'unknown-value', what: `${by} changes the layout in ways that are not simulated`, where, nearest: null, mend: null }),
    );
  return [...mode, ...problems, ...unlike];
}

/** Two models are compared by their layers; what a person changes is the path, or the overrides of its config. */
function namedModel(finding: Finding, nodes: CheckedLaunches['nodes']): Finding {
  if (finding.id !== 'compress-ratios-mismatch') return finding;
  const edits = otherModelEdits(nodes, 'prefill');
  const texts = edits.map(({ setting, value }) => {
    const flag = setting === 'modelPath' ? '--model-path' : '--json-model-override-args';
    return value === null ? `leave ${flag} out` : `use ${flag} ${setting === 'modelPath' ? value : `'${value}'`}`;
  });
  return { ...finding, mend: texts.length === 0 ? 'Load the same model on both nodes.' : `On prefill: ${texts.join('; ')}.` };
}
