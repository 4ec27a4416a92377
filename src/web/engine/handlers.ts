/**
 * @file What each call does. The worker starts with what a check needs, and loads the rest when it is first asked for: a check is what the page waits for at its opening, and what carries
 * hand-offs out is the greater part of the script.
 */
import { z } from 'zod';
import { pairOutcome } from '../../cli/checkReport.ts';
import { verdictSentence } from '../../cli/verdictSentence.ts';
import { canonicalJson } from '../../core/canonicalHash.ts';
import { faultCatalogue } from '../../faults/faultCatalogue.ts';
import { MODEL_PRESETS } from '../../model/presets.ts';
import { BUILTIN_SCENARIOS } from '../../scenario/builtin/index.ts';
import { REPORT_SCENARIOS } from '../../scenario/builtin/reportScenarios.ts';
import { memoryNeeded } from '../../scenario/memoryNeeded.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { validateScenario } from '../../scenario/validateScenario.ts';
import { writtenScenario } from '../../scenario/writtenScenario.ts';
import { mendPair } from '../../session/checkPair.ts';
import type { CallHandlers } from './callHandlers.ts';
import { failureOf } from './failure.ts';
import type { CallName, Catalogue, CheckAnswer } from './protocol.ts';
import { resolvedOf } from './resolved.ts';

// The schema library would compile its checks with `new Function`, which the page's content policy forbids.
z.config({ jitless: true });

const staged = async () => (await import('./stagedHandlers.ts')).stagedHandlers;
const onDevice = async () => (await import('./deviceHandlers.ts')).deviceHandlers;

/** By name. */
export const handlers: CallHandlers<CallName> = {
  catalogue,
  open: (value) => validateScenario(value, () => ({})),
  // The schemas of all reports are loaded when the first one is dropped.
  openReport: async (file) => (await import('../reports/openReport.ts')).openReport(file),
  check,
  mend: ({ scenario, changes }) => {
    const resolved = resolvedOf(scenario);
    const { prefill, decode } = writtenScenario({ ...resolved, ...mendPair(resolved, changes) });
    return { ...scenario, prefill, decode };
  },
  pools: async (request, onProgress) => (await staged()).pools(request, onProgress),
  holdings: async (request, onProgress) => (await staged()).holdings(request, onProgress),
  locate: async (request, onProgress) => (await staged()).locate(request, onProgress),
  steps: async (request, onProgress) => (await staged()).steps(request, onProgress),
  stepDetail: async (request, onProgress) => (await staged()).stepDetail(request, onProgress),
  stateAfter: async (request, onProgress) => (await onDevice()).stateAfter(request, onProgress),
  rowWords: async (request, onProgress) => (await onDevice()).rowWords(request, onProgress),
  rowStates: async (request, onProgress) => (await onDevice()).rowStates(request, onProgress),
  run: async (request, onProgress) => (await onDevice()).run(request, onProgress),
};

function catalogue(): Catalogue {
  const presets = [...BUILTIN_SCENARIOS].map(
    ([name, scenario]) => ({ name, title: scenario.title ?? name, class: 'preset', report: null, source: null, scenario }) as const,
  );
  const reports = REPORT_SCENARIOS.map(({ class: group, report, source, scenario }) => {
    const { name, title } = scenario;
    return { name, title, class: group, report, source, scenario };
  });
  return { scenarios: [...presets, ...reports], faults: faultCatalogue(), models: Object.keys(MODEL_PRESETS) };
}

function check(input: ScenarioInput): CheckAnswer {
  let scenario: ResolvedScenario;
  try {
    scenario = resolvedOf(input);
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
