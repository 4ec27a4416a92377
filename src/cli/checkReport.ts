/** @file What `check` and `diff` conclude, as plain data. */
import { CATALOGUE, findEntry } from '../checks/catalogue.ts';
import type { CompatibilityFactor } from '../checks/compatibility.ts';
import type { SettingChange } from '../checks/settings.ts';
import { canonicalJson } from '../core/canonicalHash.ts';
import { SimError } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import type { HeardMessage } from '../launch/heard.ts';
import type { LaunchProblem, Role } from '../launch/launch.ts';
import type { NodeAssumption } from '../launch/pairLaunches.ts';
import { nearestName } from '../scenario/nearestName.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { checkPair, judgePair, mendPair, type PairFinding, type PairReport, type PairRequest, type PairVerdict, verdictOf } from '../session/checkPair.ts';
import { type Examine, rememberingExamine } from '../session/examine.ts';

/** What becomes of a pair when its mends are carried out. */
export interface Mended {
  readonly verdict: PairVerdict;
  readonly changes: readonly SettingChange[];
  /** Ids of what is found then; empty where it fits. */
  readonly left: readonly string[];
  /** Ids of what only came to light when a refusal before it was mended, and was mended as well. */
  readonly hidden: readonly string[];
  /** Both launch lines with the mends in them, where there are lines; null for a node whose line stays as it is. */
  readonly lines?: Readonly<Record<Role, string | null>>;
  /** What no flag or variable of the lines changes, as an instruction; the verdict is that of the lines without it. */
  readonly byHand?: string;
  /** What the lines do without then, where a node was heard to refuse for a cause that no line shows. */
  readonly givesUp?: string;
}

/** A node's compatibility hash and what went into it. */
export interface NodeHash {
  readonly hash: string | null;
  readonly factors: readonly CompatibilityFactor[];
}

/** What `check --json` prints; `diff --json` the same with no settings. */
export interface CheckReport {
  readonly schemaVersion: 1;
  readonly verdict: PairVerdict;
  readonly findings: readonly Finding[];
  /** Both nodes' settings: of launches each with its origin, of scenarios their values; addresses as `"0x…"`. */
  readonly settings: { readonly prefill?: unknown; readonly decode?: unknown };
  /** Findings that the user has accepted with `--allow-mismatch`. */
  readonly waived: readonly Finding[];
  /** What is not known of a launch, and what it was taken for. */
  readonly unknown?: readonly NodeAssumption[];
  /** What is wrong in a launch, or was not read. */
  readonly problems?: readonly (LaunchProblem & { readonly side: Role })[];
  /** What a node was heard to say, and what the launches have to do with it. */
  readonly heard?: readonly HeardMessage[];
  /** Absent where there is nothing to mend. */
  readonly mended?: Mended;
  readonly hashes?: Readonly<Record<Role, NodeHash>>;
}

/** Checks a scenario's two nodes. */
export function checkScenario({ model, prefill, decode }: ResolvedScenario, waive: readonly string[]): CheckReport {
  const plain = (value: unknown): unknown => JSON.parse(canonicalJson(value));
  return pairOutcome({ model, prefill, decode, waive }, { prefill: plain(prefill), decode: plain(decode) }).report;
}

/** A checked pair, and what its mends are, for callers that have more to say of them. */
export interface PairOutcome {
  readonly report: CheckReport;
  readonly checked: PairReport;
}

/**
 * Checks a pair, and once more with all mends carried out.
 * @param others findings made elsewhere, such as what a server says of its own arguments; they count as the pair's do
 */
export function pairOutcome(request: PairRequest, settings: CheckReport['settings'], others: readonly PairFinding[] = []): PairOutcome {
  const examine = rememberingExamine();
  const checked = checkPair(request, examine);
  const waivedIds = new Set(request.waive ?? []);
  const counted = others.filter(({ id }) => !waivedIds.has(id));
  const findings = [...counted.map(withoutChanges), ...checked.findings.map(withoutChanges)];
  const waived = [...others.filter(({ id }) => waivedIds.has(id)).map(withoutChanges), ...checked.waived.map(withoutChanges)];
  const mended = mendedOf(examine, request, checked, counted);
  const report: CheckReport = {
    schemaVersion: 1,
    verdict: verdictOf(findings),
    findings,
    settings,
    waived,
    ...(mended === null ? {} : { mended }),
    hashes: checked.hashes,
  };
  return { report, checked };
}

/** A refusal hides what is behind it, which is mended as well when it comes to light. */
const MOST_ROUNDS = 4;

/** What others have changed is mended first: the pair's own mends are those of what is left then. */
function mendedOf(examine: Examine, request: PairRequest, { findings }: PairReport, others: readonly PairFinding[]): Mended | null {
  const first = others.flatMap((finding) => finding.changes);
  const changes = new Map(first.map((change) => [`${change.side} ${change.setting}`, change]));
  let mended = first.length === 0 ? request : mendPair(request, first);
  let left = first.length === 0 ? findings : judgePair(mended, examine).findings;
  const seen = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const id of idsOf(left)) seen.add(id);
    const own = left.flatMap((finding) => finding.changes);
    if (own.length === 0) break;
    for (const change of own) changes.set(`${change.side} ${change.setting}`, change);
    mended = mendPair(mended, own);
    left = judgePair(mended, examine).findings;
  }
  if (changes.size === 0) return null;
  const shown = new Set([...findings, ...others].map(({ id }) => id));
  return { verdict: verdictOf(left), changes: [...changes.values()], left: idsOf(left), hidden: [...seen].filter((id) => !shown.has(id)) };
}

function idsOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ id }) => id))];
}

/** The plain finding: how its mend is carried out is said once for all. */
function withoutChanges({ changes: _changes, ...finding }: PairFinding): Finding {
  return finding;
}

/**
 * Ids given to `--allow-mismatch`, apart or with commas between them.
 * @throws SimError(bad-input) for an id that no finding has
 */
export function waivedIds(given: readonly string[]): readonly string[] {
  const ids = given.flatMap((text) => text.split(',')).filter((id) => id !== '');
  for (const id of ids) if (findEntry(id) === undefined) throw unknownId(id);
  return ids;
}

function unknownId(id: string): SimError {
  const nearest = nearestName(
    id,
    CATALOGUE.map((entry) => entry.id),
  );
  return new SimError('bad-input', {
    what: `no finding has the id ${JSON.stringify(id.slice(0, 80))}`,
    where: { file: '--allow-mismatch' },
    mend: nearest === null ? 'See: disagg-sim explain --list.' : `Did you mean ${nearest}?`,
  });
}

/** Whether a pair with this verdict may be started. */
export function isFit(verdict: PairVerdict): boolean {
  return verdict === 'fits' || verdict === 'fits-with-warnings';
}
