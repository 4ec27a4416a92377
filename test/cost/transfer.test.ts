/** What a transfer takes over a link: by hand, against what others measured, and as laws. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Link, MessageGroup } from '../../src/cost/link.ts';
import { groupMessages } from '../../src/cost/messages.ts';
import { NAMED_LINKS, namedLink } from '../../src/cost/namedLinks.ts';
import { CUDA_BATCH_COPIES, MOONCAKE_EFA_WRITES, VLLM_CONTIGUOUS_RUNS } from '../../src/cost/publicSweeps.ts';
import { breakEvenBytes, modelTransfer, predictSeconds } from '../../src/cost/transfer.ts';

const SEED = 20261130;
const MICRO = 1e-6;

/** Two pieces, round figures: 10 us + 1 GB/s up to 1,000 B, then 20 us + 2 GB/s; 5 us a descriptor. */
const round: Link = {
  ...namedLink('rdma-400g'),
  name: 'round',
  pieces: [
    { toBytes: 1000, alphaSeconds: 10 * MICRO, bytesPerSecond: 1e9 },
    { toBytes: Number.POSITIVE_INFINITY, alphaSeconds: 20 * MICRO, bytesPerSecond: 2e9 },
  ],
  postingSeconds: 5 * MICRO,
  knownBytes: [100, 100_000],
};

describe('messages by size', () => {
  it('are counted, ascending, as far as the array is filled', () => {
    expect(groupMessages(new Uint32Array([8, 8, 4, 8, 16, 99, 99]), 5)).toEqual([
      { bytes: 4, count: 1 },
      { bytes: 8, count: 3 },
      { bytes: 16, count: 1 },
    ]);
    expect(groupMessages([])).toEqual([]);
  });

  it('hold every message once, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), (lengths) => {
        const groups = groupMessages(lengths);
        expect(groups.reduce((sum, { bytes, count }) => sum + bytes * count, 0)).toBe(lengths.reduce((sum, bytes) => sum + bytes, 0));
        expect(groups).toEqual(groupMessages(lengths.toSorted()));
      }),
      { seed: SEED },
    );
  });
});

describe('by hand', () => {
  it('a lone message takes its line of the sweep, on either side of the break', () => {
    expect(predictSeconds(round, 1000)).toBeCloseTo(11 * MICRO, 12);
    expect(predictSeconds(round, 1001)).toBeCloseTo(20.5005 * MICRO, 12);
    for (const bytes of [1, 1000, 1001, 60_000]) expect(modelTransfer(round, [{ bytes, count: 1 }]).seconds).toBeCloseTo(predictSeconds(round, bytes), 12);
  });

  it('of many small ones posting decides, and the last one still has its latency', () => {
    // 100 x 5 us; the last message of 1,000 B takes 11 us in all, 5 of which are its posting.
    expect(modelTransfer(round, [{ bytes: 1000, count: 100 }])).toEqual({
      link: 'round',
      seconds: expect.closeTo(506 * MICRO, 12),
      boundBy: 'posting',
      wireSeconds: expect.closeTo(50 * MICRO, 12),
      postingSeconds: expect.closeTo(500 * MICRO, 12),
      messageRateSeconds: null,
      latencySeconds: expect.closeTo(6 * MICRO, 12),
      descriptors: 100,
      bytes: 100_000,
      extrapolated: false,
    });
  });

  it('of large ones the wire decides, and alpha is paid once', () => {
    // 10 x 60,000 B at 2 GB/s are 300 us; a lone one takes 50 us, 30 of which are on the wire.
    expect(modelTransfer(round, [{ bytes: 60_000, count: 10 }])).toMatchObject({
      seconds: expect.closeTo(320 * MICRO, 12),
      boundBy: 'wire',
      latencySeconds: expect.closeTo(20 * MICRO, 12),
    });
  });

  it('a ceiling of messages decides where it is the lowest, and posting that comes first adds up', () => {
    const slow = { ...round, messagesPerSecond: 1e5 };
    // 100 x 10 us, and 11 us less the link's own 10 of the last one.
    expect(modelTransfer(slow, [{ bytes: 1000, count: 100 }])).toMatchObject({ seconds: expect.closeTo(1001 * MICRO, 12), boundBy: 'message-rate' });
    const serial = { ...round, postingOverlapsWire: false };
    // 500 us of posting, 50 us of wire, and of the last message's 11 us what is neither its 5 us of posting nor its 0.5 us of wire.
    expect(modelTransfer(serial, [{ bytes: 1000, count: 100 }])).toMatchObject({ seconds: expect.closeTo(555.5 * MICRO, 12), boundBy: 'posting' });
    expect(modelTransfer(serial, [{ bytes: 1000, count: 1 }]).seconds).toBeCloseTo(11 * MICRO, 12);
  });

  it('too few to hide a latency are bound by it; none take no time; sizes not known are said to be', () => {
    expect(modelTransfer(round, [{ bytes: 1000, count: 1 }]).boundBy).toBe('latency');
    expect(modelTransfer(round, [])).toMatchObject({ seconds: 0, descriptors: 0, extrapolated: false });
    expect(modelTransfer(round, [{ bytes: 99, count: 1 }]).extrapolated).toBe(true);
    expect(modelTransfer(round, [{ bytes: 100_001, count: 1 }]).extrapolated).toBe(true);
    expect(modelTransfer({ ...round, knownBytes: null }, [{ bytes: 1000, count: 1 }]).extrapolated).toBe(true);
  });
});

describe('the worked example: 4,053 descriptors, 72,045,312 B', () => {
  // DeepSeek-V4-Flash, 64 pages of every KV entry: 20 C128, 21 C4 with their indexers; one SWA page of every state entry: 43 windows, 21 + 21 compression states.
  const groups: readonly MessageGroup[] = [
    { bytes: 1728, count: 20 * 64 },
    { bytes: 8448, count: 21 * 64 },
    { bytes: 37_440, count: 21 * 64 },
    { bytes: 16_384, count: 21 },
    { bytes: 65_536, count: 21 },
    { bytes: 149_760, count: 43 },
  ];
  const bytes = 72_045_312;
  const ms = (seconds: number) => seconds * 1000;
  const link = (postingMicros: number) => ({ ...namedLink('rdma-400g'), postingSeconds: postingMicros * MICRO });
  const of = (descriptors: number, postingMicros: number) =>
    modelTransfer(link(postingMicros), descriptors === 4053 ? groups : [{ bytes: bytes / descriptors, count: descriptors }]);

  it('is these groups, and the C128 pages lie below what the link is known for', () => {
    expect(of(4053, 3.4)).toMatchObject({ descriptors: 4053, bytes, extrapolated: true });
    // The last to arrive may be a window's page: 6.6 us and its bytes at 9.8 GB/s, less its own posting.
    expect(of(4053, 3.4).seconds).toBeCloseTo(4053 * 3.4e-6 + (6.6e-6 + 149_760 / 9.8e9 - 3.4e-6), 9);
  });
  it('takes 1.49 ms on the wire at 48.5 GB/s', () => expect(ms(of(4053, 3.4).wireSeconds)).toBeCloseTo(1.4855, 3));
  it('and 13.8 ms, or 2.0 ms, of posting at 3.4 and 0.5 us', () => {
    expect(ms(of(4053, 3.4).postingSeconds)).toBeCloseTo(13.78, 2);
    expect(ms(of(4053, 0.5).postingSeconds)).toBeCloseTo(2.03, 2);
    expect(of(4053, 3.4).boundBy).toBe('posting');
  });
  it('and merged to 147 descriptors 0.5 ms, so that the wire decides', () => {
    expect(ms(of(147, 3.4).postingSeconds)).toBeCloseTo(0.4998, 4);
    expect(of(147, 3.4)).toMatchObject({ boundBy: 'wire', seconds: expect.closeTo(1.4855e-3 + 8.9e-6, 6) });
  });
  it('breaks even at 24, 85 and 161 KiB', () => {
    const sizes = [0.5, 1.8, 3.4].map((micros) => breakEvenBytes({ ...namedLink('rdma-400g'), postingSeconds: micros * MICRO }) / 1024);
    expect(sizes.map(Math.round)).toEqual([24, 85, 161]);
  });
});

describe('against what others measured', () => {
  it('EFA: the ceiling of messages below 256 KiB, the wire above; within 4 %, and 13 % where the two meet', () => {
    for (const { bytes, gbps } of MOONCAKE_EFA_WRITES) {
      const transfer = modelTransfer(namedLink('efa-p5en'), [{ bytes, count: 16 * 128 * 1000 }]);
      expect(transfer.boundBy).toBe(bytes < 2 ** 18 ? 'message-rate' : 'wire');
      expect(Math.abs(transfer.bytes / transfer.seconds / 1e9 / gbps - 1)).toBeLessThan(bytes === 2 ** 18 ? 0.13 : 0.04);
    }
  });

  it('cuMemcpyBatchAsync: scattered pages are bound by submission, runs of 16 by PCIe', () => {
    const { pages, pageBytes, scattered, runsOf16 } = CUDA_BATCH_COPIES;
    const gbps = ({ bytes, seconds }: { bytes: number; seconds: number }) => bytes / seconds / 1e9;
    const one = modelTransfer(namedLink('pcie-5'), [{ bytes: pageBytes, count: pages }]);
    expect(one.boundBy).toBe('posting');
    expect(Math.abs(one.postingSeconds / scattered.submitSeconds - 1)).toBeLessThan(0.01);
    expect(gbps(one)).toBeGreaterThan(scattered.gbpsBackToBack[0]);
    expect(gbps(one)).toBeLessThan(scattered.gbpsBackToBack[1]);
    const merged = modelTransfer(namedLink('pcie-5'), [{ bytes: pageBytes * 16, count: runsOf16.descriptors }]);
    expect(merged.boundBy).toBe('wire');
    expect(Math.abs(gbps(merged) / runsOf16.gbpsBackToBack - 1)).toBeLessThan(0.02);
  });

  describe('vllm#55841, fitted on "before" alone', () => {
    const { before, after } = VLLM_CONTIGUOUS_RUNS;
    /** Blocks before merging: what the bytes are in proportion to. */
    const blocks = ({ descriptors, merged }: { descriptors: number; merged: number }) => descriptors / (1 - merged);
    const blockBytes = 65_536;
    const bare = { ...namedLink('rdma-400g'), postingSeconds: before.postingSeconds / before.descriptors };
    const line = (bytesPerSecond: number) => [{ toBytes: Number.POSITIVE_INFINITY, alphaSeconds: 0, bytesPerSecond }];
    /** What is left after posting is bytes on the wire: posting first, then bytes. */
    const bytesAfterPosting = { ...bare, postingOverlapsWire: false, pieces: line((blocks(before) * blockBytes) / (before.seconds - before.postingSeconds)) };
    /** All of it is a cost a message. */
    const costAMessage = { ...bare, pieces: line(1e15), messagesPerSecond: before.descriptors / before.seconds };
    const messagesOf = (seen: { descriptors: number; merged: number }) => [{ bytes: (blocks(seen) * blockBytes) / seen.descriptors, count: seen.descriptors }];

    it('both readings give back what they were fitted on', () => {
      for (const link of [bytesAfterPosting, costAMessage]) expect(modelTransfer(link, messagesOf(before)).seconds).toBeCloseTo(before.seconds, 6);
    });

    it('posting is predicted within 10 %', () => {
      for (const seen of after) expect(Math.abs(modelTransfer(bytesAfterPosting, messagesOf(seen)).postingSeconds / seen.postingSeconds - 1)).toBeLessThan(0.1);
    });

    it('the whole within 25 %: too much where the rest is taken for bytes, too little where it is taken for messages', () => {
      for (const seen of after) {
        const high = modelTransfer(bytesAfterPosting, messagesOf(seen)).seconds / seen.seconds;
        const low = modelTransfer(costAMessage, messagesOf(seen)).seconds / seen.seconds;
        expect(high).toBeGreaterThan(1);
        expect(high).toBeLessThan(1.25);
        expect(low).toBeLessThan(1);
        expect(low).toBeGreaterThan(0.75);
      }
    });
  });
});

describe('laws', () => {
  const anyLink = fc.constantFrom(...NAMED_LINKS.values(), round, { ...round, postingOverlapsWire: false, messagesPerSecond: 1e5 });
  const anyMessages: fc.Arbitrary<MessageGroup[]> = fc.array(
    fc.record({ bytes: fc.integer({ min: 1, max: 2 ** 26 }), count: fc.integer({ min: 1, max: 5000 }) }),
    { maxLength: 6 },
  );

  it('a further message never makes a transfer faster', () => {
    fc.assert(
      fc.property(anyLink, anyMessages, fc.integer({ min: 1, max: 2 ** 26 }), (link, messages, bytes) => {
        expect(modelTransfer(link, [...messages, { bytes, count: 1 }]).seconds).toBeGreaterThanOrEqual(modelTransfer(link, messages).seconds);
      }),
      { seed: SEED },
    );
  });

  it('no transfer is faster than any of its resources, nor than its slowest message alone', () => {
    fc.assert(
      fc.property(anyLink, anyMessages, (link, messages) => {
        const { seconds, wireSeconds, postingSeconds, messageRateSeconds } = modelTransfer(link, messages);
        const alone = messages.map(({ bytes }) => predictSeconds(link, bytes));
        expect(seconds * (1 + 1e-9)).toBeGreaterThanOrEqual(Math.max(wireSeconds, postingSeconds, messageRateSeconds ?? 0, ...alone));
      }),
      { seed: SEED },
    );
  });

  it('groups may be split and put in any order', () => {
    fc.assert(
      fc.property(anyLink, anyMessages, (link, messages) => {
        const split = messages
          .flatMap(({ bytes, count }) => [
            { bytes, count: count - 1 },
            { bytes, count: 1 },
          ])
          .toReversed();
        expect(modelTransfer(link, split).seconds).toBeCloseTo(modelTransfer(link, messages).seconds, 9);
      }),
      { seed: SEED },
    );
  });
});
