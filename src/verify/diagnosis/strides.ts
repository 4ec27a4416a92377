/**
 * @file Address arithmetic gone wrong, by trial: items of an entry are copied from base + i * length to base + j * length. For a wrong length, a wrong base or a wrapped product
 * there is a prediction of where each pair (i, j) lands; the one that explains what is seen is the cause.
 */
import { type Attribution, because } from './attribute.ts';
import type { Holders } from './holders.ts';
import type { Observation, Spot } from './observe.ts';
import type { SceneRank } from './scene.ts';

/** What prefill and decode hold of one entry: byte of each item from the entry's start, the same item on both sides, decode's unit length. */
export interface EntryItems {
  readonly unitBytes: number;
  readonly pairs: readonly { readonly source: number; readonly target: number }[];
}

/** Where an item's copy reads, writes, and how long it is; all from the entries' starts. */
interface Copy {
  readonly source: number;
  readonly target: number;
  readonly bytes: number;
}

interface Hypothesis {
  readonly attribution: Attribution;
  readonly predict: (pair: EntryItems['pairs'][number]) => Copy;
}

/** Observations that are held against hypotheses, at most, evenly chosen. */
const MOST_TRIED = 48;
/** Products may wrap at these numbers of bits: an engine's are 31 or 32, scaled limits are lower. */
const WRAP_BITS = { least: 12, most: 40 } as const;
/** A hypothesis has to explain this share of what is seen: other damage may be about. */
const ENOUGH = 0.9;

/**
 * The arithmetic that explains the displaced words of one entry; null where none does.
 * @param observations displaced, touched and cut ones of one entry
 */
export function explainStrides(observations: readonly Observation[], items: EntryItems): Attribution | null {
  const displaced = observations.filter(({ content }) => content.kind === 'words');
  if (items.pairs.length === 0 || observations.length === 0) return null;
  const step = Math.max(1, Math.ceil(displaced.length / MOST_TRIED));
  const tried = displaced.filter((_, i) => i % step === 0).map(landing);
  for (const hypothesis of hypotheses(observations, items)) {
    const copies = items.pairs.map(hypothesis.predict);
    const explained = tried.filter((seen) => copies.some((copy) => explains(copy, seen))).length;
    if (tried.length > 0 && explained >= ENOUGH * tried.length) return hypothesis.attribution;
  }
  return null;
}

/** Where a displaced word lies, and where it came from, from the entries' starts. */
interface Landing {
  readonly at: number;
  readonly from: number;
}

function landing({ at, content }: Observation): Landing {
  return { at: inEntry(at), from: content.kind === 'words' ? inEntry(content.spot) : Number.NaN };
}

function inEntry({ offset, area }: Spot): number {
  return offset - area.offset;
}

function explains({ source, target, bytes }: Copy, { at, from }: Landing): boolean {
  return at >= target && at < target + bytes && from - source === at - target;
}

function* hypotheses(observations: readonly Observation[], items: EntryItems): Iterable<Hypothesis> {
  const { unitBytes } = items;
  for (const shift of bases(observations)) {
    yield {
      attribution: because('base-pointer', 'bytes', shift.target === 0 ? -shift.source : shift.target),
      predict: ({ source, target }) => ({ source: source + shift.source, target: target + shift.target, bytes: unitBytes }),
    };
  }
  for (const length of lengths(observations, items)) {
    yield {
      attribution: because('item-length', 'bytes', length - unitBytes),
      predict: ({ source, target }) => ({ source: (source / unitBytes) * length, target: (target / unitBytes) * length, bytes: length }),
    };
  }
  for (let bits = WRAP_BITS.least; bits <= WRAP_BITS.most; bits++) {
    const span = 2 ** bits;
    if (items.pairs.every(({ source, target }) => source < span / 2 && target < span / 2)) break;
    for (const signed of [true, false]) {
      const wrap = (offset: number) => (signed && offset % span >= span / 2 ? (offset % span) - span : offset % span);
      for (const [onSource, onTarget] of [
        [true, true],
        [false, true],
        [true, false],
      ] as const) {
        yield {
          attribution: because('offset-wrap', 'bytes', -span),
          predict: ({ source, target }) => ({ source: onSource ? wrap(source) : source, target: onTarget ? wrap(target) : target, bytes: unitBytes }),
        };
      }
    }
  }
}

/** Starts that lists might count from instead: the tensor's own, on either side or both. Only where an entry does not start its tensor. */
function bases(observations: readonly Observation[]): { source: number; target: number }[] {
  const displaced = observations.find(({ content }) => content.kind === 'words');
  if (displaced === undefined || displaced.content.kind !== 'words') return [];
  const head = ({ area, rank }: Spot) => (area.tensor === null ? 0 : rank.space.offsetOf(area.tensor) - area.offset);
  const [source, target] = [head(displaced.content.spot), head(displaced.at)];
  return [
    { source, target },
    { source, target: 0 },
    { source: 0, target },
  ].filter((shift) => shift.source !== 0 || shift.target !== 0);
}

/** Item lengths that would put the first displaced words where they are, or cut items where they are cut. */
function lengths(observations: readonly Observation[], { unitBytes, pairs }: EntryItems): readonly number[] {
  const found = new Set<number>();
  const consider = (length: number) => {
    if (Number.isInteger(length) && length % 4 === 0 && length > 0 && length !== unitBytes && length <= 4 * unitBytes) found.add(length);
  };
  for (const observation of observations.slice(0, MOST_TRIED)) {
    const { at, from } = landing(observation);
    const item = Math.floor(at / unitBytes);
    if (observation.state === 'missing') {
      // A short item leaves the end of its place free, a long one the beginning.
      if (observation.startsInside) consider(at / (item + 1));
      if (observation.endsInside && item > 0) consider((at + observation.bytes) / item);
      continue;
    }
    for (const { source, target } of pairs) if (source !== target) consider((at - from) / ((target - source) / unitBytes));
  }
  // The copy itself has the length that its stride has: likely ones first.
  return [...found].sort((a, b) => Math.abs(a - unitBytes) - Math.abs(b - unitBytes));
}

/** Pairs of an entry: every unit that some request holds on decode, and its twin on prefill. */
export function entryItems(at: Spot, sender: SceneRank, holders: { readonly prefill: Holders; readonly decode: Holders }): EntryItems {
  const { area, unitBytes, rank } = at;
  const twin = sender.areas.find(
    (other) =>
      other.owner === area.owner && other.family === area.family && other.layer === area.layer && (area.layer >= 0 || other.tensor?.name === area.tensor?.name),
  );
  if (twin === undefined) return { unitBytes, pairs: [] };
  const sources = new Map(
    holders.prefill.holdingsIn(sender, twin).map((holding) => [`${holding.request}/${holding.unit.fromPosition}`, holding.offset - twin.offset]),
  );
  const pairs = holders.decode.holdingsIn(rank, area).flatMap(({ request, unit, offset }) => {
    const source = sources.get(`${request}/${unit.fromPosition}`);
    return source === undefined ? [] : [{ source, target: offset - area.offset }];
  });
  return { unitBytes, pairs };
}
