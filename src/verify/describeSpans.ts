/**
 * @file Bad spans in words: which bytes of decode are wrong, what they should hold, what they hold instead and where that came from.
 */
import type { Finding } from '../core/finding.ts';
import type { StampWidth } from '../core/stampCode.ts';
import { formatInteger } from '../core/units.ts';
import type { BadSpan } from '../device/device.ts';
import { type Area, areaAt, componentName } from './areas.ts';
import type { Numbering } from './numbering.ts';
import type { TracedSegment } from './segments.ts';

/** A rank's areas, to name places by. */
export interface NamedRank {
  readonly side: 'prefill' | 'decode';
  readonly index: number;
  readonly areas: readonly Area[];
}

/** One bad span with everything needed to name it. */
export interface PlacedSpan {
  readonly rank: NamedRank;
  /** Byte offset in the decode rank's address space. */
  readonly offset: number;
  readonly span: BadSpan;
  readonly traced: TracedSegment;
}

/** `target/swa layer 3 item 2 byte 96` - a place in words; the rank is named where a node has several. */
export function placeName(area: Area, offset: number): string {
  const byte = offset - area.offset;
  const layer = area.layer < 0 ? '' : ` layer ${area.layer}`;
  if (area.family === 'metadata' && area.tensor !== null) return `metadata ${area.tensor.name} row ${Math.floor(byte / area.itemBytes)}`;
  const item = area.itemBytes > 0 ? ` item ${Math.floor(byte / area.itemBytes)} byte ${byte % area.itemBytes}` : ` byte ${byte}`;
  return `${componentName(area)}${layer}${item}`;
}

/** What a span's first word holds, in words. */
function contentName(span: BadSpan, numbering: Numbering, ranks: readonly NamedRank[]): string {
  const value = span.firstValues[0] ?? 0;
  const number = numbering.numberOf(span.firstValues);
  const origin = number === null ? null : numbering.originOf(number);
  if (origin === null) return value === 0 ? 'zeros' : `0x${value.toString(16).padStart(8, '0')}, which no word of this run ever held`;
  const areas = ranks.find((rank) => rank.side === origin.rank.side && rank.index === origin.rank.index)?.areas ?? [];
  const area = areaAt(areas, origin.offset);
  return area === null ? `a word of ${origin.rank.side}` : `${origin.rank.side}'s ${placeName(area, origin.offset)}`;
}

function expectationName(placed: PlacedSpan, numbering: Numbering, ranks: readonly NamedRank[]): string {
  const { expect } = placed.traced.segment;
  const byteInSegment = placed.span.offset - placed.traced.segment.offset;
  if (expect.kind === 'untouched') return 'nobody should have written here';
  if (expect.kind === 'filled') return "decode's own reset should stand here";
  if (expect.kind === 'unsupplied') return 'decode needs data here that prefill does not have';
  const origin = numbering.originOf(expect.firstNumber + byteInSegment / 4);
  const areas = ranks.find((rank) => rank.side === origin?.rank.side && rank.index === origin.rank.index)?.areas ?? [];
  const area = origin === null ? null : areaAt(areas, origin.offset);
  return area === null || origin === null ? "prefill's word should stand here" : `prefill's ${placeName(area, origin.offset)} should stand here`;
}

/** One finding a span: `missing-words`, `wrong-words` or `touched-words`. */
export function describeSpan(placed: PlacedSpan, numbering: Numbering, ranks: readonly NamedRank[], width: StampWidth): Finding {
  const { span, traced, rank } = placed;
  const ownNumber = numbering.firstNumber('decode', rank.index) + placed.offset / 4;
  const touched = traced.segment.expect.kind === 'untouched';
  const missing = !touched && numbering.numberOf(span.firstValues) === ownNumber;
  const owner =
    traced.stretch === null ? '' : ` (request ${traced.stretch.request}${traced.stretch.position < 0 ? '' : `, from position ${traced.stretch.position}`})`;
  const what = missing ? 'nothing arrived: the poison is still there' : `it holds ${contentName(span, numbering, ranks)}`;
  const place = `decode${rank.index === 0 ? '' : ` rank ${rank.index}`}, ${placeName(traced.area, placed.offset)}${owner}`;
  return {
    id: missing ? 'missing-words' : touched ? 'touched-words' : 'wrong-words',
    severity: 'error',
    engine: 'silent',
    side: 'decode',
    message: `${place}: ${what}; ${expectationName(placed, numbering, ranks)}`,
    prefill: null,
    decode: null,
    consequence: `${formatInteger(span.bytes)} B from there on${width === 'wide' ? ' (wide stamps: only the first words were traced)' : ''}`,
    mend: '',
  };
}
