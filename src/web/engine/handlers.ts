/** @file What each call does: a few lines of calls into the engine. */
import { z } from 'zod';
import { pairOutcome } from '../../cli/checkReport.ts';
import { runReport } from '../../cli/runReport.ts';
import { verdictSentence } from '../../cli/verdictSentence.ts';
import { canonicalJson } from '../../core/canonicalHash.ts';
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
import { openDevice } from './openDevice.ts';
import type { AnswerOf, CallName, CallProgress, Catalogue, CheckAnswer, RequestOf, RunAnswer, RunRequest } from './protocol.ts';

// The schema library would compile its checks with `new Function`, which the page's content policy forbids.
z.config({ jitless: true });

type Handlers = { readonly [K in CallName]: (request: RequestOf<K>, onProgress: (progress: CallProgress) => void) => AnswerOf<K> | Promise<AnswerOf<K>> };

/** By name. */
export const handlers: Handlers = {
  catalogue,
  open: (value) => validateScenario(value, () => ({})),
  check,
  mend: ({ scenario, changes }) => {
    const resolved = resolve(scenario);
    const { prefill, decode } = writtenScenario({ ...resolved, ...mendPair(resolved, changes) });
    return { ...scenario, prefill, decode };
  },
  fixed: (scenario) => fixedScenario(scenario),
  run,
};

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
  const { device, whyCpu } = await openDevice(choice, largestTensorBytes(scenario));
  const start = performance.now();
  try {
    const result = await runScenario(scenario, {
      device,
      timing: false,
      ignoreRefusals: pastChecks,
      onProgress: (phase, done, total) => onProgress({ phase, done, total }),
    });
    const milliseconds = performance.now() - start;
    return { report: runReport(result, true), adapter: result.adapter, whyCpu, map: result.map, milliseconds };
  } finally {
    await device.close();
  }
}
