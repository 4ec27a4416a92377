import { expect, it } from 'vitest';
import type { ComparedPoint, PointChange } from '../../../src/sweep/compareReport.ts';
import { comparedSentence } from '../../../src/web/reports/comparedSentence.ts';

const points = (...changes: readonly PointChange[]) =>
  changes.map((change): ComparedPoint => ({ id: change, coordinates: {}, change, turns: 1, seconds: null, ceiling: null, gbps: { a: 1, b: 1 }, note: null }));

it.each([
  [0, ['same', 'faster', 'mended'], { words: 'No point is slower.', look: 'good' }],
  [0, ['same', 'unclear', 'other-work', 'failed-in-both'], { words: 'No point is known to be slower; of 3 nothing can be said.', look: 'open' }],
  [1, ['slower', 'unclear'], { words: '1 point is slower, or fails.', look: 'bad' }],
  [2, ['slower', 'broken'], { words: '2 points are slower, or fail.', look: 'bad' }],
] as const)('%i regressions of %j', (regressions, changes, sentence) => {
  expect(comparedSentence({ regressions, points: points(...changes) })).toEqual(sentence);
});
