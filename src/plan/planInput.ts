/**
 * @file What a hand-off is planned from, and what comes out.
 */
import type { PythonErrorType } from '../core/errors.ts';
import type { RequestIndices } from '../indices/requestIndices.ts';
import type { Placement, ResetSpec } from '../pools/pool.ts';
import type { Personality } from './engines/personality.ts';
import type { Deployment } from './kvPoll.ts';
import type { Plan } from './plan.ts';
import type { PipelineStage } from './ppSlice.ts';
import type { RoomOutcome } from './room.ts';
import type { RoutedNode } from './routes.ts';

/** One registered entry, as the planner needs it. */
export interface ListedRegion {
  /** Bytes from the rank's base to the entry's start. */
  readonly offset: number;
  readonly itemBytes: number;
  readonly tensor: string;
}

/** What decode writes at admission, by the tensor's name. */
export interface RegisteredReset extends Omit<ResetSpec, 'tensor'> {
  readonly tensor: string;
}

/** What one rank has registered. */
export interface RegisteredRank {
  readonly kv: readonly ListedRegion[];
  readonly components: readonly { readonly type: string; readonly entries: readonly ListedRegion[] }[];
  readonly aux: readonly ListedRegion[];
  /** What pipeline slicing looks at; of prefill ranks only. */
  readonly stage: PipelineStage;
  /** What decode writes when it admits a request at this slot. */
  resets(slot: number): readonly RegisteredReset[];
}

/** A node: its grid, and its ranks in the order of `rankIndex`. */
export interface RegisteredNode extends RoutedNode {
  readonly ranks: readonly RegisteredRank[];
}

/** One request with its lists and places on both nodes. */
export interface PlannedRequest {
  readonly tokens: number;
  readonly decodePrefixTokens: number;
  readonly prefill: { readonly placement: Placement; readonly indices: RequestIndices };
  readonly decode: { readonly placement: Placement; readonly indices: RequestIndices };
}

/** Copies that do not come about, whatever the backend: every batch of a request's component, from every rank. */
export interface CopyFailure {
  readonly request: number;
  readonly component: 'kv' | 'aux' | number;
  /** `refused`: the transport says no, and the engine hears it. `passed-over`: the engine never posts it, and thinks no more of it. */
  readonly kind: 'refused' | 'passed-over';
}

/** What to plan. */
export interface PlanInput {
  readonly prefill: RegisteredNode;
  readonly decode: RegisteredNode;
  readonly requests: readonly PlannedRequest[];
  readonly pageSizeTokens: number;
  /** Tokens a prefill chunk; null = one chunk a request. */
  readonly chunkTokens: number | null;
  /** Prefill's backend. */
  readonly personality: Personality;
  readonly copyFailures: readonly CopyFailure[];
  /** What the engine's texts name; `DEFAULT_DEPLOYMENT` by default. */
  readonly deployment?: Deployment;
}

/** A list that was cut: the log line of a prefill rank. */
export interface CutWarning {
  readonly request: number;
  readonly prefillRank: number;
  readonly message: string;
}

/** Something that went wrong on a prefill rank in the middle of a hand-off. */
export interface TransferFailure {
  readonly request: number;
  readonly prefillRank: number;
  readonly component: 'kv' | 'aux' | number | null;
  readonly kind: 'exception' | 'refused-copy';
  /** Null for a refused copy. */
  readonly pythonType: PythonErrorType | null;
  /** The engine's record or exception text; null where it takes no notice. */
  readonly message: string | null;
  /** The worker thread is gone: later rooms of this rank hang. */
  readonly threadDied: boolean;
}

/** A plan, and what the engine logs and believes while it is carried out. */
export interface BuiltPlan {
  readonly plan: Plan;
  readonly warnings: readonly CutWarning[];
  readonly failures: readonly TransferFailure[];
  /** How every request's room ends, in order of requests. */
  readonly outcomes: readonly RoomOutcome[];
}
