/** @file How series look: each has a colour, a marker and a dash of its own, the same in every chart, so that none rests on colour alone. */
import type { SymbolType } from '@observablehq/plot';
import { STRATEGY_NAMES } from '../../strategies/names.ts';

/** How one series is drawn. */
export interface Look {
  /** A custom property of the page's style sheet. */
  readonly color: string;
  readonly symbol: SymbolType;
  /** As SVG writes dashes; `none` is a full line. */
  readonly dash: string;
}

/** A triangle on its point. The library's own last symbol, a hexagon, cannot be told from a circle at this size. */
const TRIANGLE_DOWN = {
  draw(context: { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void; closePath(): void }, size: number): void {
    const half = Math.sqrt(size / Math.sqrt(3));
    const height = half * Math.sqrt(3);
    context.moveTo(0, (2 / 3) * height);
    context.lineTo(-half, -height / 3);
    context.lineTo(half, -height / 3);
    context.closePath();
  },
};
const SYMBOLS: readonly SymbolType[] = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye', 'cross', TRIANGLE_DOWN];
const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '4 2', '12 4', '1 2', '6 2 1 2 1 2'] as const;
/** Colours of the style sheet, `--c0` and on. */
export const COLORS = 8;

/** Of a strategy. */
export function lookOf(strategy: string): Look {
  const place = Math.max(0, (STRATEGY_NAMES as readonly string[]).indexOf(strategy));
  return { color: `var(--c${place % COLORS})`, symbol: SYMBOLS[place % SYMBOLS.length] ?? 'circle', dash: DASHES[place % DASHES.length] ?? 'none' };
}

/** What a figure is held against is grey, without markers. */
export const CEILING_COLOR = 'var(--faint)';
/** And dotted. */
export const CEILING_DASH = '2 3';
