/**
 * @file The ordered state components that registration yields for a target pool and its draft: `setup_state_kv_args` of the engine, with its five
 * refusals. Pools are looked at through their attributes only, as Python does, so that real pools, recorded ones and deliberately broken ones all take
 * the same path.
 */
import { EngineError } from '../core/errors.ts';
import { type PyValue, pyEquals, pyTruth, pyTuple } from '../core/python.ts';

/** `StateType` values that these pools use; the names are those on the wire. */
export type StateType = 'swa' | 'swa_ring' | 'c128_state';

/** One component: a type and its entries, in registration order. Prefill and decode pair components by position. */
export interface StateComponent<Entry> {
  readonly type: StateType;
  readonly entries: readonly Entry[];
}

/**
 * A pool by its attributes, under the vectors' names. `undefined`: the attribute does not exist, and reading it is an AttributeError; `null`: it is None.
 * List accessors may raise, too.
 */
export interface DescribedPool<Entry> {
  /** `_unified_kv`. */
  readonly unifiedKv: PyValue | undefined;
  /** `compression_ratios`. */
  readonly compressionRatios: readonly PyValue[] | null | undefined;
  readonly pageSize: PyValue | undefined;
  readonly slidingWindow: PyValue | undefined;
  /** Identity of the full-to-SWA mapping: equal labels are one object. */
  readonly mapping: string | null | undefined;
  /** `unified_swa_window`, `unified_swa_ring_size`, `unified_swa_pages`. */
  readonly ringWindow: PyValue | undefined;
  readonly ringSize: PyValue | undefined;
  readonly ringPages: PyValue | undefined;
  state(): readonly Entry[];
  swaRing(): readonly Entry[];
  requestState(): readonly Entry[];
}

/** What registration came to: all components, or the error and what had been registered by then. */
export type ComponentsOutcome<Entry> =
  | { readonly ok: true; readonly components: readonly StateComponent<Entry>[] }
  | { readonly ok: false; readonly error: EngineError; readonly componentsBeforeError: readonly StateComponent<Entry>[] };

/** How a draft pool counts: checked as the engine does; registered as the engine would without its checks, to show what they prevent. */
export type DraftTreatment = 'checked' | 'unchecked';

/**
 * The components of a pair of pools: the target's first (`swa` always; ring and request state if they have entries), then the draft's own, after the checks.
 * @param draft `not-dsv4` is a pool of another class, which registration passes over
 */
export function stateComponents<Entry>(
  target: DescribedPool<Entry>,
  draft: DescribedPool<Entry> | 'not-dsv4' | null,
  treatment: DraftTreatment = 'checked',
): ComponentsOutcome<Entry> {
  const components: StateComponent<Entry>[] = [];
  const addIfAny = (type: StateType, entries: readonly Entry[]) => {
    if (entries.length > 0) components.push({ type, entries });
  };
  try {
    components.push({ type: 'swa', entries: target.state() });
    addIfAny('swa_ring', target.swaRing());
    addIfAny('c128_state', target.requestState());
    if (draft !== null && draft !== 'not-dsv4') {
      if (treatment === 'checked') checkDraft(target, draft);
      if (pyTruth(attribute(target, 'unifiedKv'))) addIfAny('swa_ring', draft.swaRing());
      else addIfAny('swa', draft.state());
    }
    return { ok: true, components };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ok: false, error, componentsBeforeError: components };
  }
}

/** The engine's checks of target against draft, in its order; nothing else of the two is compared. @throws EngineError */
function checkDraft<Entry>(target: DescribedPool<Entry>, draft: DescribedPool<Entry>): void {
  const ratios = attribute(draft, 'compressionRatios');
  if (ratios === null || ratios.length === 0 || !ratios.every((ratio) => pyEquals(ratio, 0))) {
    throw new EngineError('RuntimeError', 'DSV4 draft state transfer expects SWA-only NextN layers', 'draft-swa-only');
  }
  const unified = attribute(target, 'unifiedKv');
  if (!pyEquals(unified, attribute(draft, 'unifiedKv'))) {
    throw new EngineError('RuntimeError', 'DSV4 target and draft pools must use the same unified-KV mode', 'unified-mode');
  }
  if (pyTruth(unified)) {
    checkGeometry(target, draft, ['ringWindow', 'ringSize', 'ringPages'], 'SWA ring geometry', 'swa-ring-geometry');
    return;
  }
  if (attribute(target, 'mapping') !== attribute(draft, 'mapping')) {
    throw new EngineError('RuntimeError', 'DSV4 target and draft pools must share the SWA index mapping', 'swa-mapping-identity');
  }
  checkGeometry(target, draft, ['pageSize', 'slidingWindow'], 'paged SWA geometry', 'paged-swa-geometry');
}

type GeometryAttribute = 'pageSize' | 'slidingWindow' | 'ringWindow' | 'ringSize' | 'ringPages';

function checkGeometry<Entry>(target: DescribedPool<Entry>, draft: DescribedPool<Entry>, names: readonly GeometryAttribute[], what: string, id: string): void {
  const ofTarget = names.map((name) => attribute(target, name));
  const ofDraft = names.map((name) => attribute(draft, name));
  if (ofTarget.every((value, i) => pyEquals(value, ofDraft[i] ?? null))) return;
  throw new EngineError('RuntimeError', `DSV4 target and draft pools must share ${what}: target=${pyTuple(ofTarget)}, draft=${pyTuple(ofDraft)}`, id);
}

const PYTHON_NAMES = {
  unifiedKv: '_unified_kv',
  compressionRatios: 'compression_ratios',
  pageSize: 'page_size',
  slidingWindow: 'sliding_window',
  mapping: 'full_to_swa_index_mapping',
  ringWindow: 'unified_swa_window',
  ringSize: 'unified_swa_ring_size',
  ringPages: 'unified_swa_pages',
} as const;

/** Reads an attribute. @throws EngineError AttributeError when the pool does not have it */
function attribute<Entry, Name extends keyof typeof PYTHON_NAMES>(pool: DescribedPool<Entry>, name: Name): Exclude<DescribedPool<Entry>[Name], undefined> {
  const value: DescribedPool<Entry>[Name] = pool[name];
  if (value === undefined) {
    throw new EngineError('AttributeError', `'DeepSeekV4TokenToKVPool' object has no attribute '${PYTHON_NAMES[name]}'`);
  }
  return value as Exclude<DescribedPool<Entry>[Name], undefined>;
}
