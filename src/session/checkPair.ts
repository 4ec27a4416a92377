/**
 * @file Will these two nodes fit together, and if not, which setting to change: what `check` answers, with no device in sight.
 */
import { CAUSES } from '../checks/catalogue.ts';
import { type Compatibility, compatibility } from '../checks/compatibility.ts';
import { fillWords } from '../checks/entry.ts';
import { instruct } from '../checks/instructions.ts';
import { type NodeExtra, UNKNOWN_EXTRA } from '../checks/nodePair.ts';
import { applyChanges, type PairSetup, type SettingChange, type SettingName } from '../checks/settings.ts';
import type { EngineReaction, Finding } from '../core/finding.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import { CATALOGUE_ORDER, type Examine, type Examined, errorsOf, examine as examineOnce, factKey, rememberingExamine } from './examine.ts';
import { type Cause, findCauses, searchMend } from './mends.ts';

/** Conclusions, the best first. */
export const PAIR_VERDICTS = ['fits', 'fits-with-warnings', 'refused', 'fails-later', 'silent-corruption'] as const;
/** One of `PAIR_VERDICTS`. */
export type PairVerdict = (typeof PAIR_VERDICTS)[number];

/** Two nodes to check. */
export interface PairRequest {
  readonly model: ModelSpec;
  readonly prefill: EngineConfig;
  readonly decode: EngineConfig;
  /** What is known beside what shapes memory. */
  readonly extra?: { readonly prefill?: Partial<NodeExtra>; readonly decode?: Partial<NodeExtra> };
  /** Ids of findings that do not count. */
  readonly waive?: readonly string[];
}

/** A finding with its mend as data; empty where it follows from another finding, or no change was found. */
export interface PairFinding extends Finding {
  readonly changes: readonly SettingChange[];
}

/** The answer. */
export interface PairReport {
  /** What counts: causes first, then what follows from them. */
  readonly findings: readonly PairFinding[];
  readonly waived: readonly PairFinding[];
  readonly verdict: PairVerdict;
  /** Equal exactly where nothing between the nodes damages a byte. */
  readonly hashes: { readonly prefill: Compatibility; readonly decode: Compatibility };
}

/**
 * Checks a pair.
 * @param examine one that remembers, for callers that check the same settings several times, such as mended ones
 * @throws SimError(bad-input) where addresses pass 2^64
 */
export function checkPair(request: PairRequest, examine: Examine = rememberingExamine()): PairReport {
  const { prefill, decode } = examine(setupOf(request)).pair;
  return { ...judgePair(request, examine), hashes: { prefill: compatibility(prefill), decode: compatibility(decode) } };
}

/** What `checkPair` finds, without the hashes, for whoever tries out mends. @throws SimError(bad-input) as `checkPair` */
export function judgePair(request: PairRequest, examine: Examine): Omit<PairReport, 'hashes'> {
  const setup = setupOf(request);
  const found = examine(setup);
  const causes = findCauses(examine, setup, found);
  const all = [...causeFindings(setup, found, causes), ...factFindings(examine, setup, found, causes)].toSorted(
    (a, b) => (CATALOGUE_ORDER.get(a.id) ?? 0) - (CATALOGUE_ORDER.get(b.id) ?? 0),
  );
  const waived = new Set(request.waive ?? []);
  const findings = all.filter(({ id }) => !waived.has(id));
  return { findings, waived: all.filter(({ id }) => waived.has(id)), verdict: verdictOf(findings) };
}

/** The request with a finding's changes made. */
export function mendPair(request: PairRequest, changes: readonly SettingChange[]): PairRequest {
  const { prefill, decode } = applyChanges(setupOf(request), changes);
  return { ...request, prefill: prefill.engine, decode: decode.engine, extra: { prefill: prefill.extra, decode: decode.extra } };
}

/** The worst finding decides; a pair that is refused gets no further. */
export function verdictOf(findings: readonly Finding[]): PairVerdict {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.some(({ engine }) => engine === 'refuses')) return 'refused';
  if (errors.some(({ engine }) => engine === 'silent')) return 'silent-corruption';
  if (errors.length > 0) return 'fails-later';
  return findings.some(({ severity }) => severity === 'warning') ? 'fits-with-warnings' : 'fits';
}

function setupOf({ model, prefill, decode, extra }: PairRequest): PairSetup {
  const node = (engine: EngineConfig, known: Partial<NodeExtra> | undefined) => ({ engine, extra: { ...UNKNOWN_EXTRA, ...known } });
  return { model, prefill: node(prefill, extra?.prefill), decode: node(decode, extra?.decode) };
}

/** Checks that are about a setting itself, and so are their own cause. */
const OWN_CAUSES: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  pageSize: ['page-size-mismatch'],
  kvDtype: ['kv-dtype-mismatch'],
  grid: ['decode-cp-size', 'pp-size-mismatch', 'tp-not-divisible'],
  contextTransfer: ['context-transfer'],
  transferBackend: ['backend-mismatch'],
  c4StateIndex: ['c4-state-indexing'],
};

/** Which of the findings carries a cause's mend; null = one of its own. */
function carrierOf({ setting, explains }: Cause, found: Examined): string | null {
  const own = OWN_CAUSES[setting] ?? [];
  return found.ofPair.find((finding) => own.includes(finding.id) && explains.has(factKey(finding)))?.id ?? null;
}

/** A finding for each setting from which others between the nodes follow. */
function causeFindings(setup: PairSetup, found: Examined, causes: readonly Cause[]): PairFinding[] {
  return causes.flatMap((cause) => {
    const explained = found.ofPair.filter((finding) => cause.explains.has(factKey(finding)));
    const entry = CAUSES.find((candidate) => candidate.setting === cause.setting && candidate.fits(setup.prefill, setup.decode));
    if (explained.length === 0 || entry === undefined || carrierOf(cause, found) !== null) return [];
    const [prefill, decode] = [entry.show(setup.prefill, setup.model), entry.show(setup.decode, setup.model)];
    const values = { prefill, decode };
    const ids = [...new Set(explained.map(({ id }) => id))].join(', ');
    return [
      {
        id: entry.id,
        severity: entry.severity,
        engine: worstReaction(explained),
        side: 'both',
        message: fillWords(entry.words, values),
        prefill,
        decode,
        consequence: `${entry.consequence(values)} It shows as: ${ids}.`,
        mend: instruct(cause.changes),
        changes: cause.changes,
      },
    ];
  });
}

function worstReaction(findings: readonly Finding[]): EngineReaction {
  const reactions = findings.map(({ engine }) => engine);
  return reactions.includes('silent') ? 'silent' : reactions.includes('dies') ? 'dies' : 'refuses';
}

/** What was found, each with the mend of its cause, a pointer to the finding that has it, or one of its own. */
function factFindings(examine: Examine, setup: PairSetup, found: Examined, causes: readonly Cause[]): PairFinding[] {
  const ofNodes = found.ofNodes.map((finding) => withOwnMend(examine, setup, found, causes, finding));
  const ofPair = found.ofPair.map((finding): PairFinding => {
    const own = causes.filter(({ explains }) => explains.has(factKey(finding)));
    const names = [...new Set(own.flatMap((cause) => carrierOf(cause, found) ?? causeId(setup, cause) ?? []))];
    if (own.length === 0 || names.length === 0 || names.includes(finding.id)) return withOwnMend(examine, setup, found, own, finding);
    return { ...finding, mend: `Follows from ${names.join(' and ')}: mend that.`, changes: [] };
  });
  return [...ofNodes, ...ofPair];
}

function causeId({ prefill, decode }: PairSetup, { setting }: Cause): string | undefined {
  return CAUSES.find((candidate) => candidate.setting === setting && candidate.fits(prefill, decode))?.id;
}

function withOwnMend(examine: Examine, setup: PairSetup, found: Examined, causes: readonly Cause[], finding: Finding): PairFinding {
  if (finding.severity !== 'error') return { ...finding, changes: [] };
  const cause = causes.find(({ explains }) => explains.has(factKey(finding)));
  const changes = cause?.changes ?? searchMend(examine, setup, found, finding);
  return { ...finding, mend: changes.length === 0 ? finding.mend : `${instruct(changes)} ${finding.mend}`, changes };
}

/** Whether nothing was found that is an error: what a mended pair must reach. */
export function fits(request: PairRequest): boolean {
  return errorsOf(examineOnce(setupOf(request))).length === 0;
}
