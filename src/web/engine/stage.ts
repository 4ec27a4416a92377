/** @file A scenario set up and not carried out: nodes, areas of their memory, lists, plan, who holds what. Several calls look at the same one, so the last is kept. */
import type { Finding } from '../../core/finding.ts';
import type { KvEntry } from '../../kvargs/kvArgs.ts';
import type { Rank } from '../../kvargs/rank.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import { expectedOn, sceneOf } from '../../session/execute.ts';
import { type HandOff, prepareHandOff } from '../../session/handOff.ts';
import { type NodeMemory, numberNodes, type RankMemory } from '../../session/nodeMemory.ts';
import { startNodes } from '../../session/startNodes.ts';
import { type Area, mapAreas } from '../../verify/areas.ts';
import { Holders } from '../../verify/diagnosis/holders.ts';
import type { Scene } from '../../verify/diagnosis/scene.ts';
import type { Expectation } from '../../verify/expectation.ts';

/** A node's name. */
export type NodeSide = 'prefill' | 'decode';

/** A registered entry with its place among the lists: `kv[3]`, `state[0] swa[2]`, `aux[1]`. */
export interface ListedEntry {
  readonly list: string;
  readonly entry: KvEntry;
}

/** A rank that has started, with its places by name. */
export interface StageRank {
  readonly rank: Rank;
  readonly areas: readonly Area[];
  readonly entries: readonly ListedEntry[];
}

/** What is known once requests have places. */
export interface StagedHandOff {
  readonly handOff: HandOff;
  /** Numbers of all words; no memory is behind it. */
  readonly memory: NodeMemory;
  readonly scene: Scene;
  readonly holders: Readonly<Record<NodeSide, Holders>>;
  /** What a decode rank should hold in the end. */
  expectation(rank: number): Expectation;
}

/** A scenario, set up. */
export interface Stage {
  readonly scenario: ResolvedScenario;
  readonly ranks: Readonly<Record<NodeSide, readonly StageRank[]>>;
  readonly findings: readonly Finding[];
  /** Null where a node refuses, or requests find no place; `why` says which. */
  readonly staged: StagedHandOff | null;
  readonly why: string | null;
}

let kept: { readonly key: string; readonly stage: Stage } | null = null;

/**
 * Sets a scenario up, or gives the one that was set up last.
 * @param pastChecks go on past the engine's refusals
 */
export function stageOf(scenario: ResolvedScenario, pastChecks: boolean): Stage {
  const key = `${scenario.hash} ${pastChecks}`;
  if (kept?.key !== key) kept = { key, stage: setUp(scenario, pastChecks) };
  return kept.stage;
}

function setUp(scenario: ResolvedScenario, pastChecks: boolean): Stage {
  const nodes = startNodes(scenario, pastChecks);
  const ranksOf = (side: NodeSide) => (nodes[side].ok ? nodes[side].node.ranks.map(stageRank) : []);
  const shared = { scenario, findings: nodes.findings, ranks: { prefill: ranksOf('prefill'), decode: ranksOf('decode') } };
  if (nodes.ready === null) return { ...shared, staged: null, why: 'The engine refuses, so nothing is handed over.' };
  try {
    const { requests, fragmentation, chunkTokens, seed, schedule, faults } = scenario;
    const handOff = prepareHandOff(nodes.ready.prefill, nodes.ready.decode, { requests, fragmentation, chunkTokens, seed, schedule, faults });
    return { ...shared, staged: stagedHandOff(handOff), why: null };
  } catch (error) {
    return { ...shared, staged: null, why: error instanceof Error ? error.message : String(error) };
  }
}

function stageRank(rank: Rank): StageRank {
  const { kv, state, aux } = rank.kvArgs;
  const listed = (list: string, entries: readonly KvEntry[]) => entries.map((entry, i) => ({ list: `${list}[${i}]`, entry }));
  const states = state.flatMap(({ type, entries }, position) => listed(`state[${position}] ${type}`, entries));
  return { rank, areas: mapAreas(rank.space, rank.pools), entries: [...listed('kv', kv), ...states, ...listed('aux', aux)] };
}

function stagedHandOff(handOff: HandOff): StagedHandOff {
  const { prefill, decode, built } = handOff;
  const generations = new Set(built.plan.steps.flatMap((step) => (step.kind === 'compute' ? [step.generation] : []))).size;
  const numbering = numberNodes(prefill, decode, undefined, generations);
  const unbacked = (rank: Rank): RankMemory => ({
    rank,
    space: rank.space,
    pieces: [],
    firstNumber: numbering.firstNumber(rank.side, rank.rankIndex),
  });
  const memory = { prefill: prefill.ranks.map(unbacked), decode: decode.ranks.map(unbacked), numbering, width: numbering.width };
  const scene = sceneOf(handOff, memory);
  const expectations = new Map<number, Expectation>();
  return {
    handOff,
    memory,
    scene,
    holders: { prefill: new Holders(scene.requests, scene.standing), decode: new Holders(scene.requests, scene.standing) },
    expectation: (index) => {
      const known = expectations.get(index);
      const rank = memory.decode[index];
      if (known !== undefined || rank === undefined) return known ?? { stretches: [], contestedBytes: 0 };
      const made = expectedOn(rank, handOff, memory);
      expectations.set(index, made);
      return made;
    },
  };
}
