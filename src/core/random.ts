/**
 * @file Seeded random streams. One seed, a stream per purpose: a change of what one purpose draws leaves the others alone.
 */

/** A deterministic stream of random numbers (xoshiro128**, seeded by splitmix32 over seed and purpose). */
export interface RandomStream {
  /** Uniform unsigned 32-bit integer. */
  uint32(): number;
  /** Uniform integer in [0, bound), bound in 1..2^32, without modulo bias. */
  below(bound: number): number;
  /** Uniform in [0, 1) with 32 bits. */
  unit(): number;
  /** Fisher-Yates shuffle in place; returns its argument. */
  shuffle<T>(items: T[]): T[];
}

/** FNV-1a over the purpose's UTF-16 code units: only spreads names, nothing depends on its quality. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * A stream for one purpose.
 * @param seed any integer of 0..2^53-1; both halves count
 * @param purpose such as `fragmentation/decode`; streams of unlike purposes are independent
 */
export function randomStream(seed: number, purpose: string): RandomStream {
  let mixer = (hashName(purpose) ^ (seed >>> 0) ^ Math.imul(Math.floor(seed / 2 ** 32) + 1, 0x9e3779b9)) >>> 0;
  const next = () => {
    mixer = (mixer + 0x9e3779b9) >>> 0;
    let z = mixer;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let [a, b, c, d] = [next(), next(), next(), next() | 1];
  const rotl = (x: number, k: number) => (x << k) | (x >>> (32 - k));
  const uint32 = () => {
    const result = Math.imul(rotl(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotl(d, 11);
    return result;
  };
  const below = (bound: number) => {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let draw = uint32();
    while (draw >= limit) draw = uint32();
    return draw % bound;
  };
  return {
    uint32,
    below,
    unit: () => uint32() / 2 ** 32,
    shuffle: (items) => {
      for (let i = items.length - 1; i > 0; i--) {
        const j = below(i + 1);
        const held = items[i] as (typeof items)[number];
        items[i] = items[j] as (typeof items)[number];
        items[j] = held;
      }
      return items;
    },
  };
}
