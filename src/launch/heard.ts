/**
 * @file What a node was heard to say, beside the launch lines that it said it with. A refusal of target against draft cannot be seen in a line: what sets the two pools apart is in
 * the draft model's config, or in code. The engine's own words prove that it is there, and the line can be changed so that it no longer matters.
 */
import { findEntry } from '../checks/catalogue.ts';
import { tupleOf } from '../checks/entry.ts';
import { instruct } from '../checks/instructions.ts';
import type { SettingChange } from '../checks/settings.ts';
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
}

/** Nothing at all. */
export const NOTHING_HEARD: Heard = { messages: [], findings: [], edits: { prefill: [], decode: [] } };

/** The five refusals of target against draft, which each node makes by itself where it speculates. */
const DRAFT_REFUSALS: ReadonlySet<string> = new Set(['draft-swa-only', 'unified-mode', 'swa-ring-geometry', 'swa-mapping-identity', 'paged-swa-geometry']);
const SIDES = ['prefill', 'decode'] as const;

/**
 * Puts messages beside two launches.
 * @param found ids of what the checks find in the launches themselves
 */
export function hear(messages: readonly FoundMessage[], launches: Readonly<Record<Role, LaunchSettings>>, found: ReadonlySet<string>): Heard {
  const speculating = SIDES.filter((side) => launches[side].settings.speculativeAlgorithm.origin !== 'default');
  const heard = messages.map((message): Heard => {
    const { id, text } = explainFound(message);
    const only = (remark: string): Heard => ({ ...NOTHING_HEARD, messages: [{ id, text, remark }] });
    if (found.has(id)) return only('These lines bring it about: see the finding of that name.');
    if (!DRAFT_REFUSALS.has(id)) return only(`These lines do not bring it about. What it means: disagg-sim explain ${id}.`);
    if (speculating.length === 0) return only('It is about a draft pool, and neither line speculates: it was said of other launches.');
    return draftRefusal(message, launches, speculating);
  });
  return {
    messages: heard.flatMap((each) => each.messages),
    findings: heard.flatMap((each) => each.findings),
    edits: { prefill: heard.flatMap((each) => each.edits.prefill), decode: heard.flatMap((each) => each.edits.decode) },
  };
}

/** A draft model of its own is left out, so that the model's own NextN layers are used, whose pools agree; where there is none, speculation is. */
function draftRefusal(message: FoundMessage, launches: Readonly<Record<Role, LaunchSettings>>, speculating: readonly Role[]): Heard {
  const { id, text, consequence, mend } = explainFound(message);
  const drafts = speculating.filter((side) => launches[side].draftModel !== null);
  const changes: readonly SettingChange[] = drafts.length > 0 ? [] : speculating.map((side) => ({ side, setting: 'speculation', value: null }));
  const dropped = `On ${drafts.join(' and ')}: leave --speculative-draft-model-path out; the model's own NextN layers draft then.`;
  const instruction = drafts.length > 0 ? dropped : `${instruct(changes)} Without speculation there is no draft pool.`;
  const edits = (side: Role): LineEdit[] => (drafts.includes(side) ? [{ setting: 'draftModelPath', value: null }] : []);
  const finding: PairFinding = {
    id,
    severity: 'error',
    engine: findEntry(id)?.engine ?? 'refuses',
    side: speculating.length === 1 ? (speculating[0] ?? 'both') : 'both',
    message: text,
    prefill: null,
    decode: null,
    consequence,
    mend: `${instruction} To keep it: ${mend}`,
    changes,
  };
  const other = otherTarget(message, launches, speculating);
  const cause = drafts.length > 0 ? 'the config of the draft model that they name' : 'the config of the draft, or code';
  return {
    messages: [{ id, text, remark: `Nothing else in these lines sets target and draft apart: ${cause} does.${other}` }],
    findings: [finding],
    edits: { prefill: edits('prefill'), decode: edits('decode') },
  };
}

/** A sentence where the target in the message is none of these launches' targets: the message may be another launch's. */
function otherTarget({ id, values }: FoundMessage, launches: Readonly<Record<Role, LaunchSettings>>, speculating: readonly Role[]): string {
  const target = tupleOf(values, 'target');
  if (target === null || (id !== 'paged-swa-geometry' && id !== 'swa-ring-geometry')) return '';
  const targets = speculating.map((side) => {
    const { model, settings } = launches[side];
    const window = model?.windowTokens ?? null;
    return id === 'paged-swa-geometry' ? [settings.pageSizeTokens.value, window] : [window];
  });
  const differs = (own: readonly (number | null)[]) => own.some((value, place) => value !== null && value !== target[place]);
  if (!targets.every(differs)) return '';
  const what = id === 'paged-swa-geometry' ? 'a page size and a window' : 'a window';
  return ` But its target has ${what} of ${target.slice(0, targets[0]?.length).join(' and ')}, that of these lines ${targets[0]?.join(' and ')}: was it said of other lines?`;
}
