/**
 * @file The one interface of every simulated check: a catalogue entry, and a pure function from a pair of nodes to facts.
 */
import type { EngineReaction, Finding, Side } from '../core/finding.ts';
import { type CatalogueEntry, fillWords, type Values } from './entry.ts';
import type { NodePair, PairNode } from './nodePair.ts';

/** What a check found. */
export interface Fact {
  /** The node that says it, or that is hurt. */
  readonly side: Side;
  readonly values: Values;
  /** Each side's value as printed; null where it has none. */
  readonly prefill: string | null;
  readonly decode: string | null;
  /** Where the engine's reaction or words depend on the values. */
  readonly engine?: EngineReaction;
  readonly message?: string;
}

/** A check that this simulator makes. */
export interface PairCheck extends CatalogueEntry {
  /** Silent where what it needs is unknown. */
  run(pair: NodePair): readonly Fact[];
}

/** A check of both nodes' grids, which looks at settings alone. */
export interface GridCheck extends CatalogueEntry {
  run(pair: Readonly<Record<'prefill' | 'decode', Pick<PairNode, 'engine'>>>): readonly Fact[];
}

/** The facts of a check as findings; equal ones of several ranks are one. */
export function runCheck(check: PairCheck | GridCheck, pair: NodePair): Finding[] {
  const findings = check.run(pair).map((fact) => factFinding(check, fact));
  const seen = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...seen.values()];
}

/** The finding of a fact: the entry's texts, for the fact's values. */
export function factFinding(entry: CatalogueEntry, { side, values, prefill, decode, engine, message }: Fact): Finding {
  return {
    id: entry.id,
    severity: entry.severity,
    engine: engine ?? entry.engine,
    side,
    message: message ?? fillWords(entry.words, values),
    prefill,
    decode,
    consequence: entry.consequence(values),
    mend: entry.mend(values),
  };
}

/** Both nodes, for checks that each node makes by itself. */
export function bothNodes(pair: NodePair): readonly PairNode[] {
  return [pair.prefill, pair.decode];
}

/** A fact about one node alone. */
export function nodeFact({ side }: PairNode, values: Values, shown: string, rest: Pick<Fact, 'engine' | 'message'> = {}): Fact {
  return { side, values, prefill: side === 'prefill' ? shown : null, decode: side === 'decode' ? shown : null, ...rest };
}
