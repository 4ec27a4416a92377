/** @file The settings of a node that the playground has a field for: where each stands in a scenario, and where its value in force stands in what the engine answers. */
import { TRANSFER_BACKENDS } from '../../model/engineConfig.ts';
import type { ScenarioPath } from '../../scenario/problems.ts';

/** How a field is filled in. */
export type FieldKind = { readonly kind: 'choice'; readonly options: readonly string[] } | { readonly kind: 'integer' } | { readonly kind: 'share' };

/** One setting, for both nodes. */
export interface SettingRow {
  readonly label: string;
  /** What it is, for those who have never seen it. */
  readonly help: string;
  /** Under `prefill` and `decode`. */
  readonly path: ScenarioPath;
  readonly field: FieldKind;
  /** Taken out together with it: the mapping that means nothing without it. */
  readonly clears?: ScenarioPath;
  /** Where `check` says the value in force; empty where it says none. */
  readonly inForce: readonly string[];
  /** What holds where nothing is set, of what `check` says nothing about. */
  readonly unset?: string;
}

const choice = (...options: readonly string[]): FieldKind => ({ kind: 'choice', options });
const integer: FieldKind = { kind: 'integer' };
const share: FieldKind = { kind: 'share' };

/** What shapes memory most. */
export const MAIN_ROWS: readonly SettingRow[] = [
  {
    label: 'Pool mode',
    help: 'Where sliding-window KV lives: in pages of its own pool (paged), or in ring rows at the head of every layer’s buffer (unified).',
    path: ['mode'],
    field: choice('paged', 'unified'),
    inForce: ['mode'],
  },
  { label: 'Page size', help: '--page-size, tokens.', path: ['pageSize'], field: integer, inForce: ['pageSizeTokens'] },
  { label: 'Sliding window', help: 'Tokens that sliding-window layers look back.', path: ['window'], field: integer, inForce: ['windowTokens'] },
  { label: 'Slots', help: '--max-running-requests: requests at once.', path: ['slots'], field: integer, inForce: ['maxRequests'] },
  {
    label: 'Draft tokens',
    help: '--speculative-num-draft-tokens; empty = no speculation. The unified ring grows by one less than this, and a draft pool appears.',
    path: ['speculation', 'draftTokens'],
    clears: ['speculation'],
    field: integer,
    inForce: ['speculation', 'draftTokens'],
  },
  { label: 'Pool tokens', help: 'Tokens of the full pool, whole pages.', path: ['poolTokens'], field: integer, inForce: ['poolTokens'] },
  {
    label: 'Fragmentation',
    help: 'How scattered pages are handed out: 0 in ascending order, 1 shuffled.',
    path: ['fragmentation'],
    field: share,
    inForce: [],
    unset: '0',
  },
  {
    label: 'Transfer backend',
    help: '--disaggregation-transfer-backend. Prefill’s decides how things are sent, and what happens when a list does not fit.',
    path: ['backend'],
    field: choice(...TRANSFER_BACKENDS),
    inForce: ['backend'],
  },
];

/** What is rarely set, and what only the draft is given. */
export const FURTHER_ROWS: readonly SettingRow[] = [
  { label: 'SWA page size', help: 'Tokens of a sliding-window page.', path: ['swaPageSize'], field: integer, inForce: ['swaPageSizeTokens'] },
  { label: 'SWA share', help: '--swa-full-tokens-ratio: SWA tokens as a part of pool tokens.', path: ['swaRatio'], field: share, inForce: ['swaRatio'] },
  { label: 'KV dtype', help: '--kv-cache-dtype.', path: ['kvDtype'], field: choice('fp8_e4m3', 'bfloat16'), inForce: ['kvDtype'] },
  { label: 'State dtype', help: 'SGLANG_DSV4_COMPRESS_STATE_DTYPE.', path: ['stateDtype'], field: choice('float32', 'bfloat16'), inForce: ['stateDtype'] },
  { label: 'Engine revision', help: 'Which state of the engine is imitated.', path: ['revision'], field: choice('2026-08', '2026-09'), inForce: ['revision'] },
  {
    label: 'C4 state index',
    help: 'What addresses C4 state in unified mode: the SWA page, or the request slot.',
    path: ['c4StateIndex'],
    field: choice('swa-page', 'slot'),
    inForce: ['c4StateIndex'],
  },
  {
    label: 'Draft layers',
    help: 'NextN layers of the draft model; 0 = rings widen, but there is no draft pool.',
    path: ['speculation', 'draftLayers'],
    field: integer,
    inForce: ['speculation', 'draftLayers'],
  },
  { label: 'Draft: pool mode', help: 'The draft pool’s own mode.', path: ['draft', 'mode'], field: choice('paged', 'unified'), inForce: ['draft', 'mode'] },
  { label: 'Draft: window', help: 'The draft pool’s own window, tokens.', path: ['draft', 'window'], field: integer, inForce: ['draft', 'windowTokens'] },
  { label: 'Draft: page size', help: 'The draft pool’s own page, tokens.', path: ['draft', 'pageSize'], field: integer, inForce: ['draft', 'pageSizeTokens'] },
  {
    label: 'Draft: mapping',
    help: 'Whether the draft pool holds the allocator’s full-to-SWA table itself, or a copy of its own; the engine compares identity.',
    path: ['draft', 'mapping'],
    field: choice('shared', 'own'),
    inForce: ['draft', 'mapping'],
  },
];

/** Where a scenario has the values of a row. */
export function pathsOf({ path }: SettingRow): readonly ScenarioPath[] {
  return [
    ['prefill', ...path],
    ['decode', ...path],
  ];
}

/** What was typed as a scenario holds it: undefined for nothing, a number where it is one, else the text for the engine to refuse. */
export function typedValue({ kind }: FieldKind, text: string): string | number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (kind === 'choice') return trimmed;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

/** The value in force of a node, from its settings as `check` answers them; empty where there is none. */
export function valueInForce({ inForce }: SettingRow, settings: unknown): string {
  if (inForce.length === 0) return '';
  let held = settings;
  for (const key of inForce) held = typeof held === 'object' && held !== null ? (held as Readonly<Record<string, unknown>>)[key] : undefined;
  return typeof held === 'string' || typeof held === 'number' ? String(held) : '';
}
