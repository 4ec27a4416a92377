/**
 * @file What a node was heard to say, beside the launch lines that it said it with. A refusal of target against draft cannot be seen in a line: what sets the two pools apart is in
 * the draft model's config, or in code. The engine's own words prove that it is there, and the line can be changed so that it no longer matters.
 */
import { findEntry } from '../checks/catalogue.ts';
import { tupleOf } from '../checks/entry.ts';
import { instruct } from '../checks/instructions.ts';
import { AT_ARGUMENTS, AT_POOL } from '../checks/moments.ts';
import type { SettingChange } from '../checks/settings.ts';
import type { Finding } from '../core/finding.ts';
import type { PairFinding } from '../session/checkPair.ts';
import type { Role } from './launch.ts';
import type { LaunchSettings } from './launchSettings.ts';
import type { LineEdit } from './lineEdit.ts';
import { explainFound } from './messages/explain.ts';
import type { FoundMessage } from './messages/scanner.ts';

/** One message, and what the lines have to do with it. */
export interface HeardMessage {
  readonly id: string;
  /** Masked. */
  readonly text: string;
  /** One sentence. */
  readonly remark: string;
}

/** All that follows from what was heard. */
export interface Heard {
  readonly messages: readonly HeardMessage[];
  /** Refusals that only the message shows, with their mends. */
  readonly findings: readonly PairFinding[];
  /** Changes to the lines that no setting of the pair stands for. */
  readonly edits: Readonly<Record<Role, readonly LineEdit[]>>;
  /** What the mended lines do without, because the cause is in none of them; null where nothing. */
  readonly givesUp: string | null;
}

/** Nothing at all. */
export const NOTHING_HEARD: Heard = { messages: [], findings: [], edits: { prefill: [], decode: [] }, givesUp: null };

/** The five refusals of target against draft, which each node makes by itself where it speculates. */
const DRAFT_REFUSALS: ReadonlySet<string> = new Set(['draft-swa-only', 'unified-mode', 'swa-ring-geometry', 'swa-mapping-identity', 'paged-swa-geometry']);
const SIDES = ['prefill', 'decode'] as const;

/** What to look at to keep speculation: no line shows any of it. */
const LOOK_AT: Readonly<Record<string, string>> = {
  'draft-swa-only': "compress_ratios in the draft's config.json (0 for every NextN layer), and where the engine's version cuts that list for the draft",
  'unified-mode':
    "the draft's config.json, code that builds the draft pool in another mode than the target's, and a version in which one of the two defaults changed",
  'swa-ring-geometry':
    "sliding_window in the draft's config.json, code that builds the draft pool for other request slots or draft tokens than the target's, and the engine's version",
  'swa-mapping-identity':
    'code (a fork, a plug-in, another version) that gives the draft an allocator or a copy of the mapping of its own; no flag and no config.json does',
  'paged-swa-geometry': "sliding_window in the draft's config.json, code that gives the draft pool a page size of its own, and the engine's version",
};

/**
 * Puts messages beside two launches.
 * @param found what the checks find in the launches themselves
 * @param from the node that spoke; null = nobody says
 */
export function hear(
  messages: readonly FoundMessage[],
  launches: Readonly<Record<Role, LaunchSettings>>,
  found: readonly Pick<Finding, 'id' | 'side' | 'severity'>[],
  from: Role | null = null,
): Heard {
  const speculating = SIDES.filter((side) => launches[side].settings.speculativeAlgorithm.origin !== 'default');
  const heard = messages.map((message): Heard => {
    const { id, text } = explainFound(message);
    const only = (remark: string): Heard => ({ ...NOTHING_HEARD, messages: [{ id, text, remark }] });
    if (found.some((own) => own.id === id)) return only('These lines bring it about: see the finding of that name.');
    if (!DRAFT_REFUSALS.has(id)) return only(`These lines do not bring it about. What it means: disagg-sim explain ${id}.`);
    if (speculating.length === 0) return only('It is about a draft pool, and neither line speculates: was it said of other lines?');
    if (from !== null && !speculating.includes(from)) return only(`It is about a draft pool, and ${from} does not speculate: was it said of other lines?`);
    const ends = (from === null ? speculating : [from]).map((side) => endsEarlier(found, side));
    const [first] = ends;
    if (first !== undefined && ends.every((end) => end !== null))
      return only(`With these lines the server ends before it could say so, by ${first}, whose mend comes first: was it said of other lines?`);
    return draftRefusal(message, launches, speculating, from);
  });
  return {
    messages: heard.flatMap((each) => each.messages),
    findings: heard.flatMap((each) => each.findings),
    edits: { prefill: heard.flatMap((each) => each.edits.prefill), decode: heard.flatMap((each) => each.edits.decode) },
    givesUp: heard.find(({ givesUp }) => givesUp !== null)?.givesUp ?? null,
  };
}

/** Id of what ends this node before it registers state, where the refusals of target against draft stand; null where nothing does. */
function endsEarlier(found: readonly Pick<Finding, 'id' | 'side' | 'severity'>[], side: Role): string | null {
  const isEarlier = (at: string | undefined) => at === AT_ARGUMENTS || at === AT_POOL;
  const end = found.find((own) => own.severity === 'error' && (own.side === side || own.side === 'both') && isEarlier(findEntry(own.id)?.moment.at));
  return end?.id ?? null;
}

/** A draft model of its own is left out, so that the model's own NextN layers are used, whose pools agree; where there is none, speculation is. */
function draftRefusal(message: FoundMessage, launches: Readonly<Record<Role, LaunchSettings>>, speculating: readonly Role[], from: Role | null): Heard {
  const { id, text, consequence } = explainFound(message);
  const drafts = speculating.filter((side) => launches[side].draftModel !== null);
  const changes: readonly SettingChange[] = drafts.length > 0 ? [] : speculating.map((side) => ({ side, setting: 'speculation', value: null }));
  const dropped = `On ${drafts.join(' and ')}: leave --speculative-draft-model-path out; the model's own NextN layers draft then.`;
  const instruction = drafts.length > 0 ? dropped : `${instruct(changes)} Without speculation there is no draft pool.`;
  const kept = drafts.length > 0 ? 'To keep the draft model' : 'To keep speculation';
  const edits = (side: Role): LineEdit[] => (drafts.includes(side) ? [{ setting: 'draftModelPath', value: null }] : []);
  const finding: PairFinding = {
    id,
    severity: 'error',
    engine: findEntry(id)?.engine ?? 'refuses',
    side: from ?? (speculating.length === 1 ? (speculating[0] ?? 'both') : 'both'),
    message: text,
    prefill: null,
    decode: null,
    consequence,
    mend: `${instruction} ${whyBoth(speculating, from)}${kept}, look at: ${LOOK_AT[id] ?? "the draft's config.json, code, the engine's version"}.`,
    changes,
  };
  const cause = drafts.length > 0 ? 'the config of the draft model that they name' : 'the config of the draft, or code';
  const doubts = doubtsOf(message, launches, from === null ? speculating : [from]);
  const other = doubts === null ? '' : ` But ${doubts}: was it said of other lines?`;
  return {
    messages: [{ id, text, remark: `Nothing else in these lines sets target and draft apart: ${cause} does.${other}` }],
    findings: [finding],
    edits: { prefill: edits('prefill'), decode: edits('decode') },
    givesUp: `with ${drafts.length > 0 ? 'the draft model left out' : 'speculation off'}; the cause is not in these lines`,
  };
}

/** Why both lines change where one node spoke. */
function whyBoth(speculating: readonly Role[], from: Role | null): string {
  if (speculating.length < 2) return '';
  const who = from === null ? 'The message does not say which node spoke (--message-from prefill or decode would)' : `It was ${from} that spoke`;
  return `${who}; both change, since the nodes must speculate alike. `;
}

const MODE_OF: Readonly<Record<string, 'paged' | 'unified'>> = {
  'swa-ring-geometry': 'unified',
  'swa-mapping-identity': 'paged',
  'paged-swa-geometry': 'paged',
};

/** Why none of these nodes can have said it, in words; null where one can. */
function doubtsOf({ id, values }: FoundMessage, launches: Readonly<Record<Role, LaunchSettings>>, sides: readonly Role[]): string | null {
  const mode = MODE_OF[id];
  const modes = sides.map((side) => launches[side].settings.mode.value);
  if (mode !== undefined && modes.every((own) => own !== null && own !== mode))
    return `only ${mode} pools are refused so, and these lines make ${modes[0]} ones`;
  const target = tupleOf(values, 'target');
  if (target === null || (id !== 'paged-swa-geometry' && id !== 'swa-ring-geometry')) return null;
  const names = id === 'paged-swa-geometry' ? ['page size', 'window'] : ['window', 'ring rows of a slot', 'ring rows in all'];
  const targets = sides.map((side) => (id === 'paged-swa-geometry' ? pagedTarget(launches[side]) : ringTarget(launches[side])));
  const unlike = targets.map((own) => own.flatMap((value, place) => (value === null || value === target[place] ? [] : [place])));
  const [first] = unlike;
  if (first === undefined || unlike.some((places) => places.length === 0)) return null;
  const shown = first.map((place) => `${names[place] ?? 'value'} ${target[place] ?? 'nothing'}, and these lines make it ${targets[0]?.[place]}`);
  return `its target has ${shown.join('; ')}`;
}

/** `(page size, window)` of a line's target; null for what is not known. */
function pagedTarget({ model, settings }: LaunchSettings): readonly (number | null)[] {
  return [settings.pageSizeTokens.value, model?.windowTokens ?? null];
}

/** `(window, ring rows of a slot, ring rows in all)` of a line's target: one slot more than requests, for padding. */
function ringTarget({ model, settings }: LaunchSettings): readonly (number | null)[] {
  const [window, draftTokens] = [model?.windowTokens ?? null, settings.draftTokens.value];
  const ring = window === null || draftTokens === null ? null : window + draftTokens - 1;
  const [requests, extra] = [settings.maxRequests.value, settings.extraSlots.value];
  return [window, ring, ring === null || requests === null || extra === null ? null : ring * (requests + extra + 1)];
}
