// Twin of src/core/stampCode.ts: the value of a word from its number. Put before every kernel that knows of numbers.
// A number is 53 bits wide, in two words; narrow stamps use the low one only.

override WIDE: bool = false;

const MULTIPLIER = 0x9e3779b1u;
const INVERSE = 0x0e8b2f51u;
const ROUND_MULTIPLIERS = array<u32, 4>(0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du, 0x27d4eb2fu);
const SHIFT = 15u;

const LANES = vec4u(0u, 1u, 2u, 3u);

fn shiftMix(product: vec4u) -> vec4u {
  return product ^ (product >> vec4u(SHIFT));
}

// Narrow stamps of four words, from number * MULTIPLIER of the first.
fn narrowStamps(product: u32) -> vec4u {
  let second = product + MULTIPLIER;
  let third = second + MULTIPLIER;
  return shiftMix(vec4u(product, second, third, third + MULTIPLIER));
}

fn scramble(x: vec4u, multiplier: u32) -> vec4u {
  return shiftMix(x * multiplier);
}

struct Number {
  low: u32,
  high: u32,
}

fn advance(number: Number, words: u32) -> Number {
  let low = number.low + words;
  return Number(low, number.high + select(0u, 1u, low < words));
}

fn wideStamps(low: vec4u, high: vec4u) -> vec4u {
  var left = (low >> vec4u(1u)) | (high << vec4u(31u));
  var right = high >> vec4u(1u);
  right ^= scramble(left, ROUND_MULTIPLIERS[0]);
  left ^= scramble(right, ROUND_MULTIPLIERS[1]);
  right ^= scramble(left, ROUND_MULTIPLIERS[2]);
  left ^= scramble(right, ROUND_MULTIPLIERS[3]);
  return select(left, right, (low & vec4u(1u)) == vec4u(1u));
}

// Values of the four words numbered from `number`.
fn stamps(number: Number) -> vec4u {
  let low = vec4u(number.low) + LANES;
  if (WIDE) {
    return wideStamps(low, vec4u(number.high) + select(vec4u(0u), vec4u(1u), low < LANES));
  }
  return scramble(low, MULTIPLIER);
}

// Value of one word.
fn stamp(number: Number) -> u32 {
  return stamps(number).x;
}

// Number of the word with this narrow value.
fn narrowNumber(value: u32) -> u32 {
  return (value ^ (value >> SHIFT) ^ (value >> (2u * SHIFT))) * INVERSE;
}
