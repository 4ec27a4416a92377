/** @file A row of decode's memory, word by word: read back after the hand-off, judged as accounting judges it, and what stands in wrong places led back as a diagnosis does. */
import { formatInteger } from '../../core/units.ts';
import type { Device } from '../../device/device.ts';
import { hexAddress } from '../../memory/addressSpace.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import { areaAt, componentName } from '../../verify/areas.ts';
import { Holders } from '../../verify/diagnosis/holders.ts';
import { type Content, type Observation, Observer, type Spot } from '../../verify/diagnosis/observe.ts';
import { expectationFrom } from '../../verify/expectation.ts';
import { expectedWord } from '../../verify/expectedWord.ts';
import { segmentArena, type TracedSegment } from '../../verify/segments.ts';
import type { NumberedWord, RowRequest, RowWords, WordStretch } from './rowProtocol.ts';
import { type NodeSide, type StagedHandOff, stageOf } from './stage.ts';
import { memoryAfter } from './stepper.ts';

const FORMULAS = {
  narrow: 'x = number × 0x9e3779b1 mod 2^32; value = x xor (x >> 15)',
  wide: 'both values of a pair of words = four Feistel rounds over the pair’s number',
} as const;

/**
 * The words of a row of decode after the whole hand-off; null where nothing is handed over.
 * @throws SimError(memory-budget), SimError of the device; RangeError where the row is none of the rank's memory
 */
export async function rowWords(
  device: Device,
  scenario: ResolvedScenario,
  { pastChecks, rank, offset, bytes }: Omit<RowRequest, 'scenario'>,
): Promise<RowWords | null> {
  const { staged } = stageOf(scenario, pastChecks);
  if (staged === null) return null;
  const { memory } = await memoryAfter(device, scenario, pastChecks, staged, Number.POSITIVE_INFINITY);
  const own = memory.decode[rank];
  const seen = staged.scene.decode[rank];
  const piece = own?.pieces.find(({ window }) => offset >= window.offset && offset + bytes <= window.offset + window.bytes);
  if (own === undefined || seen === undefined || piece === undefined) throw new RangeError(`decode, rank ${rank}, has no row at byte ${offset}`);
  const { arena, window } = piece;
  const { width } = memory;
  const from = offset - window.offset;
  const segments = segmentArena(window, seen.areas, staged.expectation(rank)).flatMap((traced) => within(traced, from, from + bytes));
  const limit = bytes / 4;
  const spans = await device.badSpans(
    arena,
    own.firstNumber + window.offset / 4,
    width,
    segments.map(({ segment }) => segment),
    limit,
    limit,
  );
  const read = await device.read(arena, from, bytes);
  const held = wordsOf(read);
  const due = new Uint32Array(held.length);
  for (const { segment } of segments) {
    for (let at = 0; at < segment.bytes; at += 4) {
      const word = (segment.offset + at - from) / 4;
      due[word] = expectedWord(segment, at, own.firstNumber + offset / 4 + word, width) ?? 0;
    }
  }
  const holders = { prefill: holdersOf(staged), decode: holdersOf(staged) };
  const observer = new Observer(staged.scene, holders);
  const counts = { bad: new Float64Array(segments.length), missing: new Float64Array(segments.length) };
  const accounted = { arena, firstNumber: own.firstNumber + window.offset / 4, segments, rank: seen, windowOffset: window.offset, counts };
  const stretches = segments.flatMap((traced, index) => {
    const bad = spans.filter(({ segment }) => segment === index);
    const observed = observer.observeAll({ piece: accounted, index, traced, spans: bad, complete: true }).flatMap((each) => byOwner(each, holders));
    return stretchesOf(traced, observed, window.offset, offset, wordNamer(staged));
  });
  return { rank, offset, held, due, stretches: joined(stretches), formula: FORMULAS[width] };
}

function holdersOf({ scene }: StagedHandOff): Holders {
  return new Holders(scene.requests, scene.standing);
}

/** A span may hold words of several requests, where it was read across their items: one part an owner. */
function byOwner(observation: Observation, holders: Readonly<Record<NodeSide, Holders>>): readonly Observation[] {
  const { at, bytes, content } = observation;
  if (content.kind !== 'words') return [observation];
  const { spot, number } = content;
  return holders[spot.rank.side].piecesOf(spot.rank, spot.area, spot.offset, spot.offset + bytes).map(({ holding, from, to }) => ({
    ...observation,
    bytes: to - from,
    at: { ...at, offset: at.offset + from - spot.offset },
    content: { ...content, number: number + (from - spot.offset) / 4, spot: { ...spot, offset: from, holding } },
  }));
}

/** What of a segment lies in [from, to) of its arena. */
function within({ segment, ...traced }: TracedSegment, from: number, to: number): TracedSegment[] {
  const start = Math.max(from, segment.offset);
  const end = Math.min(to, segment.offset + segment.bytes);
  if (end <= start) return [];
  return [{ ...traced, segment: { offset: start, bytes: end - start, expect: expectationFrom(segment.expect, start - segment.offset) } }];
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, word) => view.getUint32(4 * word, true));
}

type NameWord = (number: number) => NumberedWord | null;

function wordNamer({ scene }: StagedHandOff): NameWord {
  return (number) => {
    const origin = scene.numbering.originOf(number);
    const rank = origin === null ? undefined : scene[origin.rank.side][origin.rank.index];
    if (origin === null || rank === undefined) return null;
    const { side, index } = rank;
    const { offset } = origin;
    const area = areaAt(rank.areas, offset);
    const rowBytes = area === null ? 0 : area.itemBytes > 0 ? area.itemBytes : area.bytes;
    const layer = area === null || area.layer < 0 ? '' : ` layer ${area.layer}`;
    const row = area === null ? '' : `, row ${formatInteger(Math.floor((offset - area.offset) / rowBytes))}`;
    const name = area === null ? 'between tensors' : `${componentName(area)}${layer}${row}`;
    return { number, side, address: hexAddress(rank.space.base + BigInt(offset)), place: `${side}${index === 0 ? '' : ` rank ${index}`}, ${name}` };
  };
}

/** A segment's words, good and bad, in order. */
function stretchesOf(
  { segment }: TracedSegment,
  observed: readonly Observation[],
  windowOffset: number,
  rowOffset: number,
  nameOf: NameWord,
): readonly WordStretch[] {
  const { expect } = segment;
  const start = windowOffset + segment.offset;
  const dueAt = (offset: number) => (expect.kind === 'stamped' ? nameOf(expect.firstNumber + (offset - start) / 4) : null);
  const stretches: WordStretch[] = [];
  let cursor = start;
  const sound = (end: number) => {
    if (end <= cursor) return;
    const state = expect.kind === 'untouched' ? 'untouched' : 'right';
    const due = dueAt(cursor);
    stretches.push({ from: (cursor - rowOffset) / 4, words: (end - cursor) / 4, state, text: SOUND_TEXTS[expect.kind], held: due, due });
    cursor = end;
  };
  for (const { at, bytes, state, content } of observed) {
    sound(at.offset);
    const held = content.kind === 'words' ? nameOf(content.number) : null;
    const text = `${heldText(content)} ${DUE_TEXTS[expect.kind]}`;
    stretches.push({ from: (at.offset - rowOffset) / 4, words: bytes / 4, state, text, held, due: dueAt(at.offset) });
    cursor = at.offset + bytes;
  }
  sound(start + segment.bytes);
  return stretches;
}

const SOUND_TEXTS = {
  stamped: 'What should be here has arrived.',
  filled: 'Decode’s own reset stands, as it should.',
  untouched: 'Nobody should write here, and nobody did.',
  unsupplied: 'Nobody has what should be here.',
} as const;

const DUE_TEXTS = {
  stamped: 'Another word should.',
  filled: 'Decode’s own reset should.',
  untouched: 'Nobody should have written here.',
  unsupplied: 'What should stand here, no sender has.',
} as const;

function heldText(content: Content): string {
  switch (content.kind) {
    case 'poison':
      return 'Nothing came: what was here before still stands.';
    case 'words':
      return `${spotText(content.spot)} stand here.`;
    case 'reset':
      return 'Decode’s own reset stands here.';
    case 'flipped':
      return `The right word, but for ${content.bits} ${content.bits === 1 ? 'bit' : 'bits'}, stands here.`;
    case 'zeros':
      return 'Zeros stand here.';
    case 'unknown':
      return 'A value that no word of this run ever had stands here.';
  }
}

function spotText({ rank, area, holding, generation }: Spot): string {
  const whose = holding === null ? 'of no request' : `of request ${holding.request}`;
  const when = generation === 0 ? '' : `, computed anew ${generation === 1 ? 'once' : `${generation} times`}`;
  return `Words of ${rank.side}’s ${componentName(area)}${area.layer < 0 ? '' : ` layer ${area.layer}`}, ${whose}${when},`;
}

/** Neighbours that go on with the same words, and fared alike, as one: segments end where expectations do, and no reader minds. */
function joined(stretches: readonly WordStretch[]): readonly WordStretch[] {
  const out: WordStretch[] = [];
  for (const next of stretches) {
    const last = out.at(-1);
    if (last !== undefined && goesOn(last, next)) out[out.length - 1] = { ...last, words: last.words + next.words };
    else out.push(next);
  }
  return out;
}

function goesOn(last: WordStretch, next: WordStretch): boolean {
  const follows = (a: NumberedWord | null, b: NumberedWord | null) => (a === null || b === null ? a === b : a.number + last.words === b.number);
  return last.state === next.state && last.text === next.text && follows(last.held, next.held) && follows(last.due, next.due);
}
