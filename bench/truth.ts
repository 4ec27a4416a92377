/**
 * @file What is true of a pair: a hand-off carried out word by word on the CPU, past the engine's refusals, with prompts at the boundaries that matter; and whether the checks agree.
 */
import { CpuDevice } from '../src/device/cpu/cpuDevice.ts';
import { ReusedWords } from '../src/device/cpu/wordSource.ts';
import { resolveScenario } from '../src/scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../src/scenario/runScenario.ts';
import { checkPair, fits, mendPair, type PairRequest } from '../src/session/checkPair.ts';

/** One SWA page, and two; with and without a partial C128 group; where windows of 64, 128 and 256 tokens start on different pages. */
const LENGTHS = [300, 129, 640, 330, 400] as const;

/** Memory for two small nodes, kept from one run to the next. */
export const truthDevice = (): CpuDevice => new CpuDevice(2 ** 31, new ReusedWords());

/** Runs the pair. @throws SimError where the requests do not fit its pools */
export function runPair({ model, prefill, decode }: PairRequest, device: CpuDevice): Promise<RunResult> {
  const input = { model: 'dsv4-mini', requests: LENGTHS.map((length) => ({ length })), strategy: 'per-item' as const, seed: 5 };
  const scenario = resolveScenario(input, { name: 'pair', locate: () => ({}), config: null });
  return runScenario({ ...scenario, model, prefill, decode, fragmentation: { prefill: 1, decode: 1 } }, { device, timing: false, ignoreRefusals: true });
}

/** What checks and truth came to. */
export interface Judgement {
  readonly outcome: /** All right, and nothing found. */
    | 'sound'
    /** Bytes wrong or a room failed, found, and mended. */
    | 'found'
    /** The engine refuses: before it could be tried, or though the bytes would be right. */
    | 'refused'
    /** Found, and runs cannot show it: they take prefill's backend for both nodes. */
    | 'not-shown'
    | 'missed'
    | 'false-alarm'
    /** The mends, applied, leave findings, or wrong bytes. */
    | 'not-mended';
  readonly isRight: boolean;
  /** Errors that were found. */
  readonly ids: readonly string[];
}

const NOT_SHOWN: ReadonlySet<string> = new Set(['backend-mismatch']);
const WRONG_OUTCOMES: ReadonlySet<string> = new Set(['missed', 'false-alarm', 'not-mended']);

/** Checks the pair, runs it, and, where something was found, mends and runs it again. */
export async function judgeAgainstTruth(pair: PairRequest, device: CpuDevice): Promise<Judgement> {
  const { findings } = checkPair(pair);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const ids = [...new Set(errors.map(({ id }) => id))];
  const judge = (outcome: Judgement['outcome']): Judgement => ({ outcome, isRight: !WRONG_OUTCOMES.has(outcome), ids });
  const sound = await isSound(pair, device);
  if (errors.length === 0) return judge(sound === true ? 'sound' : 'missed');
  const mended = mendPair(
    pair,
    errors.flatMap(({ changes }) => changes),
  );
  if (!fits(mended) || (await isSound(mended, device)) !== true) return judge('not-mended');
  if (errors.every(({ engine }) => engine === 'refuses')) return judge('refused');
  if (ids.every((id) => NOT_SHOWN.has(id))) return judge('not-shown');
  // A node that does not start cannot be tried.
  if (sound === null) return judge('refused');
  return judge(sound ? 'false-alarm' : 'found');
}

/** Whether a run ended with every word as it should be, on rooms that the engine calls done; null where a node does not start. */
async function isSound(pair: PairRequest, device: CpuDevice): Promise<boolean | null> {
  const { verdict } = await runPair(pair, device);
  return verdict.status === 'REFUSE' ? null : verdict.status === 'PASS' || verdict.status === 'PASS_WITH_WARNING';
}
