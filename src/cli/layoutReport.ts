/** @file What `layout` shows: the registrations of every rank, and their dump. */
import type { Finding } from '../core/finding.ts';
import { dumpKvArgs, type KvArgsDump } from '../kvargs/dump.ts';
import type { KvArgs } from '../kvargs/kvArgs.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { startNodes } from '../session/startNodes.ts';

/** One node's registrations, a rank each; or none, and why it refused to start. */
export interface NodeLayout {
  readonly ranks: readonly KvArgs[];
  readonly refusal: Finding | null;
}

/** Both nodes. */
export interface Layout {
  readonly prefill: NodeLayout;
  readonly decode: NodeLayout;
}

/** What `layout --json` prints, and later commands read. */
export interface LayoutReport {
  readonly schemaVersion: 1;
  readonly prefill: { readonly ranks: readonly KvArgsDump[]; readonly refusal: Finding | null };
  readonly decode: { readonly ranks: readonly KvArgsDump[]; readonly refusal: Finding | null };
}

/** Starts both nodes on paper and takes what they register. */
export function layoutScenario(scenario: ResolvedScenario): Layout {
  const { findings, ...started } = startNodes(scenario);
  const node = (side: 'prefill' | 'decode'): NodeLayout => {
    const outcome = started[side];
    if (outcome.ok) return { ranks: outcome.node.ranks.map(({ kvArgs }) => kvArgs), refusal: null };
    return { ranks: [], refusal: findings.find((finding) => finding.side === side) ?? null };
  };
  return { prefill: node('prefill'), decode: node('decode') };
}

/** The dump. */
export function layoutReport({ prefill, decode }: Layout): LayoutReport {
  const dump = ({ ranks, refusal }: NodeLayout) => ({ ranks: ranks.map(dumpKvArgs), refusal });
  return { schemaVersion: 1, prefill: dump(prefill), decode: dump(decode) };
}
