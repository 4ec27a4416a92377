/** @file A stable name for a value's content: SHA-256 over canonical JSON. Written out here because pure code has no crypto module. */

/** JSON in ASCII, with sorted keys and no spaces; bigints as `"0x…"`; undefined members left out, as JSON does. */
export function canonicalJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return `0x${inner.toString(16)}`;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** SHA-256 (FIPS 180-4) of an ASCII text, in lower-case hex. */
export function sha256(text: string): string {
  const padded = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64);
  for (let i = 0; i < text.length; i++) padded[i] = text.charCodeAt(i);
  padded[text.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(text.length / 2 ** 29));
  view.setUint32(padded.length - 4, (text.length << 3) >>> 0);
  const state = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Int32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) digestBlock(state, words, view, offset);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

const PRIMES = firstPrimes(64);
/** First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

function rotate(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

/**
 * Folds one 64-byte block into the state. Plain assignments on purpose: the page hashes its first scenarios before anything is compiled, and a scenario of many requests is tens of
 * megabytes.
 * @param words scratch
 */
function digestBlock(state: Uint32Array, words: Int32Array, view: DataView, offset: number): void {
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(offset + 4 * t);
  for (let t = 16; t < 64; t++) {
    const early = words[t - 15] as number;
    const late = words[t - 2] as number;
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[t] = (words[t - 16] as number) + mixedEarly + (words[t - 7] as number) + mixedLate;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUND_CONSTANTS[t] as number) + (words[t] as number)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] = (state[i] as number) + value;
  });
}
