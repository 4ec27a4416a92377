/** @file Calls that carry something out on a device and look at its memory. */
import { runReport } from '../../cli/runReport.ts';
import { SimError, type SimErrorCode } from '../../core/errors.ts';
import type { Device } from '../../device/device.ts';
import { largestTensorBytes } from '../../scenario/memoryNeeded.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import { runScenario } from '../../scenario/runScenario.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { CallHandlers } from './callHandlers.ts';
import { oneAfterTheOther } from './inTurn.ts';
import { deviceFor, forgetDevice } from './openDevice.ts';
import type { CallProgress, RunAnswer, RunRequest } from './protocol.ts';
import { resolvedOf } from './resolved.ts';
import { rowStates } from './rowStates.ts';
import { rowWords } from './rowWords.ts';
import { forgetSteps, releaseSteps, stateAfter } from './stepper.ts';

/** By name. */
export const deviceHandlers: CallHandlers<'run' | 'stateAfter' | 'rowWords' | 'rowStates'> = {
  run: (request, onProgress) => inTurn(() => run(request, onProgress)),
  stateAfter: ({ scenario, pastChecks, steps }) => onLaidOut(scenario, (device, resolved) => stateAfter(device, resolved, pastChecks, steps)),
  rowWords: ({ scenario, ...row }) => onLaidOut(scenario, (device, resolved) => rowWords(device, resolved, row)),
  rowStates: ({ scenario, ...rows }) => onLaidOut(scenario, (device, resolved) => rowStates(device, resolved, rows)),
};

/** Looks at memory that stays laid out from one call to the next. */
async function onLaidOut<T>(scenario: ScenarioInput, look: (device: Device, resolved: ResolvedScenario) => Promise<T>): Promise<T> {
  const resolved = resolvedOf(scenario);
  return inTurn(async () => {
    const { device } = await deviceFor('auto', largestTensorBytes(resolved));
    return forgettingTheLost(() => look(device, resolved));
  });
}

/** One call after the other: the memory that one looks at would be given back, or laid out anew, by the next. */
const inTurn = oneAfterTheOther();

async function run({ scenario: input, pastChecks, device: choice }: RunRequest, onProgress: (progress: CallProgress) => void): Promise<RunAnswer> {
  const scenario = resolvedOf(input);
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
