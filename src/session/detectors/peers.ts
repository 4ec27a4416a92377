/** @file The verifiers of other tools, as far as their sources say how they work. */
import { randomStream } from '../../core/random.ts';
import type { Area } from '../../verify/areas.ts';
import { type ArrivalBytes, anyDiffers, type PeerDetector } from './detector.ts';

/** nixlbench: the initiator's buffers hold 0xbb, the target's 0xaa, and every byte is compared. */
const constantFill: PeerDetector = {
  name: 'constant fill',
  title: 'nixlbench: every byte sent is 0xbb.',
  contents: () => Uint32Array.of(0xbbbbbbbb),
  rings: anyDiffers,
};

/** Mooncake's tebench: one byte for a whole region. */
const regionByte: PeerDetector = {
  name: 'one byte a region',
  title: 'Mooncake tebench: one byte for a whole region, here a registered entry; it differs from entry to entry.',
  contents: (area) => Uint32Array.of(0x01010101 * byteOf(area)),
  rings: anyDiffers,
};

/** A byte for each entry, from its name; 255 of them, so that some collide, as they do there. */
function byteOf({ owner, family, layer, tensor }: Area): number {
  return 1 + randomStream(0, `${owner}/${family}/${layer}/${tensor?.name}`).below(254);
}

const MIB = 2 ** 20;

/** nvbandwidth: a seeded pattern of 2 MiB, repeated. */
const repeated2MiB: PeerDetector = {
  name: '2 MiB repeat',
  title: 'nvbandwidth: a random pattern of 2 MiB, repeated over the buffer.',
  contents: repeated(2 * MIB, 'nvbandwidth'),
  rings: anyDiffers,
};

/** TransferBench: a pattern of 383 floats. */
const repeated383Floats: PeerDetector = {
  name: '383-float repeat',
  title: 'TransferBench: a pattern of 383 floats (1,532 B), repeated over the buffer.',
  contents: repeated(383 * 4, 'TransferBench'),
  rings: anyDiffers,
};

/** The pattern begins at the start of every buffer, which is a tensor. */
function repeated(bytes: number, name: string): PeerDetector['contents'] {
  const random = randomStream(0, name);
  const words = Uint32Array.from({ length: bytes / 4 }, () => random.uint32());
  return () => words;
}

/** SGLang's checksum of a request: Adler-32 over its bytes on both sides. */
const adler32: PeerDetector = {
  name: 'Adler-32',
  title: 'SGLang #39500: a checksum over each request, here over all that it should have received; says only that something differs.',
  contents: () => null,
  rings: (arrivals) => {
    const requests = new Set(arrivals.map(({ request }) => request));
    return [...requests].some((request) => {
      const own = arrivals.filter((arrival) => arrival.request === request);
      return adlerOf(own, 'found') !== adlerOf(own, 'sent');
    });
  },
};

/** RFC 1950, over the bytes in the order of the arrivals. */
function adlerOf(arrivals: readonly ArrivalBytes[], side: 'found' | 'sent'): number {
  let a = 1;
  let b = 0;
  for (const arrival of arrivals) {
    const words = arrival[side];
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    for (let i = 0; i < bytes.length; i++) {
      a = (a + (bytes[i] as number)) % 65521;
      b = (b + a) % 65521;
    }
  }
  return b * 65536 + a;
}

/** All of them, in the order of the table. */
export const PEER_DETECTORS: readonly PeerDetector[] = [constantFill, regionByte, repeated2MiB, repeated383Floats, adler32];
