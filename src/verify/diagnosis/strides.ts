/**
 * @file Address arithmetic gone wrong, by trial: items of an entry are copied from base + i * length to base + j * length. For a wrong length, a wrong base or a wrapped product
 * there is a prediction of where each pair (i, j) lands; the one that explains what is seen, and whose other predictions have come true as well, is the cause.
 */
import { type Attribution, because } from './attribute.ts';
import type { Destinations } from './destinations.ts';
import type { EntryItems, ItemPair } from './entryItems.ts';
import { listOf } from './lists.ts';
import type { Observation } from './observe.ts';

/** Where an item's copy reads, writes, and how long it is; offsets in the ranks' address spaces. */
interface Copy {
  readonly source: number;
  readonly target: number;
  readonly bytes: number;
}

interface Hypothesis {
  readonly attribution: Attribution;
  /** From entry-relative to entry-relative. */
  readonly predict: (pair: ItemPair, entry: EntryItems) => Copy;
}

/** Observations that are held against hypotheses, at most, evenly chosen. */
const MOST_TRIED = 48;
/** Pairs whose own places are looked at, for whether a prediction has come true. */
const MOST_CHECKED = 64;
/** Products may wrap at these numbers of bits: an engine's at 31 or 32, scaled limits lower. */
const WRAP_BITS = { least: 12, most: 40 } as const;
/** Lengths that are tried for one entry, at most. */
const MOST_LENGTHS = 1024;
/** A hypothesis has to explain this share of what is seen: other damage may be about. */
const ENOUGH = 0.9;
/** And this share of the items that it says went astray must be hurt. */
const HURT = 0.7;

/** A wrong start, another width of a list's rows, or a wrapped product, of all entries together; null where none explains what is seen. */
export function explainOffsets(observations: readonly Observation[], entries: readonly EntryItems[], destinations: Destinations): Attribution | null {
  const seen = landings(observations);
  // Products that wrap at one number of bits wrap at others for most items: the one that explains the most is meant.
  const fitting = [...bases(entries), ...widths(entries), ...wraps(entries)].map((hypothesis) => ({
    hypothesis,
    explained: explains(hypothesis, seen, entries, 2),
  }));
  const [best] = fitting
    .filter(({ explained }) => explained > 0)
    .sort((a, b) => b.explained - a.explained)
    .filter(({ hypothesis }) => hasComeTrue(hypothesis, entries, destinations));
  return best?.hypothesis.attribution ?? null;
}

/**
 * A wrong item length of one entry; null where none explains what is seen.
 * @param least how many unlike items have to be explained
 */
export function explainLengths(observations: readonly Observation[], entry: EntryItems, destinations: Destinations, least: number): Attribution | null {
  const seen = landings(observations);
  // An item that is cut, and nothing seen elsewhere, has been cut: a length hurts more than one item, or leaves words where they should not be.
  if (seen.length === 0 && new Set(observations.map(({ at }) => at.holding)).size < 2) return null;
  for (const hypothesis of lengths(observations, entry)) {
    const isExplained = seen.length === 0 || explains(hypothesis, seen, [entry], least) > 0;
    if (isExplained && hasComeTrue(hypothesis, [entry], destinations)) return hypothesis.attribution;
  }
  return null;
}

/** Where a displaced word lies, and where it came from. */
interface Landing {
  readonly at: number;
  readonly from: number;
}

function landings(observations: readonly Observation[]): readonly Landing[] {
  const displaced = observations.flatMap(({ at, content }) => (content.kind === 'words' ? [{ at: at.offset, from: content.spot.offset }] : []));
  const step = Math.max(1, Math.ceil(displaced.length / MOST_TRIED));
  return displaced.filter((_, i) => i % step === 0);
}

/**
 * How many landings a hypothesis explains; 0 where that is not enough of them.
 * @param least how many unlike items have to explain them
 */
function explains({ predict }: Hypothesis, seen: readonly Landing[], entries: readonly EntryItems[], least: number): number {
  const allowed = Math.floor(seen.length * (1 - ENOUGH));
  const explaining = new Set<ItemPair>();
  let unexplained = 0;
  for (const { at, from } of seen) {
    const pairs = findPairs(predict, at, from, entries);
    if (pairs.length === 0) unexplained += 1;
    for (const pair of pairs) explaining.add(pair);
    if (unexplained > allowed) return 0;
  }
  return explaining.size >= least ? seen.length - unexplained : 0;
}

/** The pairs whose changed copies put the word from `from` at `at`: several, where items have landed on one another. */
function findPairs(predict: Hypothesis['predict'], at: number, from: number, entries: readonly EntryItems[]): ItemPair[] {
  return entries.flatMap((entry) => {
    const [atInEntry, fromInEntry] = [at - entry.targetBase, from - entry.sourceBase];
    return entry.pairs.filter((pair) => {
      const copy = predict(pair, entry);
      const { source, target, bytes } = copy;
      const fits = atInEntry >= target && atInEntry < target + bytes && fromInEntry - source === atInEntry - target;
      return fits && isChanged(pair, copy, entry) && isCarriedOut(copy, entry);
    });
  });
}

function isChanged(pair: ItemPair, { source, target, bytes }: Copy, { unitBytes }: EntryItems): boolean {
  return source !== pair.source || target !== pair.target || bytes !== unitBytes;
}

/** Whether a copy lies in one tensor on each side: others are refused. */
function isCarriedOut({ source, target, bytes }: Copy, { rank, sender, sourceBase, targetBase }: EntryItems): boolean {
  const isInside = ({ space }: EntryItems['rank'], offset: number) => {
    const located = space.locate(offset);
    return located !== null && located.byteInTensor + bytes <= located.placed.tensor.bytes;
  };
  return isInside(sender, sourceBase + source) && isInside(rank, targetBase + target);
}

/** Whether items that should have gone astray are hurt where they belong, and memory where copies should have strayed is touched. */
function hasComeTrue({ predict }: Hypothesis, entries: readonly EntryItems[], destinations: Destinations): boolean {
  const changed = entries.flatMap((entry) => {
    const copies = entry.pairs.map((pair) => ({ pair, copy: predict(pair, entry) }));
    const landing = copies.filter(({ copy }) => isCarriedOut(copy, entry));
    return copies.flatMap(({ pair, copy }) => (isChanged(pair, copy, entry) ? [{ entry, pair, copy, landing }] : []));
  });
  const step = Math.max(1, Math.ceil(changed.length / MOST_CHECKED));
  const checked = changed.filter((_, i) => i % step === 0);
  const hurt = checked.flatMap(({ entry, pair, landing }) => {
    const from = entry.targetBase + pair.target;
    const isFilled = isCovered(
      pair,
      landing.map(({ copy }) => copy),
      entry.unitBytes,
    );
    return isFilled ? [] : (destinations.isHurtIn(entry.rank, from, from + entry.unitBytes) ?? []);
  });
  const touched = checked.flatMap(({ entry, copy }) => {
    const from = entry.targetBase + copy.target;
    return isCarriedOut(copy, entry) ? (destinations.isTouchedIn(entry.rank, from, from + copy.bytes) ?? []) : [];
  });
  const isMost = (answers: readonly boolean[]) => answers.filter(Boolean).length >= HURT * answers.length;
  return hurt.length + touched.length > 0 && isMost(hurt) && isMost(touched);
}

/** Whether copies, right ones for this item though they start elsewhere, fill its place: a long item brings its neighbours along. */
function isCovered({ source, target }: ItemPair, copies: readonly Copy[], unitBytes: number): boolean {
  let covered = target;
  for (const copy of copies.filter((each) => each.target - each.source === target - source).sort((a, b) => a.target - b.target)) {
    if (copy.target <= covered) covered = Math.max(covered, copy.target + copy.bytes);
  }
  return covered >= target + unitBytes;
}

/** Starts that lists might count from instead: the tensors' own, on either side or both. Only of entries that do not start their tensor. */
function bases(entries: readonly EntryItems[]): Hypothesis[] {
  if (entries.every(({ sourceHead, targetHead }) => sourceHead === 0 && targetHead === 0)) return [];
  const sides = [
    [true, true],
    [false, true],
    [true, false],
  ] as const;
  return sides.map(([onSource, onTarget]) => ({
    attribution: because('base-pointer', 'bytes'),
    predict: (pair, { unitBytes, sourceHead, targetHead }) => ({
      source: pair.source + (onSource ? sourceHead : 0),
      target: pair.target + (onTarget ? targetHead : 0),
      bytes: unitBytes,
    }),
  }));
}

/** Ratios of two element types' widths. */
const WIDTH_RATIOS = [2, 0.5, 4, 0.25] as const;

/** One side's rows in another element type: its items are so many times as long in every entry of a list, and reach into other entries' tensors. */
function widths(entries: readonly EntryItems[]): Hypothesis[] {
  return [...new Set(entries.map(({ area }) => listOf(area)))].flatMap((list) =>
    WIDTH_RATIOS.map(
      (ratio): Hypothesis => ({
        attribution: because('item-length', 'width'),
        predict: ({ source, target }, { area, unitBytes }) => {
          const times = listOf(area) === list ? ratio : 1;
          return { source: source * times, target: target * times, bytes: unitBytes * times };
        },
      }),
    ),
  );
}

/** Products of index and length that wrap, on either side or both, as signed or unsigned numbers. */
function* wraps(entries: readonly EntryItems[]): Iterable<Hypothesis> {
  const largest = entries.reduce((most, { pairs }) => pairs.reduce((high, { source, target }) => Math.max(high, source, target), most), 0);
  for (let bits = WRAP_BITS.least; bits <= WRAP_BITS.most && 2 ** (bits - 1) <= largest; bits++) {
    const span = 2 ** bits;
    for (const signed of [true, false]) {
      const wrap = (offset: number) => (signed && offset % span >= span / 2 ? (offset % span) - span : offset % span);
      for (const [onSource, onTarget] of [
        [true, true],
        [false, true],
        [true, false],
      ] as const) {
        yield {
          attribution: because('offset-wrap', 'bytes', -span),
          predict: ({ source, target }, { unitBytes }) => ({
            source: onSource ? wrap(source) : source,
            target: onTarget ? wrap(target) : target,
            bytes: unitBytes,
          }),
        };
      }
    }
  }
}

/** Item lengths that would put displaced words where they are, or cut items where they are cut; likely ones first. */
function lengths(observations: readonly Observation[], { unitBytes, pairs, targetBase, sourceBase }: EntryItems): readonly Hypothesis[] {
  const found = new Set<number>();
  const consider = (length: number) => {
    if (Number.isInteger(length) && length % 4 === 0 && length > 0 && length !== unitBytes && length <= 4 * unitBytes) found.add(length);
  };
  for (const { at, bytes, content, startsInside, endsInside } of observations.slice(0, MOST_TRIED)) {
    const offset = at.offset - targetBase;
    const item = Math.floor(offset / unitBytes);
    if (content.kind === 'poison' || content.kind === 'reset') {
      // A short item leaves the end of its place free, a long one the beginning.
      if (startsInside) consider(offset / (item + 1));
      if (endsInside && item > 0) consider((offset + bytes) / item);
    } else if (content.kind === 'words') {
      const apart = offset - (content.spot.offset - sourceBase);
      for (const { source, target } of pairs) {
        if (source !== target) consider(apart / ((target - source) / unitBytes));
        // Items of one index on both sides stand in their own place, whatever the length: only where they begin and end tells it.
        else if (found.size < MOST_LENGTHS) for (const length of [offset / (target / unitBytes), (offset + bytes) / (target / unitBytes + 1)]) consider(length);
      }
    }
  }
  return [...found]
    .sort((a, b) => Math.abs(a - unitBytes) - Math.abs(b - unitBytes))
    .map((length) => ({
      attribution: because('item-length', 'bytes', length - unitBytes),
      predict: ({ source, target }) => ({ source: (source / unitBytes) * length, target: (target / unitBytes) * length, bytes: length }),
    }));
}
