/**
 * @file A launch line with a mend carried out: the flags and variables behind each changed setting replaced, added or taken away, the rest as it was, secrets masked.
 */
import type { FieldName, SettingChange } from '../checks/settings.ts';
import type { Grid, Speculation } from '../model/engineConfig.ts';
import { FLAGS, type GivenName } from './flags.ts';
import type { LaunchFound, LaunchWord } from './launch.ts';
import type { LaunchSettings } from './launchSettings.ts';
import type { LineEdit } from './lineEdit.ts';
import { MASK, maskText, maskValue } from './mask.ts';
import { UNIFIED_BACKEND, VARIABLES } from './variables.ts';

/** A mended line. */
export interface MendedLaunch {
  /** As a shell takes it. */
  readonly line: string;
  /** Changes that no flag or variable of the server makes. */
  readonly left: readonly SettingChange[];
}

type Editor = (value: unknown, launch: LaunchSettings) => readonly LineEdit[];

const text =
  (setting: GivenName): Editor =>
  (value) => [{ setting, value: value === null ? null : String(value) }];
const toggle =
  (setting: GivenName): Editor =>
  (value) => [{ setting, value: value === true ? true : null }];

const EDITORS: Readonly<Partial<Record<FieldName, Editor>>> = {
  mode: (value) => [{ setting: 'unifiedBackend', value: value === 'unified' ? UNIFIED_BACKEND : null }],
  pageSizeTokens: text('pageSizeTokens'),
  windowTokens: (value, launch) => [windowEdit(value as number, launch)],
  // Follows --page-size.
  swaPageSizeTokens: () => [],
  kvDtype: text('kvCacheDtype'),
  attentionBackend: (value) => [{ setting: 'dsv4AttentionBackend', value: value === 'trtllm' ? 'trtllm' : null }],
  fp4Indexer: toggle('fp4Indexer'),
  unifiedFp8: toggle('unifiedFp8'),
  speculation: (value) => speculationEdits(value as Speculation | null),
  stateDtype: text('stateDtype'),
  onlineCompress: toggle('onlineCompress'),
  onlineC128Mtp: toggle('onlineC128Mtp'),
  grid: (value, launch) => gridEdits(value as Grid, launch),
  backend: (value) => [{ setting: 'transferBackend', value: value === 'mooncake-old' ? 'mooncake' : String(value) }],
  allCpRanksTransfer: toggle('allCpRanksTransfer'),
  'extra.transferBackend': text('transferBackend'),
  'extra.disaggregationMode': text('role'),
  'extra.stagingBuffer': toggle('stagingBuffer'),
  'extra.threadPoolSize': text('threadPoolSize'),
  'extra.queueSize': text('queueCount'),
  'extra.decodeRadixCache': toggle('decodeRadixCache'),
};

function speculationEdits(speculation: Speculation | null): readonly LineEdit[] {
  const set = (setting: GivenName, value: string): LineEdit => ({ setting, value: speculation === null ? null : value });
  const draftTokens = speculation?.draftTokens ?? 0;
  return [
    set('speculativeAlgorithm', 'EAGLE'),
    set('speculativeSteps', String(Math.max(1, draftTokens - 1))),
    set('speculativeTopk', '1'),
    set('draftTokens', String(draftTokens)),
    ...(speculation === null ? [set('draftModelPath', '')] : []),
  ];
}

/** The window is a field of the model's config, which one flag changes; other overrides stay. */
function windowEdit(windowTokens: number, { overrides }: LaunchSettings): LineEdit {
  const { sliding_window: _before, ...others } = overrides.fields;
  const fields = windowTokens === overrides.windowTokens ? others : { ...others, sliding_window: windowTokens };
  return { setting: 'modelOverrides', value: Object.keys(fields).length === 0 ? null : JSON.stringify(fields) };
}

/** The grid counts attention ranks: under DP attention and context parallelism --tp-size is a multiple of theirs. */
function gridEdits({ tp, pp, cp }: Grid, { settings }: LaunchSettings): readonly LineEdit[] {
  const attentionDp = settings.dpAttention.value === true ? (settings.dp.value ?? 1) : 1;
  const edit = (setting: GivenName, value: number, held: number | null): LineEdit[] => (value === held ? [] : [{ setting, value: String(value) }]);
  return [
    ...edit('tp', tp * cp * attentionDp, settings.tp.value),
    ...edit('pp', pp, settings.pp.value),
    ...edit('attnCp', cp, settings.attnCp.value),
    ...(cp === 1 && settings.prefillCp.value === true ? [{ setting: 'prefillCp', value: null } as const] : []),
  ];
}

/**
 * Carries changes out on a launch line.
 * @param others changes to the line that no setting of the pair stands for; where both set one flag, the changes count
 */
export function mendLaunch(found: LaunchFound, launch: LaunchSettings, changes: readonly SettingChange[], others: readonly LineEdit[] = []): MendedLaunch {
  const own = changes.filter(({ side }) => side === launch.side);
  const edits = new Map<GivenName, LineEdit>(others.map((edit) => [edit.setting, edit]));
  const left: SettingChange[] = [];
  for (const change of own) {
    const editor = EDITORS[change.setting];
    if (editor === undefined) left.push(change);
    else for (const edit of editor(change.value, launch)) edits.set(edit.setting, edit);
  }
  return { line: [...variableParts(found, edits), 'python3 -m sglang.launch_server', ...flagParts(found.words, edits)].join(' '), left };
}

function variableParts({ variables }: LaunchFound, edits: ReadonlyMap<GivenName, LineEdit>): string[] {
  const edited = new Map(VARIABLES.flatMap(({ name, setting }) => (setting !== null && edits.has(setting) ? [[name, edits.get(setting)?.value ?? null]] : [])));
  const kept = variables.filter(({ name }) => !edited.has(name)).map((word) => `${word.name}=${shown(maskValue(word.name, word.text), word)}`);
  return [...kept, ...[...edited].flatMap(([name, value]) => (value === null ? [] : [`${name}=${value === true ? '1' : value}`]))];
}

function flagParts(words: readonly LaunchWord[], edits: ReadonlyMap<GivenName, LineEdit>): string[] {
  const edited = FLAGS.flatMap((flag) => (flag.setting !== null && edits.has(flag.setting) ? [{ flag, value: edits.get(flag.setting)?.value ?? null }] : []));
  const removed = new Map(edited.flatMap(({ flag }) => flag.names.map((name) => [name, flag.takes.kind] as const)));
  const parts: string[] = [];
  let flagName = '';
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) break;
    const [name = ''] = word.text.split('=', 1);
    const takes = removed.get(name);
    if (takes !== undefined) {
      if (takes !== 'switch' && name === word.text && words[i + 1]?.text.startsWith('--') === false) i += 1;
      continue;
    }
    const isFlag = word.text.startsWith('--');
    if (isFlag) parts.push(name === word.text ? name : `${name}=${shown(maskValue(name, word.text.slice(name.length + 1)), word)}`);
    else parts.push(shown(maskValue(flagName, word.text), word));
    flagName = isFlag ? name : '';
  }
  return [
    ...parts,
    ...edited.flatMap(({ flag, value }) => (value === null ? [] : value === true ? [flag.names[0]] : [flag.names[0], quoted(maskValue(flag.names[0], value))])),
  ];
}

/** A word as a shell takes it: what is unknown stays as it was written, such as `$TP`. */
function shown(masked: string, { unknown }: LaunchWord): string {
  return unknown === null ? quoted(masked) : maskText(masked);
}

function quoted(word: string): string {
  return word === MASK || /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
