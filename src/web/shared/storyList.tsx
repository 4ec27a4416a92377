/** @file What went wrong, a sentence a story, with the mark that its places bear on the maps. */
import type { Finding } from '../../core/finding.ts';
import { CAUSE_CLASSES } from '../../verify/diagnosis/causes.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import { Swatch } from './swatch.tsx';

/** Stories that are listed; more help nobody. */
const MOST_LISTED = 50;

/**
 * A list, empty where nothing went wrong.
 * @param passed what the engine refuses and was passed by: stories tell where bytes went, and this why they were sent so
 */
export function StoryList({ stories, passed = [] }: { readonly stories: readonly Story[]; readonly passed?: readonly Finding[] }) {
  if (stories.length === 0) return null;
  return (
    <>
      <h3>What went wrong</h3>
      {passed.length > 0 && (
        <p>
          The engine refuses this hand-off, and was passed by: {passed.map(({ id, message }) => `${message} (${id})`).join('; ')}. Begin there: what follows
          tells where the bytes went, not why they were sent so.
        </p>
      )}
      <ol class="stories">
        {stories.slice(0, MOST_LISTED).map((story) => (
          <li key={story.sentence}>
            <Swatch state={story.class} /> <strong>{CAUSE_CLASSES[story.class].title}</strong> <span class="faint">({story.class})</span>
            <br />
            {story.sentence}
          </li>
        ))}
      </ol>
      {stories.length > MOST_LISTED && <p class="faint">and {stories.length - MOST_LISTED} more.</p>}
    </>
  );
}
