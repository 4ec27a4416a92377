/**
 * @file Everything that checks find in two nodes' settings, before anybody asks why: starts on paper, then every check, with no mend tried.
 */
import { CATALOGUE, NODE_CHECKS, PAIR_CHECKS } from '../checks/catalogue.ts';
import { type NodePair, nodePair } from '../checks/nodePair.ts';
import { type GridCheck, type PairCheck, runCheck } from '../checks/pairCheck.ts';
import type { PairSetup } from '../checks/settings.ts';
import { canonicalJson } from '../core/canonicalHash.ts';
import type { Finding } from '../core/finding.ts';
import { startNode } from './node.ts';
import { pairNode } from './pairNodes.ts';
import { withSharedRanks } from './sharedRanks.ts';
import { HANDSHAKE_IDS, type StartNode, startNodes } from './startNodes.ts';

/** What was found. */
export interface Examined {
  /** Of one node by itself: refusals and other errors at its start, then checks. */
  readonly ofNodes: readonly Finding[];
  /** Between the nodes. */
  readonly ofPair: readonly Finding[];
  /** Whether both nodes registered, so that their lists could be compared. */
  readonly registered: boolean;
  readonly pair: NodePair;
}

/**
 * Starts both nodes, past the engine's five refusals, and makes every check.
 * @throws SimError(bad-input) where addresses pass 2^64
 */
export function examine({ model, prefill, decode }: PairSetup, start: StartNode = startNode): Examined {
  const shared = withSharedRanks({ prefill: prefill.engine, decode: decode.engine });
  const started = startNodes({ model, ...shared }, true, start);
  const compared = nodePair(
    pairNode('prefill', model, shared.prefill, started.prefill, prefill.extra),
    pairNode('decode', model, shared.decode, started.decode, decode.extra),
  );
  // What is said of the nodes is said of them as they are.
  const pair: NodePair = {
    ...compared,
    prefill: { ...compared.prefill, engine: prefill.engine },
    decode: { ...compared.decode, engine: decode.engine },
  };
  const run = (checks: readonly (PairCheck | GridCheck)[]) => checks.flatMap((check) => runCheck(check, pair));
  return {
    ofNodes: [...started.findings.filter(({ id }) => !HANDSHAKE_IDS.has(id)), ...run(NODE_CHECKS)],
    ofPair: run(PAIR_CHECKS),
    registered: started.prefill.ok && started.decode.ok,
    pair,
  };
}

/** How `examine` is called: by itself, or with what it said of the same settings before. */
export type Examine = (setup: PairSetup) => Examined;

/** Examines each pair of settings once, and starts each node once: the search for a mend comes by the same ones again and again. What it remembers goes with it. */
export function rememberingExamine(): Examine {
  const start = remembering(startNode, (...settings) => canonicalJson(settings));
  return remembering((setup: PairSetup) => examine(setup, start), canonicalJson);
}

/** A function of the same results, which are worked out once for each key. */
function remembering<A extends readonly unknown[], R>(work: (...args: A) => R, keyOf: (...args: A) => string): (...args: A) => R {
  const known = new Map<string, R>();
  return (...args) => {
    const key = keyOf(...args);
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = work(...args);
    known.set(key, result);
    return result;
  };
}

/** Errors among what was found. */
export function errorsOf({ ofNodes, ofPair }: Examined): readonly Finding[] {
  return [...ofNodes, ...ofPair].filter(({ severity }) => severity === 'error');
}

/** What makes two findings the same fact: all but the texts that follow from it. */
export function factKey({ id, side, message, prefill, decode }: Finding): string {
  return JSON.stringify([id, side, message, prefill, decode]);
}

/** Places of ids in the catalogue, for ordering. */
export const CATALOGUE_ORDER: ReadonlyMap<string, number> = new Map(CATALOGUE.map(({ id }, index) => [id, index]));
