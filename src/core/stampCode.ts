/**
 * @file The code behind "every word carries its own number": a bijection between word numbers and 32-bit values. The WGSL twins in shaders/
 * compute the same; a test holds them equal. Number 0 is never given out, since its value is 0 and fresh buffers are zeros.
 *
 * narrow: numbers below 2^32; value = x ^ (x >>> 15) with x = number * 0x9e3779b1 (mod 2^32). Cheap on purpose: accounting has to keep up with
 * a bare read pass. Since no two words share a value, detection of whole words does not rest on the quality of the mix; the mix keeps shifts by
 * less than a word, and sums, from passing.
 * wide: numbers below 2^53, for more than 2^32 words; a four-round Feistel network over the 64-bit number of each word *pair* gives both words.
 */

/** How many bits a word's number may have. */
export type StampWidth = 'narrow' | 'wide';

const MULTIPLIER = 0x9e3779b1;
/** MULTIPLIER's inverse modulo 2^32. */
const INVERSE = 0xe8b2f51;
const ROUND_MULTIPLIERS = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const;

/** Numbers at or above this need wide stamps. */
export const NARROW_LIMIT = 2 ** 32;

function scramble(x: number, multiplier: number): number {
  const product = Math.imul(x, multiplier);
  return (product ^ (product >>> 15)) >>> 0;
}

/** Value of the word with this number, number < 2^32. */
export function narrowStamp(number: number): number {
  return scramble(number, MULTIPLIER);
}

/** Number of the word with this value: the inverse of `narrowStamp`. */
export function narrowNumber(value: number): number {
  const product = value ^ (value >>> 15) ^ (value >>> 30);
  return Math.imul(product, INVERSE) >>> 0;
}

/** Both words of the pair with this number, pair < 2^52. */
export function wideStampPair(pair: number): readonly [even: number, odd: number] {
  let left = pair >>> 0;
  let right = Math.floor(pair / 2 ** 32) >>> 0;
  right = (right ^ scramble(left, ROUND_MULTIPLIERS[0])) >>> 0;
  left = (left ^ scramble(right, ROUND_MULTIPLIERS[1])) >>> 0;
  right = (right ^ scramble(left, ROUND_MULTIPLIERS[2])) >>> 0;
  left = (left ^ scramble(right, ROUND_MULTIPLIERS[3])) >>> 0;
  return [left, right];
}

/** Number of the pair whose words hold these values, as a bigint of 64 bits: the inverse of `wideStampPair`. */
export function widePairNumber(even: number, odd: number): bigint {
  let left = even >>> 0;
  let right = odd >>> 0;
  left = (left ^ scramble(right, ROUND_MULTIPLIERS[3])) >>> 0;
  right = (right ^ scramble(left, ROUND_MULTIPLIERS[2])) >>> 0;
  left = (left ^ scramble(right, ROUND_MULTIPLIERS[1])) >>> 0;
  right = (right ^ scramble(left, ROUND_MULTIPLIERS[0])) >>> 0;
  return (BigInt(right) << 32n) | BigInt(left);
}

/** Value of the word with this number, either width. */
export function stampWord(number: number, width: StampWidth): number {
  if (width === 'narrow') return narrowStamp(number);
  const pair = wideStampPair(Math.floor(number / 2));
  return number % 2 === 0 ? pair[0] : pair[1];
}
