/** @file What was measured beside what links would take for the same plan: pictures, the table, and the links with their figures and sources. */
import { formatInteger } from '../core/units.ts';
import type { Link } from '../cost/link.ts';
import { type LinkRecord, linkOfRecord } from '../cost/linkRecord.ts';
import type { MeasuredPoint } from '../sweep/benchReport.ts';
import { foldedTable } from './benchTables.ts';
import { type Drawing, figure, leftOut, section } from './chartFrames.ts';
import { type ChartedDot, dotChart } from './charts/dotChart.ts';
import { formatSeconds, median, scaleFor, significant, timeUnit } from './charts/figures.ts';
import { lookOf } from './charts/look.ts';
import { MOST_PLACE_PANELS, type Panel, panelsOver, placeLabel, type SweptAxis, spread } from './charts/panels.ts';
import { escapeHtml } from './html/escape.ts';
import { linkFigures } from './linkFigures.ts';

/** What was measured here beside what the links would take, as HTML; nothing where no link was modelled. */
export function* linkSection(modelled: readonly MeasuredPoint[], swept: readonly SweptAxis[], links: readonly LinkRecord[]): Drawing<string> {
  if (links.length === 0 || modelled.length === 0) return '';
  const all = panelsOver(modelled, null, swept);
  const panels = spread(all, MOST_PLACE_PANELS);
  const seconds = panels.flatMap(({ points: own }) => own.flatMap((point) => [point.wall.p50, ...point.modelled.map((transfer) => transfer.seconds)]));
  const unit = timeUnit(median(seconds));
  const scale = scaleFor(seconds.map((value) => value * unit.perSecond));
  const pictures: string[] = [];
  for (const panel of panels) {
    pictures.push(linkPicture(panel, unit, scale));
    yield;
  }
  const rows = modelled.flatMap((point) => point.modelled.map((transfer) => ({ place: placeLabel(point, swept), point, transfer })));
  const table = foldedTable(
    'Every point on every link',
    [
      { title: 'place', isText: true, of: ({ place }) => place },
      { title: 'strategy', isText: true, of: ({ point }) => point.strategy },
      { title: 'link', isText: true, of: ({ transfer }) => transfer.link },
      { title: 'modelled', of: ({ transfer }) => formatSeconds(transfer.seconds) },
      { title: 'wire', of: ({ transfer }) => formatSeconds(transfer.wireSeconds) },
      { title: 'posting', of: ({ transfer }) => formatSeconds(transfer.postingSeconds) },
      { title: 'message rate', of: ({ transfer }) => (transfer.messageRateSeconds === null ? '' : formatSeconds(transfer.messageRateSeconds)) },
      { title: 'bound by', isText: true, of: ({ transfer }) => transfer.boundBy },
      { title: 'GB/s', of: ({ transfer }) => significant(transfer.bytes / transfer.seconds / 1e9) },
      { title: 'descriptors', of: ({ transfer }) => formatInteger(transfer.descriptors) },
      { title: 'known sizes', isText: true, of: ({ transfer }) => (transfer.extrapolated ? 'no: extrapolated' : 'yes') },
    ],
    rows,
  );
  const about =
    'Filled: measured on this adapter. Hollow: what the same plan would take on a link, by a model. Two buffer sets on one device test a layout, never a link.';
  return section(
    'Measured here, modelled on links',
    [about],
    [[...pictures, ...leftOut(panels.length, all.length, 'places')]],
    table + linkTables(links.map(linkOfRecord)),
  );
}

/** The figures of each link, the user's own among them, and where they come from. */
function linkTables(links: readonly Link[]): string {
  const figures = foldedTable(
    'Figures of the links',
    [
      { title: 'link', isText: true, of: ({ link }) => link.name },
      { title: 'what', isText: true, of: ({ link }) => link.title },
      { title: 'latency alone', isText: true, of: ({ words }) => words.alpha },
      { title: 'bandwidth', isText: true, of: ({ words }) => words.bandwidth },
      { title: 'posting', of: ({ words }) => words.posting },
      { title: 'posting goes on', isText: true, of: ({ link }) => (link.postingOverlapsWire ? 'while messages travel' : 'before any travels') },
      { title: 'messages/s', of: ({ words }) => words.rate },
      { title: 'break-even', of: ({ words }) => words.breakEven },
      { title: 'known for', isText: true, of: ({ words }) => words.known },
    ],
    links.map((link) => ({ link, words: linkFigures(link) })),
  );
  const sources = links.map(({ name, source, uncertain }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(`${source} Uncertain: ${uncertain}`)}</dd>`);
  return `${figures}<details><summary>Where the figures of the links come from</summary><dl>${sources.join('')}</dl></details>`;
}

function linkPicture({ label, points }: Panel, unit: ReturnType<typeof timeUnit>, scale: ReturnType<typeof scaleFor>): string {
  const here = 'measured here';
  const transfers = points.flatMap(({ modelled }) => modelled);
  const rows = new Map([...new Set(transfers.map(({ link }) => link))].map((link) => [link, rowOfLink(link, transfers)]));
  const dots = points.flatMap((point): ChartedDot[] => [
    { row: here, x: point.wall.p50 * unit.perSecond, look: lookOf(point.strategy) },
    ...point.modelled.map(({ link, seconds }) => ({
      row: rows.get(link) ?? link,
      x: seconds * unit.perSecond,
      look: lookOf(point.strategy),
      isModelled: true,
    })),
  ]);
  const caption = label === '' ? 'Time here and on links' : `Time here and on links: ${label}`;
  return figure(caption, dotChart({ name: caption, figure: `time, ${unit.name}`, scale, rows: [here, ...rows.values()], dots }));
}

/** A link, and whether its figures are known for the messages it would get. */
function rowOfLink(link: string, transfers: MeasuredPoint['modelled']): string {
  const own = transfers.filter((transfer) => transfer.link === link);
  if (own.every(({ extrapolated }) => extrapolated)) return `${link} (extrapolated)`;
  return own.some(({ extrapolated }) => extrapolated) ? `${link} (some extrapolated)` : link;
}
