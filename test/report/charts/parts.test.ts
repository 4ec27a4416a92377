/** What charts are made of: looks, scales, labels, panels. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pushApart } from '../../../src/report/charts/endLabels.ts';
import { axisName, axisTitle, axisValue, formatSeconds, logTicks, median, scaleFor, significant } from '../../../src/report/charts/figures.ts';
import { lookOf } from '../../../src/report/charts/look.ts';
import { measuredPoints, panelsOver, placeLabel, spread, sweptAxes } from '../../../src/report/charts/panels.ts';
import { STRATEGY_NAMES } from '../../../src/strategies/names.ts';
import { fragmentationReport, itemsReport, scenarioReport } from './support.ts';

const SEED = 20261130;

describe('looks', () => {
  it('differ in colour, in marker and in dash for every two strategies', () => {
    for (const part of ['color', 'symbol', 'dash'] as const) expect(new Set(STRATEGY_NAMES.map((name) => lookOf(name)[part])).size).toBe(STRATEGY_NAMES.length);
  });
});

describe('figures', () => {
  it('are printed with three digits, in the unit that suits', () => {
    expect([0, 0.001234, 1.005, 999.6, 4053.2, 16_777_216].map(significant)).toEqual(['0', '0.00123', '1', '1000', '4,053', '16,777,216']);
    expect([5e-7, 13.8e-6, 2.03e-3, 1.5].map(formatSeconds)).toEqual(['500 ns', '13.8 us', '2.03 ms', '1.5 s']);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  it('on axes have their unit: sizes in KiB and MiB, tokens as numbers, words as they are', () => {
    expect([4096, 65_536, 2 ** 24].map((bytes) => axisValue('itemBytes', bytes))).toEqual(['4 KiB', '64 KiB', '16 MiB']);
    expect([axisValue('pageSize', 256), axisTitle('pageSize'), axisTitle('itemBytes'), axisValue('mode', 'paged'), axisTitle('mine')]).toEqual([
      '256',
      'page size, tokens',
      'item size',
      'paged',
      'mine',
    ]);
    // The unit is said once, and not at all where values stand beside the name.
    expect([axisTitle('draftTokens'), axisName('draftTokens'), axisName('pageSize'), axisName('itemBytes')]).toEqual([
      'draft tokens',
      'draft tokens',
      'page size',
      'item size',
    ]);
  });

  it('start at 0 where they are alike, and are logarithmic where they span more than twenty-fold', () => {
    expect(scaleFor([1, 19])).toEqual({ type: 'linear', domain: [0, 19 * 1.08] });
    expect(scaleFor([1, 21]).type).toBe('log');
    expect(scaleFor([0])).toEqual({ type: 'linear', domain: [0, 1] });
    expect(logTicks([0.9, 30])).toEqual([1, 2, 5, 10, 20]);
    expect(logTicks([0.9, 200])).toEqual([1, 3, 10, 30, 100]);
    expect(logTicks([0.9, 20_000])).toEqual([1, 10, 100, 1000, 10_000]);
  });

  it('never leave a logarithmic scale without a tick', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), fc.double({ min: 21, max: 1e6, noNaN: true }), (least, ratio) => {
        const { type, domain } = scaleFor([least, least * ratio]);
        expect(type).toBe('log');
        expect(logTicks(domain).length).toBeGreaterThanOrEqual(1);
        expect(logTicks(domain).length).toBeLessThanOrEqual(14);
      }),
      { seed: SEED },
    );
  });
});

describe('labels at the ends of lines', () => {
  const wanted = fc
    .array(fc.double({ min: 20, max: 300, noNaN: true }), { maxLength: 12 })
    .map((places) => places.map((y, index) => ({ text: String(index), y })));

  it('do not cover each other, stay inside, and keep their order', () => {
    fc.assert(
      fc.property(wanted, (labels) => {
        const placed = pushApart(labels, 14, 20, 300);
        const order = labels.map((_, index) => index).sort((a, b) => (labels[a]?.y ?? 0) - (labels[b]?.y ?? 0));
        const down = order.map((index) => placed[index] ?? 0);
        for (const [index, y] of down.entries()) {
          expect(y).toBeGreaterThanOrEqual(20 - 1e-9);
          expect(y).toBeLessThanOrEqual(300 + 1e-9);
          if (index > 0) expect(y - (down[index - 1] ?? 0)).toBeGreaterThanOrEqual(14 - 1e-9);
        }
      }),
      { seed: SEED },
    );
  });

  it('stay where they are where there is room', () => {
    expect(
      pushApart(
        [
          { text: 'a', y: 200 },
          { text: 'b', y: 100 },
        ],
        14,
        20,
        300,
      ),
    ).toEqual([200, 100]);
  });
});

describe('panels', () => {
  it('are told apart by the axes that vary, strategies aside', () => {
    const points = measuredPoints(fragmentationReport());
    const swept = sweptAxes(points);
    expect(swept).toEqual([
      { name: 'mode', values: ['paged', 'unified'], isNumeric: false },
      { name: 'draftTokens', values: [0, 4], isNumeric: true },
      { name: 'fragmentation', values: [0, 0.5, 1], isNumeric: true },
    ]);
    const panels = panelsOver(points, swept[2] ?? null, swept);
    expect(panels.map(({ label }) => label)).toEqual(['paged, draft tokens 0', 'paged, draft tokens 4', 'unified, draft tokens 0', 'unified, draft tokens 4']);
    expect(panels.map((panel) => panel.points.length)).toEqual([15, 15, 15, 15]);
    expect(placeLabel(points[0] ?? expect.fail(), swept)).toBe('paged, draft tokens 0, fragmentation 0');
  });

  it('are one where nothing varies but the strategy; axes with one value are none', () => {
    expect(sweptAxes(scenarioReport().points)).toEqual([]);
    expect(sweptAxes(itemsReport().points).map(({ name }) => name)).toEqual(['itemBytes']);
    expect(panelsOver(measuredPoints(scenarioReport()), null, [])).toHaveLength(1);
  });

  it('too many are thinned evenly, the first and the last kept', () => {
    expect(spread([1, 2, 3], 3)).toEqual([1, 2, 3]);
    expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([0, 4, 8]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 2, max: 12 }), (count, most) => {
        const items = Array.from({ length: count }, (_, i) => i);
        const kept = spread(items, most);
        expect(kept).toHaveLength(Math.min(count, most));
        expect(new Set(kept).size).toBe(kept.length);
        expect([kept[0], kept.at(-1)]).toEqual([0, count - 1]);
      }),
      { seed: SEED },
    );
  });
});
