/**
 * @file A scenario with nothing left open: what the runner, `check` and `layout` work from. Plain data, no defaults pending.
 */
import type { VerdictStatus } from '../core/finding.ts';
import type { AnyFault } from '../faults/catalogue.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import type { Deployment } from '../plan/kvPoll.ts';
import type { Schedule } from '../plan/schedule.ts';
import type { StrategyName } from '../strategies/names.ts';

/** What the user fixed of a request's place on one node; `null` = the node's allocator chooses. */
export interface FixedPlacement {
  /** Request slot (`req_pool_idx`), from 1. */
  readonly slot: number | null;
  /** Full-pool page id of each logical page: ceil(tokens / page size) of them, from 1. */
  readonly fullPages: readonly number[] | null;
  /** SWA page id of each logical page, as many as `fullPages`; 0 = none (evicted or never allocated). */
  readonly swaPages: readonly number[] | null;
}

/** One request. */
export interface ResolvedRequest {
  /** Prompt length, tokens; at least 1. */
  readonly tokens: number;
  /** Tokens that prefill has materialised when it sends its state: 1..tokens, normally all. */
  readonly prefillEndTokens: number;
  /** Tokens that decode already holds, whole pages; normally 0. */
  readonly decodePrefixTokens: number;
  readonly prefill: FixedPlacement;
  readonly decode: FixedPlacement;
}

/** What the author of a scenario says should come out. */
export interface ScenarioExpectation {
  readonly status: VerdictStatus;
  /** Ids of findings that must be among those reported. */
  readonly findings: readonly string[];
  /** Bytes by component that must come out; those left out may be any. */
  readonly bytes: Readonly<Record<string, ExpectedBytes>>;
}

/** Bytes of a component by where they ended, as far as they are foretold. */
export type ExpectedBytes = { readonly [K in 'right' | 'wrong' | 'missing' | 'touched']?: number | undefined };

/** One scenario, complete. */
export interface ResolvedScenario {
  /** Built-in name, `name` of the file, or the file's base name. */
  readonly name: string;
  /** As written, or with its `fixed` block put over it. */
  readonly variant: 'given' | 'fixed';
  readonly title: string;
  readonly description: string | null;
  readonly model: ModelSpec;
  readonly prefill: EngineConfig;
  readonly decode: EngineConfig;
  /** How scattered pages are handed out, 0 (ascending) to 1 (shuffled), by node. */
  readonly fragmentation: { readonly prefill: number; readonly decode: number };
  /** Prefill sends KV after every so many tokens (`--chunked-prefill-size`); `null` = the prompt in one piece. */
  readonly chunkTokens: number | null;
  readonly requests: readonly ResolvedRequest[];
  readonly strategy: StrategyName;
  /** 0..2^53-1. */
  readonly seed: number;
  /** Faults to plant. */
  readonly faults: readonly AnyFault[];
  /** The order of the hand-off; null where it does not matter. */
  readonly schedule: Schedule | null;
  /** What the verdict rests on. */
  readonly judgedBy: 'memory' | 'plan';
  readonly expect: ScenarioExpectation | null;
  /** What the engine's texts name; the usual rooms, addresses and times where it is left out. */
  readonly deployment?: Deployment;
  /** SHA-256 (hex) over everything above that shapes the outcome: all but name, title, description, variant and expect. */
  readonly hash: string;
}
