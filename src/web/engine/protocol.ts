/**
 * @file What the page and its workers say to each other: named calls, each with one type of request and one of answer, all of it structured-clone data. To add a call, add it to
 * `EngineCalls` and to the table of handlers in worker.ts; nothing else knows of it.
 */
import type { SettingChange } from '../../checks/settings.ts';
import type { CheckReport } from '../../cli/checkReport.ts';
import type { RunReport } from '../../cli/runReport.ts';
import type { SimErrorFacts } from '../../core/errors.ts';
import type { AdapterInfo } from '../../device/device.ts';
import type { FaultEntry } from '../../faults/faultCatalogue.ts';
import type { ReportClass } from '../../scenario/builtin/reportScenario.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { PairFinding } from '../../session/checkPair.ts';
import type { DamageMap } from '../../verify/diagnosis/damageMap.ts';
import type { OpenedReport, ReportFile } from '../reports/openedReport.ts';
import type { HoldingLine, LocateAnswer, PoolsMap } from './poolsProtocol.ts';
import type { AreaRowStates, RowRequest, RowStatesRequest, RowWords } from './rowProtocol.ts';
import type { StageRequest } from './stageRequest.ts';
import type { StepDetail, StepState, StepsAnswer } from './transferProtocol.ts';

/** A built-in scenario, for lists. */
export interface ScenarioChoice {
  readonly name: string;
  readonly title: string;
  /** Class of the report it stands for; `preset` for models as they are served. */
  readonly class: ReportClass | 'preset';
  /** Number in the list of reports, and repository and number of the thread; null where there is none. */
  readonly report: string | null;
  readonly source: string | null;
  readonly scenario: ScenarioInput;
}

/** What there is to choose from. */
export interface Catalogue {
  readonly scenarios: readonly ScenarioChoice[];
  readonly faults: readonly FaultEntry[];
  readonly models: readonly string[];
}

/** What the checks say of a scenario, or what is wrong with the scenario itself. */
export type CheckAnswer =
  | {
      readonly ok: true;
      readonly name: string;
      readonly title: string;
      readonly hash: string;
      /** The verdict in one sentence, as `check` prints it. */
      readonly sentence: string;
      /** What `check --json` prints. */
      readonly report: CheckReport;
      /** The report's findings, each with its mend as data. */
      readonly findings: readonly PairFinding[];
      /** Bytes of device memory that a run takes; null where a node refuses to start. */
      readonly memoryBytes: number | null;
    }
  | { readonly ok: false; readonly problems: readonly SimErrorFacts[] };

/** What came of a run. */
export interface RunAnswer {
  /** What `run --stable --json` prints. */
  readonly report: RunReport;
  readonly adapter: AdapterInfo;
  /** Why the CPU was taken; null where it was not for want of a GPU. */
  readonly whyCpu: string | null;
  /** Decode's memory as pictures have it; null where nothing was moved. */
  readonly map: DamageMap | null;
  readonly milliseconds: number;
}

/** How to run. */
export interface RunRequest {
  readonly scenario: ScenarioInput;
  /** Go on past the engine's refusals, to see what they prevent. */
  readonly pastChecks: boolean;
  /** `cpu`: the reference, even where there is a GPU. */
  readonly device: 'auto' | 'cpu';
}

/** Every call: what it takes and what it answers. */
export interface EngineCalls {
  /** What there is to choose from. */
  catalogue: { request: null; answer: Catalogue };
  /** Holds anything against the scenario's schema; fails with every problem. */
  open: { request: unknown; answer: ScenarioInput };
  /** Reads a report that was dropped on the page; fails with file and place. */
  openReport: { request: ReportFile; answer: OpenedReport };
  /** Every check, with mends. */
  check: { request: ScenarioInput; answer: CheckAnswer };
  /** The scenario with changes of a mend made in it. */
  mend: { request: { readonly scenario: ScenarioInput; readonly changes: readonly SettingChange[] }; answer: ScenarioInput };
  /** Both nodes' memory by name. */
  pools: { request: StageRequest; answer: PoolsMap };
  /** Who holds what of these components of a rank, a layer each. */
  holdings: {
    request: StageRequest & { readonly side: 'prefill' | 'decode'; readonly rank: number; readonly components: readonly string[] };
    answer: readonly HoldingLine[];
  };
  /** Any address of a node, as a place. */
  locate: { request: StageRequest & { readonly side: 'prefill' | 'decode'; readonly address: string }; answer: LocateAnswer };
  /** The plan's steps, in words. */
  steps: { request: StageRequest; answer: StepsAnswer };
  /** One step, item by item. */
  stepDetail: { request: StageRequest & { readonly step: number }; answer: StepDetail };
  /** Decode's memory after the first so many steps; null where nothing is handed over. */
  stateAfter: { request: StageRequest & { readonly steps: number }; answer: StepState | null };
  /** A row of decode's memory after the hand-off, word by word; null where nothing is handed over. */
  rowWords: { request: RowRequest; answer: RowWords | null };
  /** What became of every row of a component of decode after the hand-off, an area each; null where nothing is handed over. */
  rowStates: { request: RowStatesRequest; answer: readonly AreaRowStates[] | null };
  /** Carries the scenario out and accounts for every word. */
  run: { request: RunRequest; answer: RunAnswer };
}

/** Name of a call. */
export type CallName = keyof EngineCalls;
/** What a call takes. */
export type RequestOf<K extends CallName> = EngineCalls[K]['request'];
/** What a call answers. */
export type AnswerOf<K extends CallName> = EngineCalls[K]['answer'];

/** From the page to a worker. */
export interface CallMessage {
  readonly id: number;
  readonly name: CallName;
  readonly request: unknown;
}

/** How far a call is: a phase, and how much of it is done. */
export interface CallProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

/** A call that failed; `problems` are those of a scenario, where it was one that is wrong. */
export interface CallFailure {
  readonly message: string;
  readonly problems: readonly SimErrorFacts[];
}

/** From a worker to the page. */
export type ReplyMessage =
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: CallProgress }
  | { readonly id: number; readonly kind: 'failure'; readonly failure: CallFailure };
