/** @file Stories as findings: one line each, for whoever reads a verdict without its diagnosis. */
import type { Finding } from '../../core/finding.ts';
import { CAUSE_CLASSES } from './causes.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Stories that become findings; the rest are in the diagnosis. */
export const STORIES_FOUND = 32;

/** One finding a story, the largest first; its id is the class of the cause. */
export function storyFindings({ stories }: Diagnosis): readonly Finding[] {
  return stories.slice(0, STORIES_FOUND).map(
    (story): Finding => ({
      id: story.class,
      severity: 'error',
      engine: 'silent',
      side: 'decode',
      message: story.sentence,
      prefill: null,
      decode: null,
      consequence: `Looks like: ${CAUSE_CLASSES[story.class].title}. ${CAUSE_CLASSES[story.class].seen}`,
      mend: '',
    }),
  );
}
