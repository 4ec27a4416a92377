/** @file Spans merged into stories: one for every cause and relation in a component, over all its layers, items, requests and ranks. */
import { groupBy } from '../../core/groupBy.ts';
import { type Area, componentName } from '../areas.ts';
import { rowsOf } from './attribute.ts';
import { CAUSE_CLASS_IDS, DISPLACING } from './causes.ts';
import type { Holders } from './holders.ts';
import type { Observation, Spot } from './observe.ts';
import { mergeRanges, type Range, rangesOf } from './ranges.ts';
import type { Clue } from './reconcile.ts';
import type { MissingScope, Story, StoryOrigin, StoryOwner, StoryRequest } from './story.ts';
import { tellStory } from './storyText.ts';
import { sumKey, type Tallies } from './tallies.ts';

/** What stories are told from. */
export interface StoryBook {
  readonly tallies: Tallies;
  readonly holders: { readonly prefill: Holders; readonly decode: Holders };
  /** Tokens of each request. */
  readonly tokens: readonly number[];
}

/**
 * All stories, the largest first; but where words are seen in wrong places, what merely never arrived comes after them. An engine that pairs lists wrongly or counts wrongly loses
 * more than it misplaces: copies out of range, and all that it would have sent after it raised.
 */
export function tellStories(clues: readonly Clue[], book: StoryBook): readonly Story[] {
  const weightOf = weigh(clues, book.tallies);
  const stories = [...groupBy(clues, storyKey).values()].map((group) => tell(group, weightOf, book));
  const isMisplaced = stories.some((story) => DISPLACING.has(story.class));
  const isMereAbsence = (story: Story) => Number(isMisplaced && story.class === 'not-arrived');
  return stories.sort(
    (a, b) =>
      isMereAbsence(a) - isMereAbsence(b) ||
      b.bytes - a.bytes ||
      CAUSE_CLASS_IDS.indexOf(a.class) - CAUSE_CLASS_IDS.indexOf(b.class) ||
      (a.sentence < b.sentence ? -1 : 1),
  );
}

function storyKey({ observation: { at }, attribution: { cause, relation } }: Clue): string {
  // How many bytes words are off by differs from item to item where a length is wrong, and is one where a base is.
  const by = relation.kind === 'bytes' && cause === 'item-length' ? '' : relation.by;
  return `${componentName(at.area)}/${cause}/${relation.kind}/${by}`;
}

/** Exact bytes a byte that was seen. */
type Weights = (observation: Observation) => number;

/** For every component, layer and state. Spans are many and areas few, so names are made of areas alone. */
function weigh(clues: readonly Clue[], { sums }: Tallies): Weights {
  const names = new Map<Area, string>();
  const stratum = ({ at: { area }, state }: Observation) => {
    const name = names.get(area) ?? sumKey({ component: componentName(area), layer: area.layer });
    names.set(area, name);
    return { name, key: `${name}/${state}`, state };
  };
  const seen = new Map<string, number>();
  for (const { observation } of clues) {
    const { key } = stratum(observation);
    seen.set(key, (seen.get(key) ?? 0) + observation.bytes);
  }
  return (observation) => {
    const { name, key, state } = stratum(observation);
    const bytes = seen.get(key) ?? 0;
    return bytes === 0 ? 1 : ((sums.get(name)?.[state] ?? 0) * 4) / bytes;
  };
}

function tell(clues: readonly Clue[], weightOf: Weights, book: StoryBook): Story {
  const observations = clues.map(({ observation }) => observation);
  const first = clues[0] as Clue;
  const share = (state: Observation['state']) => {
    const sum = observations.reduce((total, each) => total + (each.state === state ? each.bytes * weightOf(each) : 0), 0);
    return Math.round(sum / 4) * 4;
  };
  const [wrongBytes, missingBytes, touchedBytes] = [share('wrong'), share('missing'), share('touched')];
  const kinds = new Set(observations.map(({ content }) => content.kind));
  const { relation } = first.attribution;
  const sameBy = clues.every(({ attribution }) => attribution.relation.by === relation.by);
  const component = componentName(first.observation.at.area);
  const requests = requestsHurt(observations, book.holders.decode);
  const layers = layersOf(observations.map(({ at }) => at));
  const origin = originOf(observations, book.holders);
  const facts: Omit<Story, 'sentence'> = {
    class: first.attribution.cause,
    ranks: [...new Set(observations.map(({ at }) => at.rank.index))].sort((a, b) => a - b),
    component,
    layers,
    rows: mergeRanges(observations.map(({ at, bytes }) => rowsOf(at, bytes))),
    requests,
    bytes: wrongBytes + missingBytes + touchedBytes,
    wrongBytes,
    missingBytes,
    touchedBytes,
    isExact: observations.every((each) => weightOf(each) === 1),
    content: kinds.size === 1 ? first.observation.content.kind : 'mixed',
    origin: origin?.facts ?? null,
    relation: sameBy ? relation : { kind: relation.kind, by: null },
    missing: [...kinds].every((kind) => kind === 'poison' || kind === 'reset') && touchedBytes === 0 ? scopeOf(component, observations, requests, book) : null,
  };
  return { ...facts, sentence: tellStory(facts, first.observation.at.area, origin?.area ?? null) };
}

function layersOf(spots: readonly Spot[]): readonly Range[] {
  return rangesOf(new Set(spots.map(({ area }) => area.layer).filter((layer) => layer >= 0)));
}

/** Requests whose data should be where the spans are, with the positions of the rows that they touch. */
function requestsHurt(observations: readonly Observation[], holders: Holders): readonly StoryRequest[] {
  const hurt = new Map<number, Range[]>();
  for (const { at, bytes, stretch, state } of observations) {
    if (stretch === null || state === 'touched') continue;
    const ranges = hurt.get(stretch.request) ?? [];
    hurt.set(stretch.request, ranges);
    for (let offset = at.offset; offset < at.offset + bytes; ) {
      const holding = holders.holderAt(at.rank, at.area, offset);
      if (holding === null || holding.request !== stretch.request) break;
      const end = Math.min(at.offset + bytes, holding.offset + holding.unit.bytes);
      const { from, to } = holders.positionsOf('decode', holding, offset - holding.offset, end - holding.offset);
      ranges.push([from, to]);
      offset = end;
    }
  }
  return [...hurt].sort(([a], [b]) => a - b).map(([request, ranges]) => ({ request, positions: mergeRanges(ranges) }));
}

/** The place that most of the displaced words come from: side and component of the most bytes. */
function originOf(observations: readonly Observation[], holders: StoryBook['holders']): { readonly facts: StoryOrigin; readonly area: Area } | null {
  const displaced = observations.flatMap(({ content, bytes }) => (content.kind === 'words' ? [{ spot: content.spot, bytes }] : []));
  const groups = [...groupBy(displaced, ({ spot }) => `${spot.rank.side}/${componentName(spot.area)}`).values()];
  const weight = (group: typeof displaced) => group.reduce((sum, { bytes }) => sum + bytes, 0);
  const [largest] = groups.sort((a, b) => weight(b) - weight(a));
  const [first] = largest ?? [];
  if (largest === undefined || first === undefined) return null;
  const spots = largest.map(({ spot }) => spot);
  const facts: StoryOrigin = {
    side: first.spot.rank.side,
    component: componentName(first.spot.area),
    layers: layersOf(spots),
    rows: mergeRanges(largest.map(({ spot, bytes }) => rowsOf(spot, bytes))),
    owners: ownersOf(largest, holders[first.spot.rank.side]),
  };
  return { facts, area: first.spot.area };
}

/** Whose the rows are that spans came from. One span may have been read across several items: each is asked for by itself. */
function ownersOf(spans: readonly { readonly spot: Spot; readonly bytes: number }[], holders: Holders): readonly StoryOwner[] {
  const pieces = spans.flatMap(({ spot, bytes }) =>
    holders.piecesOf(spot.rank, spot.area, spot.offset, spot.offset + bytes).map(({ holding, from, to }) => ({
      request: holding?.request ?? null,
      rows: rowsOf({ ...spot, offset: from }, to - from),
    })),
  );
  const owners = [...groupBy(pieces, ({ request }) => request)].map(([request, own]) => ({ request, rows: mergeRanges(own.map(({ rows }) => rows)) }));
  const place = ({ request }: StoryOwner) => request ?? Number.POSITIVE_INFINITY;
  return owners.sort((a, b) => place(a) - place(b));
}

function scopeOf(component: string, observations: readonly Observation[], requests: readonly StoryRequest[], { tallies, tokens }: StoryBook): MissingScope {
  const isWhole = (key: string) => {
    const words = tallies.sums.get(key);
    return words !== undefined && words.right === 0;
  };
  if (isWhole(sumKey({ component }))) return 'component';
  const layers = new Set(observations.map(({ at }) => at.area.layer));
  if (
    requests.length > 0 &&
    [...layers].every((layer) => requests.every(({ request }) => isWhole(sumKey({ component, request })) || isWholeLayer(component, layer, tallies)))
  ) {
    return [...layers].every((layer) => isWholeLayer(component, layer, tallies)) ? 'entries' : 'request';
  }
  const reachesEnd =
    requests.length > 0 && requests.every(({ request, positions }) => positions.length === 1 && (positions[0]?.[1] ?? 0) >= (tokens[request] ?? 0));
  return reachesEnd ? 'list-end' : 'items';
}

function isWholeLayer(component: string, layer: number, { sums }: Tallies): boolean {
  const words = sums.get(sumKey({ component, layer }));
  return words !== undefined && words.right === 0;
}
