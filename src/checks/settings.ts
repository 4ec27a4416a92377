/**
 * @file Settings as mends change them: which fields of a node belong to one setting, how to make one node follow the other or its default, and what to tell a person to
 * type. A change is data, so that a mend can be tried before it is given.
 */
import type { EngineConfig, PoolOverrides } from '../model/engineConfig.ts';
import { completeEngineConfig } from '../model/engineDefaults.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import { type NodeExtra, UNKNOWN_EXTRA } from './nodePair.ts';

type EngineKey = Exclude<keyof EngineConfig, 'addressBase' | 'target' | 'draft'>;
type OverrideKey = keyof PoolOverrides;
type ExtraKey = keyof NodeExtra;

/** A field of a node: of its engine, of its target's or draft's overrides, or beside them. */
export type FieldName = EngineKey | `target.${OverrideKey}` | `draft.${OverrideKey}` | `extra.${ExtraKey}`;

/** Sets one field of one node. Plain JSON; null removes an override or a variable. */
export interface SettingChange {
  readonly side: 'prefill' | 'decode';
  readonly setting: FieldName;
  readonly value: unknown;
}

/** One node's settings. */
export interface NodeSetup {
  readonly engine: EngineConfig;
  readonly extra: NodeExtra;
}

/** Both nodes' settings. */
export interface PairSetup {
  readonly model: ModelSpec;
  readonly prefill: NodeSetup;
  readonly decode: NodeSetup;
}

/** Fields that are set together. */
interface SettingFields {
  readonly engine: readonly EngineKey[];
  /** Overrides of both pools. */
  readonly overrides: readonly OverrideKey[];
  readonly extra: readonly ExtraKey[];
}

const fields = (engine: readonly EngineKey[], overrides: readonly OverrideKey[] = [], extra: readonly ExtraKey[] = []): SettingFields => ({
  engine,
  overrides,
  extra,
});

/** Every setting that a mend may change, those first that others follow from. What differs without harm (sizes of pools, slots) is here only for its overrides. */
const SETTINGS = {
  revision: fields(['revision', 'c4StateIndex']),
  mode: fields(['mode'], ['mode']),
  layout: fields(['layout']),
  pageSize: fields(['pageSizeTokens', 'swaPageSizeTokens'], ['pageSizeTokens']),
  swaPageSize: fields(['swaPageSizeTokens'], ['swaPageSizeTokens']),
  window: fields(['windowTokens'], ['windowTokens']),
  kvDtype: fields(['kvDtype'], ['kvDtype']),
  attentionBackend: fields(['attentionBackend']),
  fp4Indexer: fields(['fp4Indexer']),
  unifiedFp8: fields(['unifiedFp8']),
  speculation: fields(['speculation']),
  stateDtype: fields(['stateDtype']),
  onlineCompress: fields(['onlineCompress', 'onlineC128Mtp']),
  c4StateIndex: fields(['c4StateIndex']),
  compressRatios: fields([], ['compressRatios']),
  mapping: fields([], ['mapping']),
  poolSizes: fields([], ['swaTokens', 'c4StateRows', 'c128StateRows', 'reqSlots']),
  grid: fields(['grid']),
  contextTransfer: fields(['allCpRanksTransfer']),
  transferBackend: fields(['backend'], [], ['transferBackend']),
  disaggregationMode: fields([], [], ['disaggregationMode']),
  stagingBuffer: fields([], [], ['stagingBuffer']),
  threadPool: fields([], [], ['threadPoolSize', 'queueSize']),
  decodeRadixCache: fields([], [], ['decodeRadixCache']),
} as const satisfies Readonly<Record<string, SettingFields>>;

/** Name of a setting. */
export type SettingName = keyof typeof SETTINGS;

/** All names, in order. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The fields of a setting. */
export function fieldsOf(setting: SettingName): readonly FieldName[] {
  const { engine, overrides, extra }: SettingFields = SETTINGS[setting];
  return [...engine, ...overrides.flatMap((key) => [`target.${key}`, `draft.${key}`] as const), ...extra.map((key) => `extra.${key}` as const)];
}

/** A field's value; null for an absent override or an unknown variable. */
export function readField({ engine, extra }: NodeSetup, field: FieldName): unknown {
  const [head, key] = field.split('.') as [string, string | undefined];
  if (key === undefined) return engine[head as EngineKey];
  if (head === 'extra') return extra[key as ExtraKey];
  return engine[head as 'target' | 'draft'][key as OverrideKey] ?? null;
}

function writeField(setup: NodeSetup, field: FieldName, value: unknown): NodeSetup {
  const [head, key] = field.split('.') as [string, string | undefined];
  if (key === undefined) return { ...setup, engine: { ...setup.engine, [head]: value } };
  if (head === 'extra') return { ...setup, extra: { ...setup.extra, [key]: value } };
  const pool = head as 'target' | 'draft';
  return { ...setup, engine: { ...setup.engine, [pool]: { ...setup.engine[pool], [key]: value ?? undefined } } };
}

/** The settings with the changes made. */
export function applyChanges(setup: PairSetup, changes: readonly SettingChange[]): PairSetup {
  let { prefill, decode } = setup;
  for (const { side, setting, value } of changes) {
    if (side === 'prefill') prefill = writeField(prefill, setting, value);
    else decode = writeField(decode, setting, value);
  }
  return { model: setup.model, prefill, decode };
}

/** Whether the nodes differ in a setting. */
export function differs(setup: PairSetup, setting: SettingName): boolean {
  return followChanges(setup, setting, 'prefill').length > 0;
}

/** Makes `side` follow the other node in a setting; empty where it does already. */
export function followChanges(setup: PairSetup, setting: SettingName, side: 'prefill' | 'decode'): readonly SettingChange[] {
  const other = setup[side === 'prefill' ? 'decode' : 'prefill'];
  return changesTo(setup[side], side, fieldsOf(setting), (field) => readField(other, field));
}

/** Gives `side` the server's default in a setting, without overrides. */
export function defaultChanges(setup: PairSetup, setting: SettingName, side: 'prefill' | 'decode'): readonly SettingChange[] {
  const { engine } = setup[side];
  // Defaults follow from the rest: C4 addressing from the revision, the SWA page from the page.
  const base = completeEngineConfig(side, setup.model, setting === 'revision' ? {} : { revision: engine.revision });
  const swaPageSizeTokens = setting === 'pageSize' ? base.pageSizeTokens : engine.pageSizeTokens;
  const defaults: NodeSetup = {
    engine: { ...base, swaPageSizeTokens },
    extra: { ...UNKNOWN_EXTRA, disaggregationMode: side, transferBackend: 'mooncake' },
  };
  return changesTo(setup[side], side, fieldsOf(setting), (field) => readField(defaults, field));
}

function changesTo(own: NodeSetup, side: 'prefill' | 'decode', names: readonly FieldName[], wanted: (field: FieldName) => unknown): readonly SettingChange[] {
  return names.flatMap((setting) => {
    const [held, value] = [readField(own, setting), wanted(setting)];
    // What is not known of a node is not changed.
    const unknown = held === null && setting.startsWith('extra.');
    return unknown || JSON.stringify(held) === JSON.stringify(value) ? [] : [{ side, setting, value }];
  });
}
