/** @file `bench`: a sweep measured on the device at hand, beside that device's own ceilings. Whatever ends it, what was measured is kept. */
import { SimError } from '../core/errors.ts';
import type { Link } from '../cost/link.ts';
import { loadCalibration, loadLink } from '../cost/node/loadLink.ts';
import { acquireDevice } from '../device/node/acquireDevice.ts';
import { loadScenario } from '../scenario/node/loadScenario.ts';
import type { Override } from '../scenario/overrides.ts';
import { STRATEGY_NAMES } from '../strategies/names.ts';
import { strategyNamed } from '../strategies/registry.ts';
import type { BenchPoint, BenchReport } from '../sweep/benchReport.ts';
import { openJournal } from '../sweep/node/journal.ts';
import { lockJournal } from '../sweep/node/journalLock.ts';
import { reportHead } from '../sweep/node/provenance.ts';
import { planScenario, planSuite, pointsOfShard, type SweepPlan } from '../sweep/planSweep.ts';
import { reportOf } from '../sweep/readReport.ts';
import { runSweep } from '../sweep/runSweep.ts';
import { parseShard, WHOLE } from '../sweep/shard.ts';
import { suiteNamed } from '../sweep/suites.ts';
import { axisValuesOf, type BenchFlags, samplesOf, seedOf, strategiesOf } from './benchFlags.ts';
import { checkReportOutput, deliverNow, deliverReport } from './benchOutput.ts';
import { sweepProgress } from './benchProgress.ts';
import { goOnText, isOfOutput, journalOf, removeJournal, resumedText } from './benchResume.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { parseBytes } from './parseBytes.ts';
import { saidAtEnd, savedAtInterrupt } from './processGuards.ts';

/** A point's samples take about this long at most, seconds; slow transfers get fewer samples. */
const POINT_SECONDS = 4;
/** What a user's own scenario is swept with where no strategy is named: all but the one that wants equal pages. */
const OWN_STRATEGIES = STRATEGY_NAMES.filter((name) => strategyNamed(name).kind !== 'bound');

/**
 * Runs the command.
 * @param suite name of a built-in suite
 */
export async function bench(suite: string, flags: BenchFlags): Promise<ExitCode> {
  // First, since the mend of an output that exists, --force, would throw the journal away.
  const journalFile = journalOf(flags);
  await checkReportOutput(flags);
  const giveBackJournal = journalFile === null ? () => {} : lockJournal(journalFile);
  const plan = await planOf(suite, flags);
  const shard = flags.shard === undefined ? WHOLE : parseShard(flags.shard, `--shard ${flags.shard}`);
  const points = pointsOfShard(plan, shard);
  const effort = { samples: samplesOf(flags), budgetSeconds: POINT_SECONDS };
  const links = await linksOf(flags);
  const acquire = () =>
    acquireDevice({ choice: flags.device, ...(flags.maxMemory === undefined ? {} : { maxMemoryBytes: parseBytes(flags.maxMemory, '--max-memory') }) });
  const device = await acquire();
  const { verify, recreate = false } = flags;
  const head = await reportHead(device, plan, { shard, verify, recreate, samples: effort.samples, links });
  // Not asked for with --resume: it begins with this command.
  if (journalFile !== null && flags.resume === undefined) removeJournal(journalFile);
  const journal = journalFile === null ? null : await openJournal(journalFile, head);
  if (journal !== null && flags.quiet !== true) for (const sentence of resumedText(journal)) say(sentence);
  // A point that failed is tried again: what was wanting may be there now.
  const held = (journal?.points ?? []).filter(({ status }) => status === 'measured');
  const measured: BenchPoint[] = [...held];
  const report = () => reportOf({ head: journal?.head ?? head, points: measured });
  const left = points.filter(({ id }) => !held.some((point) => point.id === id));
  const progress = sweepProgress(flags, { suite: plan.suite, total: points.length, done: held.length });
  const keep = () => deliverNow(report(), flags);
  const howToGoOn = () => goOnText(journalFile, flags, measured.length, points.length);
  savedAtInterrupt.add(keep);
  saidAtEnd.add(howToGoOn);
  try {
    await runSweep(device, {
      points: left,
      reacquire: acquire,
      rules: { quanta: head.clockQuantumNs, effort, verify, recreate, links },
      onPoint: (point) => {
        journal?.append(point);
        measured.push(point);
        progress.finished();
      },
      onProgress: ({ id }) => progress.at(id),
    });
  } finally {
    savedAtInterrupt.delete(keep);
    progress.end();
    journal?.close();
  }
  await deliverReport(report(), flags);
  // The result is out: the journal that was only a safety net has done its work.
  saidAtEnd.delete(howToGoOn);
  if (journalFile !== null && isOfOutput(journalFile, flags)) removeJournal(journalFile);
  giveBackJournal();
  return exitCodeOf(report());
}

async function planOf(suite: string, flags: BenchFlags): Promise<SweepPlan> {
  const strategies = strategiesOf(flags);
  const values = axisValuesOf(flags);
  if (flags.scenario === undefined) return planSuite({ suite: suiteNamed(suite), values, strategies, seed: seedOf(flags) });
  const [axis] = Object.keys(values);
  if (axis !== undefined)
    throw new SimError('bad-input', { what: `a scenario of your own has no axis ${axis}`, mend: 'Change the scenario, or sweep a suite.' });
  const overrides: readonly Override[] = flags.seed === undefined ? [] : [{ path: ['seed'], value: seedOf(flags), writtenAs: `--seed ${flags.seed}` }];
  return planScenario(await loadScenario(flags.scenario, overrides), strategies ?? OWN_STRATEGIES);
}

/** The links to model, each by a name of its own. @throws SimError(bad-input) where two have the same */
async function linksOf(flags: BenchFlags): Promise<readonly Link[]> {
  const links = await loadLinks(flags);
  for (const [i, { name }] of links.entries()) {
    if (links.findIndex((link) => link.name === name) === i) continue;
    throw new SimError('bad-input', { what: `two links are called ${name}`, mend: 'Name each link once; give your own another name.' });
  }
  return links;
}

async function loadLinks({ link = [], calibrate, quiet }: BenchFlags): Promise<readonly Link[]> {
  const named = await Promise.all(link.map(loadLink));
  if (calibrate === undefined) return named;
  const fitted = await loadCalibration(calibrate);
  if (quiet !== true) {
    const { samples, worstError, holdOut } = fitted;
    const unseen =
      holdOut === null
        ? 'too few to hold any out'
        : `${percent(holdOut.worstError)} at worst on ${holdOut.points.length} ${holdOut.points.length === 1 ? 'point' : 'points'} held out`;
    say(`${fitted.link.name}: fitted to ${samples} samples, ${percent(worstError)} off at worst, ${unseen}`);
  }
  return [...named, fitted.link];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function say(text: string): void {
  process.stderr.write(`disagg-sim: ${text}.\n`);
}

/** Wrong bytes are wrong; a point that did not fit is a result, unless there is no other. */
function exitCodeOf({ points }: BenchReport): ExitCode {
  const codes = points.flatMap((point) => (point.status === 'failed' ? [point.reason.code] : []));
  if (codes.includes('blind-detector')) return EXIT.void;
  const isWrong = codes.some((code) => code === 'wrong-bytes' || code === 'out-of-range');
  return isWrong || (points.length > 0 && codes.length === points.length) ? EXIT.wrong : EXIT.ok;
}
