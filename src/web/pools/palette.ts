/** @file The colours that memory is drawn in: those of the page's style sheet, so that both themes work. */
import { MARK_STATES, type MarkState, WORD_LOOKS } from './wordLooks.ts';

/** Colours as a canvas takes them. */
export interface Palette {
  readonly ink: string;
  readonly faint: string;
  readonly none: string;
  /** Between cells. */
  readonly cut: string;
  readonly words: Readonly<Record<MarkState, string>>;
  readonly isDark: boolean;
}

let kept: Palette | null = null;

/** The colours in force. They are read once a theme: to read one makes the browser work out the style of the whole page first. */
export function paletteOf(element: Element, isDark: boolean): Palette {
  if (kept?.isDark !== isDark) kept = readPalette(element, isDark);
  return kept;
}

function readPalette(element: Element, isDark: boolean): Palette {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: value('--ink'),
    faint: value('--faint'),
    none: value('--none'),
    cut: value('--paper'),
    words: Object.fromEntries(MARK_STATES.map((state) => [state, value(WORD_LOOKS[state].color)])) as Record<MarkState, string>,
    isDark,
  };
}

/** Hue of a request; its number stands beside it where there is room, and in words below. */
export function requestColor(request: number, isDark: boolean): string {
  return `hsl(${Math.round(200 + request * 137.5) % 360} ${isDark ? '40% 42%' : '55% 74%'})`;
}
