/** @file What `run --json` prints: the result of a run as plain data. With `--stable`, nothing in it depends on the machine. */
import type { Finding } from '../core/finding.ts';
import type { RunResult, TransferReport } from '../scenario/runScenario.ts';
import type { ScenarioInput } from '../scenario/scenarioSchema.ts';
import { writtenScenario } from '../scenario/writtenScenario.ts';
import type { Diagnosis } from '../verify/diagnosis/diagnosis.ts';
import type { Verdict } from '../verify/verdict.ts';

/** The transfer; timings are null where nothing was timed, and absent with `--stable`. */
export interface RunReportTransfer extends Pick<TransferReport, 'strategy' | 'blocks' | 'bytes' | 'kvBytes' | 'stateBytes' | 'auxBytes'> {
  readonly seconds?: number | null;
  /** On the adapter's own clock, and its step. */
  readonly gpuSeconds?: number | null;
  readonly gpuQuantumSeconds?: number | null;
  readonly whyNoGpu?: string | null;
  readonly gbps?: number | null;
  readonly ceilingGbps?: number | null;
  readonly ceilingFraction?: number | null;
}

/** The whole object. */
export interface RunReport {
  readonly schemaVersion: 1;
  readonly adapter?: { readonly name: string; readonly backend: string; readonly software: boolean };
  readonly scenario: {
    readonly name: string;
    readonly hash: string;
    readonly seed: number;
    /** What was run, as a file would have it: it resolves to the same hash, and can be run again. */
    readonly definition: ScenarioInput;
  };
  readonly checks: readonly Finding[];
  readonly transfer: RunReportTransfer | null;
  readonly verdict: Verdict;
  /** What went wrong, and where; null where no memory was looked at. */
  readonly diagnosis: Diagnosis | null;
}

/** @param stable leave out the adapter and all timings */
export function runReport({ scenario, adapter, checks, transfer, verdict, diagnosis }: RunResult, stable: boolean): RunReport {
  const { name, backend, software } = adapter;
  return {
    schemaVersion: 1,
    ...(stable ? {} : { adapter: { name, backend, software } }),
    scenario: { name: scenario.name, hash: scenario.hash, seed: scenario.seed, definition: writtenScenario(scenario) },
    checks,
    transfer: transfer && reportTransfer(transfer, stable),
    verdict,
    diagnosis,
  };
}

function reportTransfer({ strategy, blocks, bytes, kvBytes, stateBytes, auxBytes, timing }: TransferReport, stable: boolean): RunReportTransfer {
  const moved = { strategy, blocks, bytes, kvBytes, stateBytes, auxBytes };
  if (stable) return moved;
  const {
    seconds = null,
    gpuSeconds = null,
    gpuQuantumSeconds = null,
    whyNoGpu = null,
    gbps = null,
    ceilingGbps = null,
    ceilingFraction = null,
  } = timing ?? {};
  return { ...moved, seconds, gpuSeconds, gpuQuantumSeconds, whyNoGpu, gbps, ceilingGbps, ceilingFraction };
}
