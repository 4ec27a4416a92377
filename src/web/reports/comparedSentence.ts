/** @file A comparison in one sentence: what got worse, and of how many points nothing can be said. */
import { formatInteger } from '../../core/units.ts';
import type { CompareReport } from '../../sweep/compareReport.ts';

/** The sentence, and how it looks: `good` only where every point is known not to be slower. */
export function comparedSentence({ regressions, points }: Pick<CompareReport, 'regressions' | 'points'>): {
  readonly words: string;
  readonly look: 'good' | 'bad' | 'open';
} {
  if (regressions > 0)
    return { words: regressions === 1 ? '1 point is slower, or fails.' : `${formatInteger(regressions)} points are slower, or fail.`, look: 'bad' };
  const untold = points.filter(({ change }) => change !== 'same' && change !== 'faster' && change !== 'mended').length;
  if (untold === 0) return { words: 'No point is slower.', look: 'good' };
  return { words: `No point is known to be slower; of ${formatInteger(untold)} nothing can be said.`, look: 'open' };
}
