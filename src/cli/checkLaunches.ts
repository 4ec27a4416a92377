/** @file Two launches, from lines or files, to a checked pair. */
import { SimError } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import type { LaunchFound, LaunchProblem, Role } from '../launch/launch.ts';
import type { LaunchSettings } from '../launch/launchSettings.ts';
import { mendLaunch } from '../launch/mendLaunch.ts';
import { type LaunchedPair, pairLaunches } from '../launch/pairLaunches.ts';
import { pickLaunch } from '../launch/pickLaunch.ts';
import { isManifest, scriptLaunches } from '../launch/scriptLaunches.ts';
import { resolveLaunch } from '../launch/settings.ts';
import { modelFromConfigJson } from '../model/configJson.ts';
import type { Revision } from '../model/engineConfig.ts';
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import { type CheckReport, pairOutcome } from './checkReport.ts';
import { inputName, inputText } from './input.ts';

/** How launches are given. */
export interface LaunchFlags {
  readonly prefill?: string;
  readonly decode?: string;
  readonly prefillFile?: string;
  readonly decodeFile?: string;
  /** A config.json, for both nodes. */
  readonly config?: string;
  readonly revision?: string;
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
const SIDES = ['prefill', 'decode'] as const;

/**
 * Reads both launches, resolves their settings, and checks them as a pair.
 * @throws SimError(bad-input), SimError(file)
 */
export async function checkLaunches(flags: LaunchFlags, waive: readonly string[]): Promise<CheckedLaunches> {
  const model = flags.config === undefined ? null : await readConfig(flags.config);
  const found = await findLaunches(flags);
  const node = (side: Role): LaunchedNode => ({ found: found[side], launch: resolveLaunch(found[side], { side, model }) });
  const nodes = { prefill: node('prefill'), decode: node('decode') };
  const pair = pairLaunches(nodes.prefill.launch, nodes.decode.launch, revisionOf(flags));
  const own = SIDES.flatMap((side) => nodes[side].launch.findings);
  const settings = { prefill: nodes.prefill.launch.settings, decode: nodes.decode.launch.settings };
  const { report } = pairOutcome({ ...pair.request, waive }, settings, own);
  const problems = SIDES.flatMap((side) => problemsOf(side, nodes[side].launch, pair).map((problem) => ({ side, ...problem })));
  const complete = { ...report, findings: report.findings.map((finding) => namedModel(finding, nodes)), unknown: pair.unknown, problems };
  return { report: withLines(complete, nodes), nodes, pair };
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

function revisionOf({ revision }: LaunchFlags): Revision | undefined {
  if (revision === undefined || revision === '2026-08' || revision === '2026-09') return revision;
  throw new SimError('bad-input', {
    what: 'there is no such revision',
    values: { found: revision },
    where: { file: '--revision' },
    mend: 'Give 2026-08 or 2026-09.',
  });
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

/** Two models are compared by their layers; what a person changes is the path. */
function namedModel(finding: Finding, { prefill, decode }: CheckedLaunches['nodes']): Finding {
  if (finding.id !== 'compress-ratios-mismatch' || prefill.launch.model === decode.launch.model) return finding;
  const path = decode.launch.settings.model.text;
  return { ...finding, mend: path === null ? 'Load the same model on both nodes (--model-path).' : `On prefill: use --model-path ${path}.` };
}

/** Adds the mended lines. */
function withLines(report: CheckReport, nodes: CheckedLaunches['nodes']): CheckReport {
  const { mended } = report;
  if (mended === undefined) return report;
  const line = (side: Role): string | null => {
    const { found, launch } = nodes[side];
    const isOtherModel = mended.changes.some((change) => change.side === side && change.setting === 'target.compressRatios');
    const path = isOtherModel ? nodes[side === 'prefill' ? 'decode' : 'prefill'].launch.settings.model.text : null;
    if (!mended.changes.some((change) => change.side === side)) return null;
    return mendLaunch(found, launch, mended.changes, path).line;
  };
  return { ...report, mended: { ...mended, lines: { prefill: line('prefill'), decode: line('decode') } } };
}
