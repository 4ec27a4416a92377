/**
 * @file Two launches side by side: what their servers would be as a pair of nodes, and what of them is not known. A setting that is known on one node alone is taken to
 * be the same on the other, so that nothing is found that may not be there.
 */
import type { NodeExtra } from '../checks/nodePair.ts';
import type { Revision } from '../model/engineConfig.ts';
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import { MODEL_PRESETS } from '../model/presets.ts';
import type { PairRequest } from '../session/checkPair.ts';
import { type Assumption, type LaunchExtra, toEngineConfig } from './engineFromSettings.ts';
import type { Role } from './launch.ts';
import type { LaunchSettings, Setting, SettingTable } from './launchSettings.ts';

/** What is not known of a node, and what it is taken for. */
export interface NodeAssumption extends Assumption {
  readonly side: Role;
}

/** Two launches as a pair to check. */
export interface LaunchedPair {
  readonly request: PairRequest;
  readonly unknown: readonly NodeAssumption[];
  /** Switched on, and changing the layout in ways that are not simulated: flags or variables, each with its node. */
  readonly notSimulated: readonly { readonly side: Role; readonly by: string }[];
}

/** Settings that belong to one node, so that the other's say nothing about them. */
const OWN: ReadonlySet<keyof SettingTable> = new Set(['role', 'extraSlots', 'maxRunningRequests', 'maxRequests', 'poolTokens', 'threadPoolSize']);

/**
 * Puts two launches together.
 * @param revisions which state of the engine each node runs; a launch does not tell
 */
export function pairLaunches(prefill: LaunchSettings, decode: LaunchSettings, revisions: Readonly<Partial<Record<Role, Revision>>> = {}): LaunchedPair {
  const given = {
    prefill: toEngineConfig(withKnownOf(prefill, decode), revisions.prefill),
    decode: toEngineConfig(withKnownOf(decode, prefill), revisions.decode),
  };
  const model = decode.model ?? prefill.model ?? MODEL_PRESETS['dsv4-flash'];
  const sides = ['prefill', 'decode'] as const;
  const unlike = prefill.model === null ? null : unlikeFields(prefill.model, model);
  return {
    request: {
      model,
      prefill: withRatios(given.prefill.engine, prefill.model, model),
      decode: given.decode.engine,
      extra: { prefill: extraOf(prefill, given.prefill.extra), decode: extraOf(decode, given.decode.extra) },
    },
    unknown: [
      ...sides.flatMap((side) => given[side].unknown.map((assumption) => ({ side, ...assumption }))),
      ...(unlike === null ? [] : [{ side: 'prefill' as const, setting: 'model' as const, by: null, text: unlike, where: null, assumed: 'as on decode' }]),
    ],
    notSimulated: sides.flatMap((side) => given[side].extra.notSimulated.map((by) => ({ side, by }))),
  };
}

/** The settings with what is unknown taken from the other node. */
function withKnownOf(own: LaunchSettings, other: LaunchSettings): LaunchSettings {
  const filled = Object.entries(own.settings).map(([name, setting]: [string, Setting<unknown>]) => {
    const key = name as keyof SettingTable;
    return [name, setting.origin === 'unknown' && !OWN.has(key) ? { ...setting, value: other.settings[key].value } : setting];
  });
  // Each name keeps a setting of its own type.
  return { ...own, model: own.model ?? other.model, settings: Object.fromEntries(filled) as unknown as SettingTable };
}

/** A pair is of one model; where the nodes load two, prefill's layers are an override of its target pool. */
function withRatios(engine: PairRequest['prefill'], own: Dsv4ModelSpec | null, model: Dsv4ModelSpec): PairRequest['prefill'] {
  if (own === null || own.compressRatios.join() === model.compressRatios.join()) return engine;
  return { ...engine, target: { ...engine.target, compressRatios: own.compressRatios } };
}

/** What of two models is not compared: all but their layers, which are, and the window, which is a setting of the node. Null where they agree, or where their layers tell. */
function unlikeFields(own: Dsv4ModelSpec, other: Dsv4ModelSpec): string | null {
  if (own.compressRatios.join() !== other.compressRatios.join()) return null;
  const names = ['nextnLayers', 'qkNopeHeadDim', 'qkRopeHeadDim', 'indexHeadDim', 'hiddenSize'] as const;
  const unlike = names.filter((name) => own[name] !== other[name]).map((name) => `${name} ${own[name]}`);
  return unlike.length === 0 ? null : unlike.join(', ');
}

function extraOf({ settings }: LaunchSettings, extra: LaunchExtra): NodeExtra {
  const { role, transferBackend, stagingBuffer, chunkedPrefillTokens, threadPoolSize, queueCount, decodeRadixCache } = settings;
  const known = <T>(setting: Setting<unknown>, value: T): T | null => (setting.origin === 'unknown' ? null : value);
  return {
    // A line without the flag is one that somebody still has to add it to.
    disaggregationMode: role.value ?? (role.origin === 'unknown' ? null : role.text),
    transferBackend: known(transferBackend, extra.transferBackend),
    stagingBuffer: known(stagingBuffer, extra.stagingBuffer),
    chunkedPrefillTokens: known(chunkedPrefillTokens, extra.chunkedPrefillTokens),
    threadPoolSize: known(threadPoolSize, extra.threadPoolSize),
    queueSize: known(queueCount, extra.queueCount),
    decodeRadixCache: known(decodeRadixCache, extra.decodeRadixCache),
  };
}
