/** @file Twin of shaders/stamp.wgsl. */
import { narrowStamp, type StampWidth, stampWord } from '../../core/stampCode.ts';

/** Gives word i of `words` the value of number `firstNumber + i`. */
export function stamp(words: Uint32Array, firstNumber: number, width: StampWidth): void {
  if (width === 'narrow') {
    for (let i = 0, number = firstNumber | 0; i < words.length; i++, number = (number + 1) | 0) words[i] = narrowStamp(number);
  } else {
    for (let i = 0; i < words.length; i++) words[i] = stampWord(firstNumber + i, width);
  }
}
