/** Python's printing and comparing, where it shows. */
import { describe, expect, it } from 'vitest';
import { pyEquals, pyText, pyTruth, pyTuple } from '../../src/core/python.ts';

describe('python', () => {
  it('prints as Python does', () => {
    expect([null, true, false, 0, -3, 1.5, 1e21, 2n ** 70n].map(pyText)).toEqual([
      'None',
      'True',
      'False',
      '0',
      '-3',
      '1.5',
      '1000000000000000000000',
      '1180591620717411303424',
    ]);
    expect([pyTuple([]), pyTuple([1]), pyTuple([256, null])]).toEqual(['()', '(1,)', '(256, None)']);
  });

  it('compares as Python does', () => {
    expect([pyEquals(false, 0), pyEquals(true, 1), pyEquals(1n, 1), pyEquals(null, null), pyEquals(1.5, 1.5)]).toEqual([true, true, true, true, true]);
    expect([pyEquals(null, false), pyEquals(true, 2), pyEquals(0, null), pyEquals(1.5, 1)]).toEqual([false, false, false, false]);
    expect([null, false, 0, 0n, true, -1].map(pyTruth)).toEqual([false, false, false, false, true, true]);
  });
});
