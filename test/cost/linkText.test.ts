/** Links in YAML and sweeps in CSV: what is read, and every refusal at its place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../src/cli/benchForms.ts';
import { csvRows } from '../../src/cost/csvRows.ts';
import { parseLink } from '../../src/cost/linkText.ts';
import { namedLink } from '../../src/cost/namedLinks.ts';
import { parseSweepCsv } from '../../src/cost/sweepCsv.ts';
import { failed, measured, report } from '../report/charts/support.ts';

const whole = `name: ours
title: Our fabric
pieces:
  - {upToBytes: 131072, alphaMicros: 5, gigabytesPerSecond: 10}
  - {alphaMicros: 8, gigabytesPerSecond: 48}
postingMicros: 0.5
postingOverlapsWire: false
messagesPerSecond: 1.5e6
source: nixlbench, March
uncertain: one machine
knownBytes: [4096, 1048576]
`;

describe('a link in YAML', () => {
  it('is read with all its figures, in seconds and bytes', () => {
    expect(parseLink(whole, 'l.yaml')).toEqual({
      name: 'ours',
      title: 'Our fabric',
      pieces: [
        { toBytes: 131_072, alphaSeconds: 5e-6, bytesPerSecond: 10e9 },
        { toBytes: Number.POSITIVE_INFINITY, alphaSeconds: 8e-6, bytesPerSecond: 48e9 },
      ],
      postingSeconds: 5e-7,
      postingOverlapsWire: false,
      messagesPerSecond: 1.5e6,
      source: 'nixlbench, March',
      uncertain: 'one machine',
      knownBytes: [4096, 1_048_576],
    });
  });

  it('may change a named one, and says that it did', () => {
    const base = namedLink('rdma-400g');
    const link = parseLink('name: batched\nfrom: rdma-400g\npostingMicros: 0.5\n', 'l.yaml');
    expect(link).toEqual({
      ...base,
      name: 'batched',
      title: `${base.title}, changed`,
      postingSeconds: 5e-7,
      source: `rdma-400g, changed by the user. ${base.source}`,
    });
    expect(parseLink('name: x\nfrom: efa-p5en\nmessagesPerSecond: null\nknownBytes: null', 'l.yaml')).toMatchObject({
      messagesPerSecond: null,
      knownBytes: null,
    });
  });

  it.each([
    ['', 'l.yaml: the file is empty. Start with "name: my-link" and "from: rdma-400g".'],
    ['name: x\n', 'l.yaml:1:1: a link that is not from a named one needs pieces, postingMicros, source as well (found {"name":"x"}).'],
    [
      'name: x\nfrom: rdma-400\n',
      'l.yaml:2:7 (from): must be nvlink-4, nvlink-5, pcie-4, pcie-5, rdma-400g, efa-p5en, tcp-100g or cross-region (found "rdma-400"). Did you mean rdma-400g?',
    ],
    ['name: x\nfrom: pcie-4\npostingMicro: 1\n', 'l.yaml:3:1 (postingMicro): unknown key "postingMicro". Did you mean postingMicros?'],
    ['name: X y\nfrom: pcie-4\n', 'l.yaml:1:7 (name): must be a name of up to 40 small letters, digits, dots and dashes (found "X y").'],
    [
      'name: x\nfrom: pcie-4\npieces: [{alphaMicros: 1, gigabytesPerSecond: 0}]\n',
      'l.yaml:3:47 (pieces[0].gigabytesPerSecond): must be above 0 GB/s (found 0).',
    ],
    [
      'name: x\nfrom: pcie-4\npieces: [{alphaMicros: 1, gigabytesPerSecond: 1, upToBytes: 8}]\n',
      'l.yaml:3:10 (pieces[0]): the last piece has no upToBytes: it holds for all larger messages (found 8).',
    ],
    [
      'name: x\nfrom: pcie-4\npieces:\n- {upToBytes: 8, alphaMicros: 1, gigabytesPerSecond: 1}\n- {upToBytes: 8, alphaMicros: 1, gigabytesPerSecond: 1}\n- {alphaMicros: 1, gigabytesPerSecond: 1}\n',
      'l.yaml:5:3 (pieces[1]): the piece needs an upToBytes above that of the one before it, 8 (found 8).',
    ],
    ['name: x\nfrom: pcie-4\nknownBytes: [8, 4]\n', 'l.yaml:3:13 (knownBytes): must be the smallest and the largest message size (found [8,4]).'],
    [
      'name: pcie-4\nfrom: pcie-4\n',
      'l.yaml:1:7 (name): is the name of a built-in link: give yours another, and build on that one with from (found "pcie-4").',
    ],
    ['name: x\nfrom: pcie-4\npostingMicros: -1\n', 'l.yaml:3:16 (postingMicros): must not be below 0 us (found -1).'],
    ['name: x\nfrom: pcie-4\npostingMicros: .nan\n', 'l.yaml:3:16 (postingMicros): must be a number of microseconds from 0 to 1e9'],
    ['name: x\n---\nname: y\n', 'l.yaml:2:1: a link is one document, and a second one starts here.'],
    [`${'['.repeat(20_000)}`, 'l.yaml: the text is nested too deeply. A link is three levels deep.'],
  ])('%j is refused at its place', (text, message) => {
    expect(() => parseLink(text, 'l.yaml')).toThrow(message);
  });
});

describe('rows of CSV', () => {
  it('know their lines, have what quotes hold, and leave blank lines out', () => {
    expect(csvRows('a, "b ""c"", d"\r\n\n"two\nlines",\n,x', 'f')).toEqual([
      { line: 1, cells: ['a', 'b "c", d'] },
      { line: 3, cells: ['two\nlines', ''] },
      { line: 5, cells: ['', 'x'] },
    ]);
    expect(csvRows('', 'f')).toEqual([]);
  });

  it('give back what was written, whatever it was', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r', '\u00e9') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const text = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(csvRows(text, 'f').map(({ cells }) => cells)).toEqual(rows);
      }),
      { seed: 20261130 },
    );
  });
});

describe('a sweep in CSV', () => {
  it('is read as CloudAI writes that of nixlbench: microseconds a message', () => {
    const text = '\ufeffblock_size,batch_size,avg_lat,bw_mib_sec,bw_gib_sec,bw_gb_sec\r\n4096,1,6.5,599.5,0.58,0.62\r\n\r\n8192,64,1.5e1,1,1,1\r\n';
    expect(parseSweepCsv(text, 's.csv')).toEqual([
      { bytes: 4096, messages: 1, seconds: expect.closeTo(6.5e-6, 12) },
      { bytes: 8192, messages: 64, seconds: expect.closeTo(960e-6, 12) },
    ]);
  });

  it('is read as plain bytes and seconds, in any order of columns', () => {
    expect(parseSweepCsv('seconds, bytes\n0.5, 10\n', 's.csv')).toEqual([{ bytes: 10, messages: 1, seconds: 0.5 }]);
    expect(parseSweepCsv('seconds,bytes,messages\n0.5,10,3', 's.csv')).toEqual([{ bytes: 10, messages: 3, seconds: 0.5 }]);
  });

  it('is read as bytes and GB/s: 1e9 bytes a second, of all messages', () => {
    expect(parseSweepCsv('bytes,gbps\n1000,0.5\n', 's.csv')).toEqual([{ bytes: 1000, messages: 1, seconds: expect.closeTo(2e-6, 12) }]);
    expect(parseSweepCsv('bytes,gbps,messages\n1000,0.5,10\n', 's.csv')).toEqual([{ bytes: 1000, messages: 10, seconds: expect.closeTo(2e-5, 12) }]);
  });

  it('is read from our own bench: verified points of per-item, a descriptor a message', () => {
    const points = [
      measured(0, { coordinates: { itemBytes: 4096 }, strategy: 'per-item', bytes: 2 ** 20, items: 256 }),
      measured(1, { coordinates: { itemBytes: 4096 }, strategy: 'merged' }),
    ];
    const others = [
      measured(2, { coordinates: { itemBytes: 4096 }, strategy: 'per-item', verified: false }),
      failed(3, { itemBytes: 8 }, 'per-item', 'x', 'a "quoted", reason'),
    ];
    const text = renderReport(report([...points, ...others]), 'csv');
    expect(parseSweepCsv(text, 's.csv')).toEqual([{ bytes: 4096, messages: 256, seconds: points[0]?.wall.p50 }]);
    expect(() => parseSweepCsv(text.replace('gbps', 'speed'), 's.csv')).toThrow('s.csv:1 (speed): unknown column "speed". A disagg-sim bench sweep has');
    expect(() => parseSweepCsv(renderReport(report(others), 'csv'), 's.csv')).toThrow(
      's.csv: no row of the sweep counts. A fit takes verified points of the strategy per-item.',
    );
  });

  it.each([
    ['bytes,seconds\n"1,2\n', 's.csv:2: a quote stands inside of a cell, or is not closed.'],
    ['bytes,seconds\n1"2",2\n', 's.csv:2: a quote stands inside of a cell, or is not closed.'],
    ['', 's.csv: the sweep is empty. Its first line names columns: block_size, batch_size, avg_lat'],
    ['bytes,seconds\n', 's.csv:1: the sweep has no rows.'],
    ['foo,bar\n1,2\n', 's.csv:1: these are no columns of a sweep (found foo bar).'],
    ['bytes,second\n1,2\n', 's.csv:1 (second): unknown column "second". Have block_size'],
    ['bytes,seconds,second\n1,2,3\n', 's.csv:1 (second): unknown column "second". A bytes and seconds sweep has bytes, seconds (and perhaps messages).'],
    ['bytes,bytes,seconds\n1,2,3\n', 's.csv:1 (bytes): the column stands twice.'],
    ['block_size,avg_lat\n1,2\n', 's.csv:1: the column batch_size is missing.'],
    ['bytes,seconds\n1,2\n3\n', 's.csv:3: the row has another number of cells than the first line (row 1, columns 2).'],
    ['bytes,seconds\n1,2\n3,x\n', 's.csv:3 (seconds): must be a number above 0 (found "x").'],
    ['bytes,seconds\n1.5,2\n', 's.csv:2 (bytes): must be a whole number above 0 (found "1.5").'],
    ['bytes,seconds\n1,0\n', 's.csv:2 (seconds): must be a number above 0 (found "0").'],
    ['bytes,seconds\n1,\n', 's.csv:2 (seconds): must be a number above 0 (found nothing).'],
    ['bytes,seconds\n1,1e999\n', 's.csv:2 (seconds): must be a number above 0 (found "1e999").'],
    ['bytes,seconds\n0x10,1\n', 's.csv:2 (bytes): must be a whole number above 0 (found "0x10").'],
  ])('%j is refused at its place', (text, message) => {
    expect(() => parseSweepCsv(text, 's.csv')).toThrow(message);
  });
});
