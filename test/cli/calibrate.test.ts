/** `--calibrate` as a process: our own sweeps and those of transfer benches, and files that are none. What was fitted is in the report, with the error it makes and where it is a guess. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linkOfRecord } from '../../src/cost/linkRecord.ts';
import { modelTransfer } from '../../src/cost/transfer.ts';
import type { BenchReport, MeasuredPoint } from '../../src/sweep/benchReport.ts';
import { parseReport } from '../../src/sweep/readReport.ts';
import { cli } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** One point in a second: 34 pages and states of 300 tokens. */
const POINT = [
  'bench',
  'quick',
  '--device',
  'cpu',
  '--lengths',
  '300',
  '--strategy',
  'per-item',
  '--fragmentation',
  '1',
  '--axis',
  'mode=paged',
  '--samples',
  '1',
];
const pointOf = ({ points }: BenchReport): MeasuredPoint => {
  const [point] = points;
  if (point?.status !== 'measured') throw new Error('the point was not measured');
  return point;
};

describe('a sweep of a transfer bench', () => {
  // 10 us and 50 GB/s, exactly: what is fitted is known.
  const rows = Array.from({ length: 8 }, (_, i) => 2 ** (20 + i)).map((bytes) => `${bytes},1,${bytes / (10e-6 + bytes / 50e9) / 1e9}`);
  const sweep = file('Our fabric.csv', ['bytes,messages,gbps', ...rows, ''].join('\n'));

  it('is fitted, with the error on points held out, and carried in the report with all its figures', () => {
    const page = join(folder, 'page.html');
    const { status, stdout, stderr } = cli([...POINT, '--calibrate', sweep, '--json', '--html', page]);
    expect(status).toBe(0);
    expect(stderr).toContain('fitted-our-fabric: fitted to 8 samples, 0.0 % off at worst, 0.0 % at worst on 2 points held out.');
    const report = parseReport(stdout, 'stdout');
    const [link] = report.links;
    expect(report.links).toHaveLength(1);
    expect(link).toMatchObject({
      name: 'fitted-our-fabric',
      pieces: [{ toBytes: null, alphaSeconds: expect.closeTo(10e-6, 12), bytesPerSecond: expect.closeTo(50e9, -3) }],
      knownBytes: [2 ** 20, 2 ** 27],
      source: 'Fitted to 8 points of Our fabric.csv, 1.00 MiB to 128 MiB a message; worst error 0.0 %.',
    });
    // Pages of some KiB lie below what was measured.
    const point = pointOf(report);
    expect(point.modelled).toMatchObject([{ link: 'fitted-our-fabric', extrapolated: true }]);
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('fitted-our-fabric (extrapolated)');
    expect(html).toContain('>50 GB/s<');
    expect(html).toContain('1.00 MiB to 128 MiB a message; worst error 0.0 %.');
  });

  it('says in text what is extrapolated, and where the figures come from', () => {
    const { stdout, stderr } = cli([...POINT, '--calibrate', sweep, '--no-verify']);
    expect(stdout).toMatch(/\d\*/);
    expect(stdout).toContain('* beyond the sizes its figures come from');
    expect(stdout).toContain('link      fitted-our-fabric: Fitted to 8 points of Our fabric.csv');
    expect(stdout).toContain('Worst error on points held out of the fit: 0.0 %.');
    expect(stderr).toContain('on 2 points held out');
  });
});

it('our own sweep of items, as bench --csv wrote it, is fitted: what comes out models the same sizes without a guess', () => {
  const items = [
    'bench',
    'items',
    '--device',
    'cpu',
    '--strategy',
    'per-item,merged',
    '--min-item',
    '4K',
    '--max-item',
    '256K',
    '--batch',
    '16',
    '--samples',
    '3',
  ];
  const swept = cli([...items, '--csv']);
  expect(swept.status).toBe(0);
  const { status, stdout, stderr } = cli([...items, '--max-item', '4K', '--calibrate', file('own.csv', swept.stdout), '--json']);
  expect(status).toBe(0);
  expect(stderr).toMatch(/fitted-own: fitted to 7 samples, [\d.]+ % off at worst, [\d.]+ % at worst on 1 points? held out\./);
  const report = parseReport(stdout, 'stdout');
  const [link] = report.links;
  if (link === undefined) throw new Error('no link');
  expect(link).toMatchObject({ knownBytes: [4096, 262_144], postingOverlapsWire: false, uncertain: expect.stringContaining('Only batches were measured') });
  // Whoever has the report can compute the modelled time again.
  expect(pointOf(report).modelled).toEqual([modelTransfer(linkOfRecord(link), [{ bytes: 4096, count: 16 }])]);
  expect(pointOf(report).modelled[0]?.extrapolated).toBe(false);
});

describe('what cannot be fitted', () => {
  const falling = Array.from({ length: 8 }, (_, i) => `${2 ** (12 + i)},${2 ** -i}`);
  it.each([
    ['empty', '', /the sweep is empty\. Its first line names columns/],
    ['a header alone', 'bytes,gbps\n', /:1: the sweep has no rows/],
    ['one row', 'bytes,gbps\n4096,1.5\n', /too few message sizes to fit a line \(sizes 1, least 3\)/],
    ['negative', 'bytes,gbps\n4096,-1.5\n', /:2 \(gbps\): must be a number above 0 \(found "-1\.5"\)/],
    ['beyond all numbers', 'bytes,seconds\n4096,1e400\n', /:2 \(seconds\): must be a number above 0/],
    ['of other columns', 'items,bytes,GB/s\n16,4096,1.5\n', /:1 \(items\): unknown column "items"\. Have block_size.*or bytes, gbps/],
    ['torn', 'bytes,seconds\n4096,1e-5\n8192', /:3: the row has another number of cells/],
    ['falling', ['bytes,seconds', ...falling, ''].join('\n'), /the times do not grow with the message size/],
    ['huge', `bytes,seconds\n${'4096,1e-5\n'.repeat(600_000)}`, /the sweep is larger than 4\.00 MiB/],
    ['no text', '\xff\x00\x01', /no column|no text|not UTF-8/],
  ])('%s: is refused before anything runs, at its place', (name, text, words) => {
    const { status, stdout, stderr } = cli([...POINT, '--calibrate', file(`${name}.csv`, text), '--json']);
    expect(stderr).toMatch(words);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('two links of one name are refused', () => {
    const { status, stderr } = cli([...POINT, '--link', 'pcie-5', '--link', 'pcie-5']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('two links are called pcie-5')]);
  });
});
