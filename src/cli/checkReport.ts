/** @file What `check` finds: a verdict over both nodes, as plain data. */

import { canonicalJson } from '../core/canonicalHash.ts';
import type { Finding } from '../core/finding.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { startNodes } from '../session/startNodes.ts';

/** What `check` concludes, the gravest that applies. */
export const CHECK_VERDICTS = ['fits', 'fits-with-warnings', 'refused', 'fails-later', 'silent-corruption'] as const;
/** One of `CHECK_VERDICTS`. */
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

/** What `check --json` prints. */
export interface CheckReport {
  readonly schemaVersion: 1;
  readonly verdict: CheckVerdict;
  readonly findings: readonly Finding[];
  /** Both nodes' complete settings; addresses as `"0x…"`. */
  readonly settings: { readonly prefill: unknown; readonly decode: unknown };
  /** Findings that the user has accepted; there is no way to in this version. */
  readonly waived: readonly Finding[];
}

/** Starts both nodes on paper, each by itself as the engine does: a refusal of one hides none of the other. */
export function checkScenario(scenario: ResolvedScenario): CheckReport {
  const { findings } = startNodes(scenario);
  const { prefill, decode } = scenario;
  const plain = (value: unknown): unknown => JSON.parse(canonicalJson(value));
  return { schemaVersion: 1, verdict: verdictOf(findings), findings, settings: { prefill: plain(prefill), decode: plain(decode) }, waived: [] };
}

function verdictOf(findings: readonly Finding[]): CheckVerdict {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.some(({ engine }) => engine === 'refuses')) return 'refused';
  if (errors.some(({ engine }) => engine === 'silent')) return 'silent-corruption';
  if (errors.length > 0) return 'fails-later';
  return findings.some(({ severity }) => severity === 'warning') ? 'fits-with-warnings' : 'fits';
}
