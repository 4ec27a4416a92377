/** @file A story as a sentence: where, whose, what stands there and where that came from, how it relates to what should, how much. */
import { counted, formatInteger } from '../../core/units.ts';
import type { Area } from '../areas.ts';
import { CAUSE_CLASSES } from './causes.ts';
import { countOf, mergeRanges, type Range, rangesText } from './ranges.ts';
import type { MissingScope, Story, StoryOrigin, StoryOwner, StoryRequest } from './story.ts';

/** Requests named one by one; more are counted. */
const REQUESTS_NAMED = 2;

/**
 * The sentence of a story.
 * @param area where it shows, and `from` where its words came from, one of each, for the words that rows go by
 */
export function tellStory(story: Omit<Story, 'sentence'>, area: Area, from: Area | null): string {
  const { ranks, component, layers, rows, requests, bytes, isExact, origin } = story;
  const onRanks = ranks.length === 1 && ranks[0] === 0 ? 'decode' : `decode rank${ranks.length === 1 ? '' : 's'} ${ranks.join(', ')}`;
  const place = [onRanks, `${component}${layersText(layers)}`, rowsText(rows, area)].filter((part) => part !== '').join(', ');
  const what =
    origin === null || from === null
      ? `: ${story.missing === null ? relationText(story) : missingText(story)}`
      : heldText(story, origin, from, countOf(rows) === 1);
  return `${place}${requestsText(requests)}${what}; ${isExact ? '' : 'about '}${formatInteger(bytes)} B`;
}

function layersText(layers: readonly Range[]): string {
  return layers.length === 0 ? '' : ` layer${countOf(layers) === 1 ? '' : 's'} ${rangesText(layers)}`;
}

/** A row of a packed pool is a page; gaps have none. */
function rowsText(rows: readonly Range[], { tensor, family }: Area): string {
  if (tensor === null) return '';
  const isPage = ['swa', 'c4', 'c128', 'indexer', 'indexer_payload', 'indexer_scale', 'plain', 'kv_pages', 'state_pages'].includes(tensor.role);
  const noun = isPage ? 'page' : family === 'swa_ring' ? 'ring row' : 'row';
  return `${noun}${countOf(rows) === 1 ? '' : 's'} ${rangesText(rows)}`;
}

function requestsText(requests: readonly StoryRequest[]): string {
  if (requests.length === 0) return '';
  const named = requests.slice(0, REQUESTS_NAMED).map(({ request, positions }) => {
    const where = positions.length === 0 ? '' : `, position${countOf(positions) === 1 ? '' : 's'} ${rangesText(positions)}`;
    return `request ${request}${where}`;
  });
  const rest = requests.length - named.length;
  return ` (${named.join('; ')}${rest === 0 ? '' : `; ${counted(rest, 'more request')}`})`;
}

/** ` hold prefill's target/swa layer 40, pages 3-4 of request 1: shifted by one entry`. */
function heldText(story: Omit<Story, 'sentence'>, { side, component, layers, owners }: StoryOrigin, from: Area, isOne: boolean): string {
  const missing = story.missingBytes === 0 ? '' : `, and poison stands where such words belong (${formatInteger(story.missingBytes)} B)`;
  const whose = ownersText(owners, from);
  // Gaps have no rows, and so no comma before whose they are.
  const origin = `${side}'s ${component}${layersText(layers)}${from.tensor === null ? ' ' : ', '}${whose}`;
  return ` ${isOne ? 'holds' : 'hold'} ${origin}: ${relationText(story)}${missing}`;
}

/** `page 2 of request 0, page 3 of request 1 and pages 4-7 of nobody`. */
function ownersText(owners: readonly StoryOwner[], area: Area): string {
  const held = owners.filter(({ request }) => request !== null);
  const rest = held.slice(REQUESTS_NAMED);
  const parts = held.slice(0, REQUESTS_NAMED).map(({ request, rows }) => ({ rows, whose: `request ${request}` }));
  if (rest.length > 0) parts.push({ rows: mergeRanges(rest.flatMap(({ rows }) => rows)), whose: counted(rest.length, 'more request') });
  for (const { request, rows } of owners) if (request === null) parts.push({ rows, whose: 'nobody' });
  const texts = parts.map(({ rows, whose }) => [rowsText(rows, area), `of ${whose}`].filter((part) => part !== '').join(' '));
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

const MISSING_TEXT: Readonly<Record<MissingScope, string>> = {
  component: 'nothing of this component had arrived',
  entries: 'nothing of these layers had arrived, for any request',
  request: 'nothing of the component had arrived for this request',
  'list-end': 'the last items had not arrived',
  items: 'nothing had arrived here',
};

function missingText({ class: cause, missing, relation }: Omit<Story, 'sentence'>): string {
  if (cause === 'not-reset') return "poison stands where decode's own reset should";
  if (cause === 'item-cut') return 'items arrived in part, the rest is as it was';
  if (relation.kind === 'width') return 'the nodes give a row different widths, and nothing arrived';
  if (cause !== 'not-arrived') return `nothing arrived here, since its words lie elsewhere: ${CAUSE_CLASSES[cause].title}`;
  return `${MISSING_TEXT[missing ?? 'items']}${relation.kind === 'reset' ? ": decode's own reset stands" : ''}`;
}

/** `3 entries`, `one entry`. */
function countText(count: number, one: string, many: string): string {
  const size = Math.abs(count);
  return size === 1 ? `one ${one}` : `${formatInteger(size)} ${many}`;
}

function relationText({ relation: { kind, by }, class: cause }: Omit<Story, 'sentence'>): string {
  switch (kind) {
    case 'nothing':
      return 'nothing came';
    case 'entries':
      return by === null ? 'other layers' : `shifted by ${countText(by, 'entry', 'entries')}`;
    case 'component':
      return "another component's words";
    case 'items':
      return by === null || !Number.isInteger(by) ? 'shifted' : `shifted by ${countText(by, 'item', 'items')}`;
    case 'bytes':
      return bytesText(cause, by);
    case 'request':
      return by === null ? "other requests' words" : `request ${by}'s words`;
    case 'nobody':
      return 'an item that no request holds';
    case 'null-item':
      return 'item 0, which nobody owns';
    case 'ring':
      return `rows counted with a ring of ${by} rows`;
    case 'bits':
      return by === 1 ? 'one bit is turned over' : `${by ?? 'some'} bits are turned over`;
    case 'width':
      return 'the nodes give a row different widths';
    case 'generation':
      return 'the right item as it was at another time';
    case 'reset':
      return "decode's reset pattern";
    case 'own-words':
      return "decode's own words of before";
    case 'copy':
      return 'a second copy, their own place is right';
    case 'extra':
      return 'in their own place, which decode does not need';
    case 'unknown':
      return 'values that no word of this run ever held';
  }
}

function bytesText(cause: Story['class'], by: number | null): string {
  if (by === null) return 'off by bytes, more the higher the item';
  const amount = `${formatInteger(Math.abs(by))} B`;
  if (cause === 'item-length') return `item lengths differ by ${amount}`;
  if (cause === 'offset-wrap') return `offsets wrapped at ${amount}`;
  return `counted from ${amount} ${by < 0 ? 'before' : 'behind'} the right start`;
}
