/** Reports: figures that follow from samples, reading back, merging, comparing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { randomStream } from '../../src/core/random.ts';
import { linkRecord } from '../../src/cost/linkRecord.ts';
import { namedLink } from '../../src/cost/namedLinks.ts';
import type { BenchReport } from '../../src/sweep/benchReport.ts';
import { compareReports, LEAST_EFFECT } from '../../src/sweep/compareReports.ts';
import { mergeReports } from '../../src/sweep/mergeReports.ts';
import { parseReport } from '../../src/sweep/readReport.ts';
import { formatShard, isInShard } from '../../src/sweep/shard.ts';
import { failedOf, pointOf, reportWith } from './support.ts';

const SEED = 20_261_130;
const POINTS = Array.from({ length: 7 }, (_, i) => (i === 3 ? failedOf(i) : pointOf(i, [0.002, 0.003, 0.0025])));
const WHOLE = reportWith(POINTS);
const named = (report: BenchReport, file = 'r.json') => ({ file, report });
const messageOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof SimError) return error.message;
    throw error;
  }
  return 'no error';
};

describe('reading back', () => {
  it('gives what was written, as JSON and as JSON Lines', () => {
    const { complete: _, points, ...head } = WHOLE;
    expect(parseReport(JSON.stringify(WHOLE), 'r.json')).toEqual(WHOLE);
    expect(parseReport(JSON.stringify(WHOLE, null, 2), 'r.json')).toEqual(WHOLE);
    expect(parseReport([head, ...points].map((line) => JSON.stringify(line)).join('\n'), 'r.jsonl')).toEqual(WHOLE);
  });

  it('takes the last word of a journal on a point, and its points in order', () => {
    const { complete: _, points: _points, ...head } = WHOLE;
    const lines = [head, POINTS[6], POINTS[3], pointOf(3, [1])].map((line) => JSON.stringify(line)).join('\n');
    const report = parseReport(lines, 'r.jsonl');
    expect(report.complete).toBe(false);
    expect(report.points.map(({ index, status }) => [index, status])).toEqual([
      [3, 'measured'],
      [6, 'measured'],
    ]);
  });

  it.each([
    ['nothing', '', /r\.json: this is no JSON/],
    ['no JSON', '{"schemaVersion": 1, points', /r\.json: this is no JSON/],
    ['something else', '{"a": 1}', /r\.json.*no benchmark report: it has no schemaVersion/],
    ['a list', '[]', /no benchmark report/],
    ['a later format', JSON.stringify({ ...WHOLE, schemaVersion: 2 }), /r\.json \(schemaVersion\): .*format.*\(found 2, known 1\)/],
    ['an unknown key', JSON.stringify({ ...WHOLE, extra: 1 }), /r\.json \(extra\): unknown key "extra"/],
    ['a missing key', JSON.stringify({ ...WHOLE, seed: undefined }), /the key seed is missing/],
    ['a wrong type deep inside', JSON.stringify(reportWith([{ ...pointOf(0, [1]), gbps: 'fast' } as never])), /r\.json \(points\[0\]\.gbps\)/],
    [
      'a ceiling that took no time',
      JSON.stringify(reportWith([pointOf(0, [1], [0])])),
      /r\.json \(points\[0\]\.ceiling\.contiguousCopy\.seconds\): must be above 0 \(found 0\)/,
    ],
    [
      'a sample of a ceiling that took none',
      JSON.stringify(reportWith([pointOf(0, [1, 1, 1], [1, 0, 1])])),
      /\(points\[0\]\.ceiling\.contiguousCopy\.samples\[1\]\): must be above 0/,
    ],
    ['a transfer that took none', JSON.stringify(reportWith([pointOf(0, [1, 0, 1])])), /r\.json:?.*\(points\[0\]\.samples\.wall\[1\]\): must be above 0/],
    ['a point twice', JSON.stringify({ ...reportWith([pointOf(0, [1]), pointOf(0, [1])]) }), /r\.json \(points\[1\]\): the point is there twice/],
    ['a place that is not there', JSON.stringify({ ...reportWith([pointOf(5, [1])]) }), /the sweep has no such place/],
    ['a place of another shard', JSON.stringify({ ...WHOLE, shard: '1/2' }), /the place is not of shard 1\/2/],
    [
      'a link that the report has not',
      JSON.stringify({ ...WHOLE, links: [linkRecord(namedLink('pcie-5'))] }),
      /modelled on other links than the report’s, which are pcie-5/,
    ],
    ['a claim to be complete', JSON.stringify({ ...WHOLE, points: POINTS.slice(1) }), /says that it is complete, and lacks points/],
    ['a broken line of a journal', `${JSON.stringify({ ...WHOLE, points: undefined, complete: undefined })}\n{"index":`, /r\.json:2: this is no JSON/],
  ])('refuses %s, with its place', (_what, text, words) => expect(messageOf(() => parseReport(text, 'r.json'))).toMatch(words));
});

it('refuses links of one name whose figures differ', () => {
  const own = { ...linkRecord(namedLink('pcie-5')), name: 'own' };
  const half = { ...WHOLE, points: [], complete: false };
  const [a, b] = [own, { ...own, postingSeconds: 1 }].map((link, i) => named({ ...half, links: [link] }, `${i}.json`));
  expect(messageOf(() => mergeReports([a, b].flatMap((report) => report ?? [])))).toMatch(
    /links\.own in 0\.json figures [0-9a-f]{12}, links\.own in 1\.json figures/,
  );
});

describe('merging', () => {
  it('gives the whole sweep back from any shards, in any order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer(), (of, shuffle) => {
        const shards = Array.from({ length: of }, (_, i) => {
          const shard = { shard: i + 1, of };
          return named({ ...WHOLE, shard: formatShard(shard), points: POINTS.filter(({ index }) => isInShard(index, shard)) }, `${i}.json`);
        });
        expect(mergeReports(randomStream(Math.abs(shuffle), 'order').shuffle(shards))).toEqual(WHOLE);
      }),
      { seed: SEED },
    );
  });

  it('says what is lacking', () => expect(mergeReports([named({ ...WHOLE, complete: false, points: POINTS.slice(2) })]).complete).toBe(false));

  it.each([
    ['suite', { suite: 'other' }, /\(suite\): these are not shards of one sweep \(suite in a\.json made-up, suite in b\.json other\)/],
    ['seed', { seed: 2 }, /seed in a\.json 1, seed in b\.json 2/],
    ['hash', { scenarioHash: 'cd'.repeat(32) }, /scenarioHash in a\.json/],
    ['adapter', { adapter: { ...WHOLE.adapter, name: 'another' } }, /adapter\.name in a\.json test adapter.*compare --across-adapters/],
    ['verification', { verified: false }, /verified in a\.json true/],
    ['links', { links: [linkRecord(namedLink('pcie-5'))] }, /\(links\): .*links in a\.json none, links in b\.json pcie-5/],
  ])('refuses reports that differ in their %s', (_what, changed, words) => {
    const half = { ...WHOLE, points: POINTS.slice(0, 3) };
    expect(messageOf(() => mergeReports([named(half, 'a.json'), named({ ...half, ...changed, points: POINTS.slice(3) }, 'b.json')]))).toMatch(words);
  });

  it('refuses parts of other numbers of samples, naming both; a report that does not tell its own goes with any', () => {
    const parts = (...samples: readonly (number | undefined)[]) =>
      samples.map((asked, i) => named({ ...WHOLE, samples: asked, complete: false, points: POINTS.slice(3 * i, 3 * i + 3) }, `${i}.json`));
    expect(messageOf(() => mergeReports(parts(5, 7)))).toMatch(/\(samples\): these are not shards of one sweep \(samples in 0\.json 5, samples in 1\.json 7\)/);
    expect(mergeReports(parts(5, 5)).points).toHaveLength(6);
    expect(mergeReports(parts(undefined, 7)).points).toHaveLength(6);
  });

  it('refuses a point twice, with both files', () => {
    expect(messageOf(() => mergeReports([named(WHOLE, 'a.json'), named(WHOLE, 'b.json')]))).toMatch(
      /b\.json \(points\): a point is in two of the reports .*first in a\.json/,
    );
  });
});

describe('comparing', () => {
  const noisy = (seed: number, seconds: number) => {
    const random = randomStream(seed, 'noise');
    return Array.from({ length: 25 }, () => seconds * (1 + 0.04 * (random.unit() - 0.5)));
  };
  const compare = (a: BenchReport, b: BenchReport, rules = {}) =>
    compareReports([{ a: named(a, 'a.json'), b: named(b, 'b.json') }], { leastEffect: LEAST_EFFECT, acrossAdapters: false, ...rules });
  const oneChange = (a: BenchReport['points'][number], b: BenchReport['points'][number]) => compare(reportWith([a]), reportWith([b])).points[0]?.change;

  it('sees 10 % in 4 % of noise, and nothing where nothing is, whatever the seed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (one, other) => {
        const base = pointOf(0, noisy(one, 0.002), noisy(one + 1, 0.001));
        expect(oneChange(base, pointOf(0, noisy(other + 7, 0.0022), noisy(other + 3, 0.001)))).toBe('slower');
        expect(oneChange(base, pointOf(0, noisy(other + 7, 0.0018), noisy(other + 3, 0.001)))).toBe('faster');
        expect(oneChange(base, pointOf(0, noisy(other + 7, 0.002), noisy(other + 3, 0.001)))).toBe('same');
      }),
      { seed: SEED, numRuns: 25 },
    );
  });

  it('does not take a slower machine for a slower transfer', () => {
    const slow = pointOf(0, noisy(2, 0.004), noisy(3, 0.00202));
    const [point] = compare(reportWith([pointOf(0, noisy(1, 0.002), noisy(4, 0.001))]), reportWith([slow])).points;
    expect(point?.change).toBe('unclear');
    expect(point?.note).toMatch(/contiguous copy .* changed by nearly as much/);
    expect(point?.seconds?.ratio).toBeGreaterThan(1.9);
    expect(point?.ceiling?.ratio).toBeGreaterThan(1.9);
  });

  it('does not call a small certain change one', () => expect(oneChange(pointOf(0, [1, 1, 1]), pointOf(0, [1.04, 1.04, 1.04]))).toBe('same'));
  it('does not call a large uncertain change one, nor say that there is none', () =>
    expect(oneChange(pointOf(0, [1, 1.5, 3]), pointOf(0, [1.3, 1.2, 3]))).toBe('unclear'));

  it('counts what broke, and lists what one side alone has', () => {
    const report = compare(
      reportWith([pointOf(0, [1]), failedOf(1), pointOf(2, [1])]),
      reportWith([failedOf(0), pointOf(1, [1]), pointOf(3, [1])], { sweepPoints: 4 }),
    );
    expect(report.points.map(({ change }) => change)).toEqual(['broken', 'mended']);
    expect(report.regressions).toBe(1);
    expect([report.onlyInA, report.onlyInB]).toEqual([['length=2,strategy=merged'], ['length=3,strategy=merged']]);
  });

  it('does not compare unlike work', () => {
    const other = { ...pointOf(0, [1]), scenarioHash: 'cd'.repeat(32) };
    expect(oneChange(pointOf(0, [1]), other)).toBe('other-work');
  });

  it('refuses two adapters, unless asked, and then says so', () => {
    const b = reportWith([pointOf(0, [1])], { adapter: { ...WHOLE.adapter, name: 'another' } });
    expect(messageOf(() => compare(reportWith([pointOf(0, [1])]), b))).toMatch(
      /different adapters.*a\.json test adapter \(vulkan\), b\.json another \(vulkan\).*--across-adapters/,
    );
    expect(compare(reportWith([pointOf(0, [1])]), b, { acrossAdapters: true }).acrossAdapters).toBe(true);
    expect(messageOf(() => compare(WHOLE, { ...WHOLE, suite: 'other' }))).toMatch(/different suites/);
  });

  it('counts no points of which both sides have too few turns', () => {
    const turns = inTurns(8, () => 1).map(({ a, b }, turn) => (turn < 4 ? { a, b } : { a, b: { ...b, report: { ...b.report, points: [] } } }));
    const [point] = compareReports(turns, RULES).points;
    expect(point).toMatchObject({ change: 'unclear', turns: 4, note: 'both sides have it in 4 turns only' });
  });
});

const RULES = { leastEffect: LEAST_EFFECT, acrossAdapters: false };

/** Turns on a machine that drifts by a third from one to the next, both sides alike; B takes `slower(turn)` times as long. */
function inTurns(count: number, slower: (turn: number) => number): { a: ReturnType<typeof named>; b: ReturnType<typeof named> }[] {
  const random = randomStream(SEED, 'drift');
  return Array.from({ length: count }, (_, turn) => {
    const seconds = 0.002 * (1 + 0.33 * random.unit());
    const at = (second: number) => ({ startedAt: `2026-01-01T00:${String(turn).padStart(2, '0')}:${String(second).padStart(2, '0')}Z` });
    return {
      a: named(reportWith([pointOf(0, [seconds, seconds, seconds])], at(0)), `a${turn}.json`),
      b: named(reportWith([pointOf(0, [seconds, seconds * slower(turn), seconds * slower(turn)])], at(30)), `b${turn}.json`),
    };
  });
}

describe('comparing in turns', () => {
  const change = (slower: (turn: number) => number, turns = 12) => compareReports(inTurns(turns, slower), RULES).points[0]?.change;

  it('sees a tenth more on a machine that drifts by a third', () => expect(change(() => 1.1)).toBe('slower'));
  it('sees a tenth less', () => expect(change(() => 0.9)).toBe('faster'));
  it('sees nothing where nothing is', () => expect(change(() => 1)).toBe('same'));
  it('is not misled by some turns that went otherwise', () => {
    expect(change((turn) => (turn < 2 ? 3 : 1))).toBe('same');
    expect(change((turn) => (turn < 2 ? 0.5 : 1.1))).toBe('slower');
    expect(change((turn) => (turn < 6 ? 0.5 : 1.5))).toBe('unclear');
  });

  it('refuses turns that are too few to tell', () =>
    expect(
      messageOf(() =>
        compareReports(
          inTurns(3, () => 1),
          RULES,
        ),
      ),
    ).toMatch(/of 3 turns .* 6 turns or more/));

  it('refuses sides that are mixed up', () => {
    const turns = inTurns(6, () => 1);
    const odd = turns.map((turn, i) => (i === 4 ? { ...turn, a: named({ ...turn.a.report, seed: 9 }, 'odd.json') } : turn));
    expect(messageOf(() => compareReports(odd, RULES))).toMatch(/runs of one side.*seed in a0\.json 1, seed in odd\.json 9/);
  });

  it('knows whether turns were kept', () => {
    const turns = inTurns(6, () => 1);
    expect(compareReports(turns, RULES).inTurns).toBe(true);
    const sorted = turns.map(({ a, b }, turn) => ({ a, b: { ...b, report: { ...b.report, startedAt: `2026-01-02T00:00:0${turn}Z` } } }));
    expect(compareReports(sorted, RULES).inTurns).toBe(false);
  });
});
