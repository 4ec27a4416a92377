/** @file From a scenario, or from a pair of nodes, to cases: what is wrong with them, with the mends that the checks have tried. */

import { instruct } from '../../checks/instructions.ts';
import { UNKNOWN_EXTRA } from '../../checks/nodePair.ts';
import { readField, type SettingChange } from '../../checks/settings.ts';
import { canonicalJson, sha256 } from '../../core/canonicalHash.ts';
import { groupBy } from '../../core/groupBy.ts';
import { alignUp } from '../../core/units.ts';
import type { EngineConfig } from '../../model/engineConfig.ts';
import type { ModelSpec } from '../../model/modelSpec.ts';
import { MODEL_PRESETS } from '../../model/presets.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import { writtenScenario } from '../../scenario/writtenScenario.ts';
import { checkPair, mendPair, type PairFinding, type PairRequest } from '../../session/checkPair.ts';
import { maskText } from '../mask.ts';
import { blockText, fixedBlock } from './fixedBlock.ts';
import type { ReproCase, Reproduction } from './reproCase.ts';

/**
 * A scenario as one case: whatever is wrong with it.
 * @param fixed its own mended variant; null where it has none: then its nodes are mended by their checks, and its faults and its order taken out
 */
export function reproduceScenario(given: ResolvedScenario, fixed: ResolvedScenario | null): ReproCase {
  const tried = fixed === null ? mendScenario(given) : null;
  const block = fixedBlock(given, tried?.mended ?? fixed ?? given);
  const { name, title, description } = given;
  // Both go into reports that are handed on.
  const texts = { title: maskText(title), ...(description === null ? {} : { description: maskText(description) }) };
  return {
    id: null,
    values: {},
    message: null,
    scenario: { ...writtenScenario(given), name, ...texts, ...(block === null ? {} : { fixed: block }) },
    mend: block === null ? null : (tried?.mend ?? `Set what the scenario’s fixed block sets: ${maskText(blockText(block))}.`),
    remarks: [],
  };
}

function mendScenario(given: ResolvedScenario): { readonly mended: ResolvedScenario; readonly mend: string } {
  const { model, prefill, decode, faults, schedule } = given;
  const changes = allChanges(checkPair({ model, prefill, decode }).findings);
  const nodes = mendPair({ model, prefill, decode }, changes);
  const mended = withHash({ ...given, prefill: nodes.prefill, decode: nodes.decode, faults: [], schedule: null });
  const texts = [instruct(changes), faults.length > 0 ? 'Take the faults out.' : '', schedule !== null ? 'Let each request be handed over whole.' : ''];
  return { mended, mend: texts.filter((text) => text !== '').join(' ') };
}

/** Each finding of a pair that a run can show, alone: the others are mended beforehand. Sizes are scaled down first. */
export function reproducePair(request: PairRequest, name: string): readonly Reproduction[] {
  const small = scaledDown(request);
  const { findings } = checkPair(small);
  const errors = findings.filter(({ severity, mend }) => severity === 'error' && !mend.startsWith(FOLLOWS));
  const shown = oneOfEachMend(errors.filter(({ changes }) => changes.length > 0)).map((finding) => showFinding(small, findings, finding, name));
  // What goes with another's mend is shown with it.
  const gone = (id: string) => shown.some(({ left }) => left !== null && !left.has(id));
  const alone = errors.filter(({ id, changes }) => changes.length === 0 && !gone(id));
  return [...shown.map(({ reproduction }) => reproduction), ...alone.map((finding) => unable(finding, 'no change of settings is known that mends it'))];
}

/** The server's own check of a size that pools and runs take as it is. */
const NOT_OF_POOLS = 'paged-page-size';

/** Findings with one mend are one case: that of the finding that the engine makes first, and a run can show. */
function oneOfEachMend(findings: readonly PairFinding[]): readonly PairFinding[] {
  const byMend = groupBy(findings, ({ changes }) => JSON.stringify(changes));
  return [...byMend.values()].flatMap((group) => group.find(({ id }) => id !== NOT_OF_POOLS) ?? group[0] ?? []);
}

/** How the checks begin the mend of what follows from another finding. */
const FOLLOWS = 'Follows from';

function unable(finding: PairFinding, reason: string): Reproduction {
  return { id: finding.id, values: valuesOf(finding), cases: [], reason };
}

function valuesOf({ prefill, decode }: PairFinding): ReproCase['values'] {
  return { ...(prefill === null ? {} : { prefill }), ...(decode === null ? {} : { decode }) };
}

/** @returns with the ids that are left when it is mended; null where it is not shown */
function showFinding(
  small: PairRequest,
  findings: readonly PairFinding[],
  finding: PairFinding,
  name: string,
): { readonly reproduction: Reproduction; readonly left: ReadonlySet<string> | null } {
  const { id, message } = finding;
  if (id === NOT_OF_POOLS) return { reproduction: unable(finding, 'a run takes pages of any size, and only the server does not'), left: null };
  if (finding.changes.every(({ setting }) => setting.startsWith('extra.'))) {
    return { reproduction: unable(finding, 'it is made of settings that change no byte of a run: disagg-sim check makes it'), left: null };
  }
  const own = new Set(finding.changes.map(keyOf));
  const notOwn = (found: readonly PairFinding[]) => allChanges(found).filter((change) => !own.has(keyOf(change)));
  const known = notOwn(findings.filter((other) => other !== finding));
  const { changes, mended: first } = bestMend(mendPair(small, known), finding.changes);
  // A node that did not start hid what else is wrong between the two.
  const hidden = notOwn(checkPair(first).findings);
  const others = [...known, ...hidden];
  const [alone, mended] = [mendPair(small, others), mendPair(first, hidden)];
  const given = pairScenario(alone, `${name}-${id}`, message);
  const block = fixedBlock(given, pairScenario(mended, given.name, message));
  if (block === null) return { reproduction: unable(finding, 'its mend changes nothing of a run'), left: null };
  const reproCase: ReproCase = {
    id: null,
    values: valuesOf(finding),
    message: null,
    scenario: { ...writtenScenario(given), name: given.name, title: given.title, fixed: block },
    mend: instruct(changes),
    remarks: [
      ...(others.length === 0 ? [] : [`What else is wrong with the pair is mended beforehand, so that this alone shows. ${instruct(others)}`]),
      'Sizes are scaled down: pools of 2,048 tokens, two requests at once, a model with a few layers of every kind.',
    ],
  };
  const left = new Set(checkPair(mended).findings.map((still) => still.id));
  return { reproduction: { id, values: valuesOf(finding), cases: [reproCase], reason: null }, left };
}

/** The checks' own mend; where a node is refused then, and is not with the same settings made alike the other way round, the latter. */
function bestMend(pair: PairRequest, changes: readonly SettingChange[]): { readonly changes: readonly SettingChange[]; readonly mended: PairRequest } {
  const own = { changes, mended: mendPair(pair, changes) };
  if (!isRefused(own.mended)) return own;
  const turned = changes.map(({ side, setting }): SettingChange => {
    const value = readField({ engine: pair[side], extra: { ...UNKNOWN_EXTRA, ...pair.extra?.[side] } }, setting);
    return { side: side === 'prefill' ? 'decode' : 'prefill', setting, value };
  });
  const other = { changes: turned, mended: mendPair(pair, turned) };
  return isRefused(other.mended) ? own : other;
}

function isRefused(pair: PairRequest): boolean {
  return checkPair(pair).verdict === 'refused';
}

/** Eight pages of the usual size, and a prompt that begins a fifth. */
const SMALL_TOKENS = 2048;
const PROMPT_TOKENS = 1030;

/** The pair with pools and slots for a request, and a published model's layers cut to a few of every kind; what the nodes differ in stays. */
function scaledDown(request: PairRequest): PairRequest {
  const scale = (engine: EngineConfig): EngineConfig => ({
    ...engine,
    poolTokens: alignUp(SMALL_TOKENS, engine.pageSizeTokens),
    swaRatio: Math.max(engine.swaRatio, 0.9),
    maxRequests: 2,
    preallocSlots: 0,
    metadataRows: 4,
  });
  return { ...request, model: fewLayers(request), prefill: scale(request.prefill), decode: scale(request.decode) };
}

/** A node's own ratio list is for the whole model's layers, and pipeline stages need as many: then the model stays. */
function fewLayers({ model, prefill, decode }: PairRequest): ModelSpec {
  const hasOwnLayers = [prefill, decode].some(({ target, grid }) => target.compressRatios !== undefined || grid.pp > 1);
  if (model.kind !== 'dsv4' || hasOwnLayers || model.hiddenLayers <= MODEL_PRESETS['dsv4-mini'].hiddenLayers) return model;
  const { hiddenLayers, compressRatios } = MODEL_PRESETS['dsv4-mini'];
  const known = new Set(model.compressRatios.slice(0, model.hiddenLayers));
  return compressRatios.every((ratio) => known.has(ratio)) || known.size === 2
    ? { ...model, name: `${model.name}, ${hiddenLayers} layers`, hiddenLayers, compressRatios }
    : model;
}

function pairScenario({ model, prefill, decode }: PairRequest, name: string, title: string): ResolvedScenario {
  const free = { slot: null, fullPages: null, swaPages: null };
  const request = { tokens: PROMPT_TOKENS, prefillEndTokens: PROMPT_TOKENS, decodePrefixTokens: 0, prefill: free, decode: free };
  return withHash({
    name,
    variant: 'given',
    title,
    description: null,
    model,
    prefill,
    decode,
    fragmentation: { prefill: 0, decode: 0 },
    chunkTokens: null,
    requests: [request],
    strategy: 'auto',
    seed: 1,
    faults: [],
    schedule: null,
    judgedBy: 'memory',
    expect: null,
    hash: '',
  });
}

/** With a hash of what shapes the run, to tell two of them apart. */
function withHash(scenario: ResolvedScenario): ResolvedScenario {
  const { name: _n, title: _t, description: _d, variant: _v, expect: _e, hash: _h, ...outcome } = scenario;
  return { ...scenario, hash: sha256(canonicalJson(outcome)) };
}

function allChanges(findings: readonly PairFinding[]): readonly SettingChange[] {
  return [...new Map(findings.flatMap(({ changes }) => changes).map((change) => [keyOf(change), change])).values()];
}

function keyOf({ side, setting }: SettingChange): string {
  return `${side} ${setting}`;
}
