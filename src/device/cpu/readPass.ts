/** @file Twin of shaders/readPass.wgsl. */

/** Sum of all words modulo 2^32. */
export function readPass(words: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum = (sum + (words[i] as number)) | 0;
  return sum >>> 0;
}
