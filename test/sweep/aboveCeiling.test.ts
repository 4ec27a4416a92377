import { expect, it } from 'vitest';
import { benchText } from '../../src/cli/benchText.ts';
import { aboveCeiling } from '../../src/sweep/aboveCeiling.ts';
import { pointOf, reportWith } from './support.ts';

it('says nothing of points at their ceiling or below', () => {
  expect(aboveCeiling([])).toEqual([]);
  // 1 ms beside the ceiling's 1 ms, and 0.997 ms: 100 % both.
  expect(aboveCeiling([pointOf(0, [0.001]), pointOf(1, [0.000997]), pointOf(2, [0.004])])).toEqual([]);
});

it('says how many are above it, which most, and what to think of that, on the terminal too', () => {
  const points = [pointOf(0, [0.0008]), pointOf(1, [0.0005]), pointOf(2, [0.004])];
  const [sentence = ''] = aboveCeiling(points);
  expect(sentence).toMatch(
    /^2 points are above 100 % of the ceiling, at most 200 % \(length=1,strategy=merged: [\d.]+ GB\/s beside a contiguous copy of [\d.]+ GB\/s, timed with it; charts draw the middle of all points' copies\)\. The ceiling is a comparison, not a law/,
  );
  expect(benchText(reportWith(points))).toContain(`above     ${sentence}`);
});
