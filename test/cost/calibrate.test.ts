/** Fits: lines given back, breaks found, errors held out, and what cannot be fitted refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLink, halfSpeedBytes, sweepErrors } from '../../src/cost/calibrate.ts';
import { fitPieces } from '../../src/cost/fitPieces.ts';
import { LINK_NAMES, NAMED_LINKS, namedLink } from '../../src/cost/namedLinks.ts';
import { NIXLBENCH_UCX, type SweepSample } from '../../src/cost/publicSweeps.ts';
import { modelTransfer } from '../../src/cost/transfer.ts';

const SEED = 20261130;
const options = { name: 'fit', title: 'a fit', what: 'a test' };
const powers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => 2 ** (from + i));

describe('the public sweep', () => {
  it('gives rdma-400g: two pieces, the break between 128 and 256 KiB', () => {
    const [small, large] = fitLink(NIXLBENCH_UCX, { ...options, mostPieces: 2 }).link.pieces;
    expect(small?.toBytes).toBe(namedLink('rdma-400g').pieces[0]?.toBytes);
    expect([small, large].map((piece) => [piece?.alphaSeconds.toExponential(0), Math.round((piece?.bytesPerSecond ?? 0) / 1e8) / 10])).toEqual([
      ['7e-6', 9.8],
      ['9e-6', 48.5],
    ]);
    expect(small?.alphaSeconds).toBeCloseTo(6.6e-6, 7);
    expect(large?.alphaSeconds).toBeCloseTo(8.9e-6, 7);
  });

  it('is met by rdma-400g within 1 % from 256 KiB up, and within 10 % throughout', () => {
    for (const { bytes, relativeError } of sweepErrors(namedLink('rdma-400g'), NIXLBENCH_UCX))
      expect(Math.abs(relativeError)).toBeLessThan(bytes < 2 ** 18 ? 0.1 : 0.01);
    expect(Math.round(halfSpeedBytes(namedLink('rdma-400g')) / 1000)).toBe(432);
  });

  it('is not met by one line: the protocol switches', () => {
    expect(fitLink(NIXLBENCH_UCX, { ...options, mostPieces: 1 }).worstError).toBeGreaterThan(0.4);
  });

  it('is predicted where held out, but for the point beside the switch, which is said to lie there', () => {
    const { holdOut, worstError } = fitLink(NIXLBENCH_UCX, options);
    expect(worstError).toBeLessThan(0.011);
    expect(holdOut?.points.map(({ bytes, betweenPieces }) => [bytes, betweenPieces])).toEqual([
      [16_384, false],
      [262_144, true],
      [4_194_304, false],
    ]);
    expect(holdOut?.worstError).toBeLessThan(0.09);
  });
});

describe('lines', () => {
  const alpha = fc.double({ min: 1e-7, max: 1e-3, noNaN: true });
  const bandwidth = fc.double({ min: 1e8, max: 1e12, noNaN: true });

  it('without noise are given back, and one is taken for one', () => {
    fc.assert(
      fc.property(alpha, bandwidth, (alphaSeconds, bytesPerSecond) => {
        const points = powers(10, 26).map((bytes) => ({ bytes, seconds: alphaSeconds + bytes / bytesPerSecond }));
        const pieces = fitPieces(points, 3);
        expect(pieces).toHaveLength(1);
        for (const { bytes, seconds } of points) expect((pieces?.[0]?.alphaSeconds ?? 0) + bytes / (pieces?.[0]?.bytesPerSecond ?? 0)).toBeCloseTo(seconds, 9);
      }),
      { seed: SEED },
    );
  });

  it('of two protocols are told apart wherever the switch lies, in any order of points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 13, max: 22 }), fc.integer({ min: 0, max: 1000 }), (switchPower, shuffle) => {
        const time = (bytes: number) => (bytes <= 2 ** switchPower ? 5e-6 + bytes / 2e9 : 50e-6 + bytes / 40e9);
        const points = powers(10, 26).map((bytes) => ({ bytes, seconds: time(bytes) }));
        const pieces = fitPieces(
          points.toSorted((a, b) => ((a.bytes * 7919 + shuffle) % 101) - ((b.bytes * 7919 + shuffle) % 101)),
          3,
        );
        expect(pieces).toHaveLength(2);
        expect(pieces?.[0]?.toBytes).toBe(Math.floor(Math.sqrt(2 ** (2 * switchPower + 1))));
        expect(pieces?.[1]?.bytesPerSecond).toBeCloseTo(40e9, -6);
      }),
      { seed: SEED },
    );
  });

  it('have no alpha below 0, and no bandwidth where times do not grow', () => {
    expect(
      fitPieces(
        powers(10, 14).map((bytes) => ({ bytes, seconds: bytes ** 2 * 1e-12 })),
        1,
      )?.[0]?.alphaSeconds,
    ).toBe(0);
    expect(
      fitPieces(
        powers(10, 14).map((bytes) => ({ bytes, seconds: 1 / bytes })),
        3,
      ),
    ).toBeNull();
  });
});

describe('batches', () => {
  const single = (bytes: number): SweepSample => ({ bytes, messages: 1, seconds: 10e-6 + bytes / 50e9 });

  it('beside single messages show the posting cost', () => {
    const batch = (bytes: number): SweepSample => ({ bytes, messages: 64, seconds: 64 * Math.max(3e-6, bytes / 50e9) });
    const { link } = fitLink([...powers(12, 24).map(single), ...powers(12, 24).map(batch)], options);
    expect(link.postingSeconds).toBeCloseTo(3e-6, 9);
    expect(link).toMatchObject({ postingOverlapsWire: true, knownBytes: [4096, 2 ** 24] });
  });

  it('alone give posting and bandwidth, one after the other', () => {
    const batch = (bytes: number): SweepSample => ({ bytes, messages: 100, seconds: 100 * 2e-6 + (100 * bytes) / 25e9 });
    const { link, worstError } = fitLink(powers(12, 20).map(batch), options);
    expect(link).toMatchObject({ postingSeconds: expect.closeTo(2e-6, 9), postingOverlapsWire: false });
    expect(worstError).toBeLessThan(1e-6);
    expect(modelTransfer(link, [{ bytes: 8192, count: 1000 }]).seconds).toBeCloseTo(1000 * 2e-6 + 8_192_000 / 25e9, 6);
  });

  it('that show nothing leave posting at 0, and the link says so', () => {
    expect(fitLink(powers(12, 24).map(single), options).link).toMatchObject({
      postingSeconds: 0,
      uncertain: expect.stringContaining('does not show what posting costs'),
    });
  });
});

describe('what cannot be fitted', () => {
  const line = (bytes: number): SweepSample => ({ bytes, messages: 1, seconds: 1e-5 + bytes / 1e10 });

  it('is refused, in words', () => {
    expect(() => fitLink([line(1), line(2), line(2)], options)).toThrow('the sweep has too few message sizes to fit a line (sizes 2, least 3).');
    expect(() =>
      fitLink(
        Array.from({ length: 401 }, (_, i) => line(i + 1)),
        options,
      ),
    ).toThrow('the sweep has too many message sizes (sizes 401, most 400).');
    expect(() =>
      fitLink(
        powers(1, 5).map((bytes) => ({ bytes, messages: 1, seconds: 1 / bytes })),
        options,
      ),
    ).toThrow('no bandwidth fits them (from 0.5 s for 2 B, to 0.03125 s for 32 B). Is the column of times the right one?');
  });

  it.each([
    ['equal', () => 1e-5],
    ['hardly growing', (bytes: number) => 1e-5 + bytes * 1e-16],
  ])('is refused where times are %s: sizes that take no more time tell nothing of a bandwidth', (_, time) => {
    const flat = powers(12, 24).map((bytes) => ({ bytes, messages: 1, seconds: time(bytes) }));
    expect(() => fitLink(flat, options)).toThrow('the times do not grow with the message size: no bandwidth fits them');
    // And batches alone, whose pieces are found in another way.
    expect(() =>
      fitLink(
        flat.map((sample) => ({ ...sample, messages: 4 })),
        options,
      ),
    ).toThrow('no bandwidth fits them');
  });

  it('holds nothing out of six points, and says so', () => {
    const fit = fitLink(powers(10, 15).map(line), options);
    expect(fit.holdOut).toBeNull();
    expect(fit.link.uncertain).toContain('Too few points to hold any out.');
  });
});

describe('named links', () => {
  it('are the eight, each with figures that can be and words about them', () => {
    expect(LINK_NAMES).toEqual(['nvlink-4', 'nvlink-5', 'pcie-4', 'pcie-5', 'rdma-400g', 'efa-p5en', 'tcp-100g', 'cross-region']);
    for (const link of NAMED_LINKS.values()) {
      expect(link.pieces.at(-1)?.toBytes).toBe(Number.POSITIVE_INFINITY);
      expect(link.pieces.map(({ toBytes }) => toBytes)).toEqual(link.pieces.map(({ toBytes }) => toBytes).toSorted((a, b) => a - b));
      for (const { alphaSeconds, bytesPerSecond } of link.pieces) {
        expect(alphaSeconds).toBeGreaterThan(1e-7);
        expect(bytesPerSecond).toBeGreaterThan(1e9);
        expect(bytesPerSecond).toBeLessThan(900e9);
      }
      expect(link.postingSeconds).toBeGreaterThan(1e-7);
      expect(link.source.length).toBeGreaterThan(80);
      expect(link.uncertain.length).toBeGreaterThan(80);
    }
  });

  it('are refused by another name, with those there are', () => {
    expect(() => namedLink('rdma')).toThrow('there is no link "rdma". Name one of nvlink-4,');
  });
});
