/** @file What stands around charts: a section with its table, a figure with its caption, and a word on what is not drawn. */
import { formatInteger } from '../core/units.ts';
import { escapeHtml } from './html/escape.ts';

/**
 * Something that is drawn a picture at a time: after each picture there is a place to pause. All of them at once would keep a page from answering for longer than a few frames.
 */
export type Drawing<T> = Generator<undefined, T, undefined>;

/** Draws it all at once. */
export function drawn<T>(drawing: Drawing<T>): T {
  for (;;) {
    const { done, value } = drawing.next();
    if (done === true) return value;
  }
}

/** A section of charts, and the table of their data. @param groups HTML of charts that belong together; each group begins a row @param table HTML */
export function section(title: string, about: readonly string[], groups: readonly (readonly string[])[], table: string): string {
  const words = about.map((paragraph) => `<p class="facts">${escapeHtml(paragraph)}</p>`);
  return `<section><h2>${escapeHtml(title)}</h2>${words.join('')}${groups.map((charts) => `<div class="charts">${charts.join('')}</div>`).join('')}${table}</section>`;
}

/** A chart under its caption. */
export function figure(caption: string, svg: string): string {
  return `<figure><figcaption>${escapeHtml(caption)}</figcaption><div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(caption)}">${svg}</div></figure>`;
}

/** Says what is not drawn, where that is something. */
export function leftOut(drawn: number, all: number, what: string): string[] {
  return drawn === all ? [] : [`<p class="facts">${drawn} of ${formatInteger(all)} ${what} are drawn, spread evenly; the table has all.</p>`];
}
