/** The page of a benchmark: self-contained, nothing fetched or run, everything escaped, every chart with its name and its data, and the plain words. */
import { describe, expect, it } from 'vitest';
import { linkRecord } from '../../../src/cost/linkRecord.ts';
import { NAMED_LINKS, namedLink } from '../../../src/cost/namedLinks.ts';
import { benchPage } from '../../../src/report/benchPage.ts';
import { benchPageStyle } from '../../../src/report/benchPageStyle.ts';
import { contentPolicy } from '../../../src/report/html/contentPolicy.ts';
import { escapeHtml } from '../../../src/report/html/escape.ts';
import { DATA_BEGIN, DATA_END } from '../../../src/report/html/pageData.ts';
import { failed, fragmentationReport, itemsReport, measured, report, scenarioReport, wordsReport } from './support.ts';

const pages = {
  items: benchPage(itemsReport()),
  fragmentation: benchPage(fragmentationReport()),
  scenario: benchPage(scenarioReport()),
  words: benchPage(wordsReport()),
};
/** Without the report that the page carries as data, which no browser shows or runs. */
const shown = (page: string) => page.replace(/<script type="application\/json"[^>]*>[^<]*<\/script>/, '');
const all = Object.entries(pages).map(([name, page]) => [name, shown(page)] as const);
const count = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length;
const EVIL = '<img src=x onerror=alert(1)> "quoted" & \'so\'';

describe('every page', () => {
  it.each(all)('%s fetches nothing, runs nothing, and has its one style sheet, ASCII, named by its hash', (_name, page) => {
    expect(page).toContain(escapeHtml(contentPolicy(benchPageStyle(), null)));
    expect(page).toContain('script-src &#39;none&#39;');
    expect(/^[\n -~]*$/.test(benchPageStyle())).toBe(true);
    const tags = (page.match(/<[a-z][^>]*>/gi) ?? []).join('\n');
    expect(tags).not.toMatch(/<script|<link|<img|\b(src|href)\s*=| style=| on[a-z]+=/i);
    expect(count(page, /<style/g)).toBe(1);
    expect(page).not.toMatch(/https?:(?!\/\/www\.w3\.org)/);
  });

  it.each(all)('%s names every picture, and draws no figure that is none', (_name, page) => {
    const pictures = page.match(/<svg[^>]*class="plot"[^>]*>/g) ?? [];
    expect(pictures.length).toBeGreaterThan(3);
    for (const tag of pictures) expect(tag).toMatch(/role="img"/);
    const names = pictures.map((tag) => /aria-label="([^"]+)"/.exec(tag)?.[1]);
    expect(new Set(names).size).toBe(pictures.length);
    expect(page).not.toMatch(/NaN|Infinity|undefined|null/);
  });

  it.each(all)('%s has the data of each section in a table, and the plain words', (_name, page) => {
    // A section of links has the links’ own figures beside its data.
    const ofLinks = count(page, /<summary>Figures of the links: \d+ rows?</g);
    expect(count(page, /<details><summary>[^<]*: \d+ rows?</g)).toBe(count(page, /<\/p><div class="charts">/g) + ofLinks);
    expect(page).toContain('Two buffer sets on one device test a layout, never a link.');
    for (const heading of ['Bandwidth and time', 'Descriptors', 'Where the time goes', 'Fidelity boundaries']) expect(page).toContain(`<h2>${heading}</h2>`);
    for (const word of ['Measured', 'Modelled', 'Absent']) expect(page).toContain(`<dt>${word}</dt>`);
  });

  it('carries its report', () => {
    const [, text = ''] = pages.words.split(DATA_BEGIN);
    expect(JSON.parse(text.slice(0, text.indexOf(DATA_END)))).toEqual(JSON.parse(JSON.stringify(wordsReport())));
  });

  it('is the same for the same report', () => {
    expect(benchPage(wordsReport())).toBe(pages.words);
  });

  it('has a rule for every custom property and pattern that is used', () => {
    const used = new Set(
      [
        ...Object.values(pages)
          .join('')
          .matchAll(/var\((--[a-z0-9]+)\)/g),
      ].map(([, name]) => name),
    );
    for (const name of used) expect(benchPageStyle()).toContain(`${name}:`);
    for (const [, id] of pages.items.matchAll(/url\(#([a-z-]+)\)/g)) expect(pages.items).toContain(`<pattern id="${id}"`);
  });
});

describe('charts', () => {
  it('of item sizes have a line a strategy, ticks in KiB and MiB, and names at the ends', () => {
    for (const text of ['4 KiB', '256 KiB', '16 MiB', 'item size', 'Bandwidth against item size', 'Time against item size', 'Descriptors against item size'])
      expect(pages.items).toContain(text);
    const first = /<figcaption>Bandwidth against item size.*?<\/svg>/s.exec(pages.items)?.[0] ?? '';
    for (const name of ['per-item', 'merged', 'shader', 'staging', 'auto', 'contiguous copy']) expect(first).toContain(`>${name}</text>`);
    expect(count(first, /stroke-dasharray=/g)).toBeGreaterThanOrEqual(5);
  });

  it('of several axes are small pictures by the others, and only axes with three values have their own', () => {
    expect(count(pages.fragmentation, /<figcaption>Bandwidth against fragmentation/g)).toBe(4);
    expect(pages.fragmentation).not.toContain('against draft tokens');
    expect(pages.fragmentation).toContain('4 of 12 places are drawn, spread evenly; the table has all.');
  });

  it('of words alone are dots by place', () => {
    expect(pages.words).toContain('<figcaption>Bandwidth by place');
    expect(pages.words.includes('<figcaption>Bandwidth against')).toBe(false);
  });

  it('set measured beside modelled, and say what is extrapolated', () => {
    expect(pages.scenario).toContain('nvlink-4 (extrapolated)');
    expect(pages.scenario).toContain(escapeHtml(NAMED_LINKS.get('nvlink-4')?.uncertain ?? 'none'));
    expect(pages.items).toContain('>rdma-400g</text>');
    expect(pages.items).toContain('Figures of the links: 3 rows');
    expect(pages.items).toContain('<td class="text">9.8 GB/s up to 181 KiB, then 48.5 GB/s</td>');
    expect(pages.words).not.toContain('modelled on links</h2>');
    expect(pages.words).toContain('Nothing: no link was asked for.');
  });
});

describe('the ceiling', () => {
  const beside = (fractions: readonly number[]) =>
    benchPage(report(fractions.map((fractionOfCeiling, i) => ({ ...measured(i, { coordinates: { mode: `m${i}` }, strategy: 'merged' }), fractionOfCeiling }))));

  it('is not spoken of where no point is above it, as a whole per cent', () => {
    expect(beside([0.9, 1.0049])).not.toContain('above 100 % of the ceiling');
  });

  it('is explained where one is', () => {
    expect(beside([0.9, 1.53])).toMatch(/One point is above 100 % of the ceiling: 153 % \([^)]+\)\. The ceiling is a comparison, not a law/);
    expect(beside([1.1, 0.5, 1.32])).toContain('2 points are above 100 % of the ceiling, at most 132 % (');
  });
});

describe('provenance', () => {
  it('is told in full', () => {
    for (const text of [
      'SwiftShader Device (LLVM 16.0.0) (vulkan); SOFTWARE',
      'SwiftShader driver 5.0.0',
      '1.00 GiB a buffer, 8.00 GiB in all',
      'node 20.20.2',
      'dawn unknown',
      'device in steps of 100 ns; wall in steps of 41 ns',
      'cd'.repeat(32),
      '2026-11-30T07:00:00.000Z',
      '1/1, complete',
    ])
      expect(pages.items).toContain(text);
    expect(pages.items).toContain('65 points measured, every word of decode&#39;s memory verified at each; 0 failed; complete');
  });

  it('of what was not verified, not finished, a part, or failed says so first', () => {
    expect(pages.scenario).toContain(
      '3 points measured, NOT verified: 1 of them, whose bytes nobody checked; 1 failed; INCOMPLETE: interrupted, 4 of its points are here; shard 2/3 of 12 points',
    );
    expect(pages.scenario).toContain('The bytes were NOT verified: --no-verify.');
    expect(pages.scenario).toContain('NVIDIA H200 (vulkan); hardware');
    expect(pages.scenario).toContain('device-lost');
  });
});

describe('odd reports', () => {
  it('with hostile text carry it as text', () => {
    const point = measured(0, { coordinates: { scenario: EVIL, mode: EVIL }, strategy: 'merged', note: EVIL });
    const other = measured(1, { coordinates: { scenario: 'b', mode: 'c' }, strategy: 'merged' });
    const modelled = [{ ...(measured(0, { coordinates: {}, strategy: 'merged', links: ['pcie-4'] }).modelled[0] ?? expect.fail()), link: EVIL }];
    const page = benchPage(
      report([{ ...point, modelled }, other, failed(2, { scenario: EVIL }, 'shader', EVIL, EVIL)], {
        suite: EVIL,
        links: [{ ...linkRecord(namedLink('pcie-4')), name: EVIL, title: EVIL, source: EVIL, uncertain: EVIL }],
        shard: EVIL,
        startedAt: EVIL,
        scenarioHash: EVIL,
        versions: { [EVIL]: EVIL },
        adapter: { name: EVIL, backend: EVIL, software: true, foundBy: EVIL, driver: EVIL },
      }),
    );
    expect(page.includes('<img')).toBe(false);
    expect(count(page, /&lt;img src=x onerror=alert\(1\)&gt;/g)).toBeGreaterThan(12);
  });

  it('without a point, with one, or with nothing but failures are pages, too', () => {
    expect(benchPage(report([]))).toContain('No point was measured.');
    expect(benchPage(report([failed(0, { mode: 'paged' }, 'merged', 'out-of-memory', 'too little')]))).toContain(
      '0 points measured, nothing to verify; 1 failed',
    );
    expect(benchPage(report([measured(0, { coordinates: { itemBytes: 4096 }, strategy: 'merged' })]))).toContain('Bandwidth by place');
  });

  it('with points that failed along an axis draw the rest', () => {
    const sizes = [4096, 8192, 16_384];
    const points = sizes.flatMap((itemBytes, index) => [
      measured(2 * index, { coordinates: { itemBytes }, strategy: 'merged' }),
      index === 1
        ? failed(2 * index + 1, { itemBytes }, 'shader', 'device-lost', 'lost')
        : measured(2 * index + 1, { coordinates: { itemBytes }, strategy: 'shader' }),
    ]);
    expect(benchPage(report(points))).toContain('Bandwidth against item size');
  });
});
