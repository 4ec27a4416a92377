/** @file What each call does: a few lines of calls into the engine. */
import { z } from 'zod';
import { pairOutcome } from '../../cli/checkReport.ts';
import { runReport } from '../../cli/runReport.ts';
import { verdictSentence } from '../../cli/verdictSentence.ts';
import { canonicalJson } from '../../core/canonicalHash.ts';
import { SimError, type SimErrorCode } from '../../core/errors.ts';
import type { Device } from '../../device/device.ts';
import { faultCatalogue } from '../../faults/faultCatalogue.ts';
import { MODEL_PRESETS } from '../../model/presets.ts';
import { BUILTIN_SCENARIOS } from '../../scenario/builtin/index.ts';
import { REPORT_SCENARIOS } from '../../scenario/builtin/reportScenarios.ts';
import { fixedScenario } from '../../scenario/fixedVariant.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import { resolveScenario } from '../../scenario/resolveScenario.ts';
import { largestTensorBytes, memoryNeeded, runScenario } from '../../scenario/runScenario.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { validateScenario } from '../../scenario/validateScenario.ts';
import { writtenScenario } from '../../scenario/writtenScenario.ts';
import { mendPair } from '../../session/checkPair.ts';
import { failureOf } from './failure.ts';
import { locate } from './locate.ts';
import { deviceFor, forgetDevice } from './openDevice.ts';
import { holdings, poolsMap } from './poolsMap.ts';
import type { AnswerOf, CallName, CallProgress, Catalogue, CheckAnswer, RequestOf, RunAnswer, RunRequest } from './protocol.ts';
import { rowStates } from './rowStates.ts';
import { rowWords } from './rowWords.ts';
import { type Stage, stageOf } from './stage.ts';
import type { StageRequest } from './stageRequest.ts';
import { forgetSteps, releaseSteps, stateAfter } from './stepper.ts';
import { stepDetail, stepsOf } from './transferSteps.ts';

// The schema library would compile its checks with `new Function`, which the page's content policy forbids.
z.config({ jitless: true });

type Handlers = { readonly [K in CallName]: (request: RequestOf<K>, onProgress: (progress: CallProgress) => void) => AnswerOf<K> | Promise<AnswerOf<K>> };

/** By name. */
export const handlers: Handlers = {
  catalogue,
  open: (value) => validateScenario(value, () => ({})),
  // Loaded when the first report is dropped: the schemas of all reports take a good part of the worker's start.
  openReport: async (file) => (await import('../reports/openReport.ts')).openReport(file),
  check,
  mend: ({ scenario, changes }) => {
    const resolved = resolve(scenario);
    const { prefill, decode } = writtenScenario({ ...resolved, ...mendPair(resolved, changes) });
    return { ...scenario, prefill, decode };
  },
  fixed: (scenario) => fixedScenario(scenario),
  pools: (request) => poolsMap(staged(request)),
  holdings: (request) => holdings(staged(request), request.side, request.rank, request.component),
  locate: (request) => locate(staged(request), request.side, request.address),
  steps: (request) => stepsOf(staged(request)),
  stepDetail: (request) => stepDetail(staged(request), request.step),
  stateAfter: ({ scenario, pastChecks, steps }) => onLaidOut(scenario, (device, resolved) => stateAfter(device, resolved, pastChecks, steps)),
  rowWords: ({ scenario, ...row }) => onLaidOut(scenario, (device, resolved) => rowWords(device, resolved, row)),
  rowStates: ({ scenario, ...rows }) => onLaidOut(scenario, (device, resolved) => rowStates(device, resolved, rows)),
  run,
};

/** Looks at memory that stays laid out from one call to the next. */
async function onLaidOut<T>(scenario: ScenarioInput, look: (device: Device, resolved: ResolvedScenario) => Promise<T>): Promise<T> {
  const resolved = resolve(scenario);
  const { device } = await deviceFor('auto', largestTensorBytes(resolved));
  return forgettingTheLost(() => look(device, resolved));
}

function staged({ scenario, pastChecks }: StageRequest): Stage {
  return stageOf(resolve(scenario), pastChecks);
}

/** A page has no file that a place could be in; a scenario without a name is the page's own. */
function resolve(scenario: ScenarioInput): ResolvedScenario {
  return resolveScenario(
    validateScenario(scenario, () => ({})),
    { name: 'playground', locate: () => ({}), config: null },
  );
}

function catalogue(): Catalogue {
  const presets = [...BUILTIN_SCENARIOS].map(([name, scenario]) => ({ name, title: scenario.title ?? name, class: 'preset', scenario }));
  const reports = REPORT_SCENARIOS.map(({ class: group, scenario }) => ({ name: scenario.name, title: scenario.title, class: group, scenario }));
  return { scenarios: [...presets, ...reports], faults: faultCatalogue(), models: Object.keys(MODEL_PRESETS) };
}

function check(input: ScenarioInput): CheckAnswer {
  let scenario: ResolvedScenario;
  try {
    scenario = resolve(input);
  } catch (error) {
    const { message, problems } = failureOf(error);
    return { ok: false, problems: problems.length > 0 ? problems : [{ what: message }] };
  }
  const { model, prefill, decode, name, title, hash } = scenario;
  const plain = (value: unknown): unknown => JSON.parse(canonicalJson(value));
  const { report, checked } = pairOutcome({ model, prefill, decode }, { prefill: plain(prefill), decode: plain(decode) });
  const memoryBytes = memoryNeeded(scenario)?.bytes ?? null;
  return { ok: true, name, title, hash, sentence: verdictSentence(report), report, findings: checked.findings, memoryBytes };
}

async function run({ scenario: input, pastChecks, device: choice }: RunRequest, onProgress: (progress: CallProgress) => void): Promise<RunAnswer> {
  const scenario = resolve(input);
  // Plans that are judged by their addresses alone need no memory, and so no adapter that could hold it.
  const { device, whyCpu } = await deviceFor(choice, scenario.judgedBy === 'memory' ? largestTensorBytes(scenario) : 0);
  await releaseSteps();
  const start = performance.now();
  const result = await forgettingTheLost(() =>
    runScenario(scenario, {
      device,
      timing: false,
      ignoreRefusals: pastChecks,
      onProgress: (phase, done, total) => onProgress({ phase, done, total }),
    }),
  );
  const milliseconds = performance.now() - start;
  return { report: runReport(result, true), adapter: result.adapter, whyCpu, map: result.map, milliseconds };
}

/** After these a device is of no more use. */
const LOST: ReadonlySet<SimErrorCode> = new Set(['device-lost', 'device-timeout', 'gpu-validation', 'out-of-memory']);

async function forgettingTheLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SimError && LOST.has(error.code)) {
      forgetDevice();
      forgetSteps();
    }
    throw error;
  }
}
