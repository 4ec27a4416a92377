/** @file The plan's steps in order, those carried out marked, any of them to go to. */
import { useEffect, useRef } from 'preact/hooks';
import type { StepLine } from '../engine/transferProtocol.ts';
import { goTo, position } from './transferData.ts';

/** Steps that are listed around the one that is looked at: plans have thousands. */
const MOST_LISTED = 200;

/** A list of buttons, the current one in sight. */
export function StepList({ lines }: { readonly lines: readonly StepLine[] }) {
  const now = position.value;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const frame = list.current;
    const current = frame?.querySelector('[aria-current]');
    // Within its own frame alone: the page itself stays where it is.
    if (frame !== null && current instanceof HTMLElement) frame.scrollTop = current.offsetTop - frame.clientHeight / 2;
  }, [now]);
  const first = Math.max(0, Math.min(now - MOST_LISTED / 2, lines.length - MOST_LISTED));
  const shown = lines.slice(first, first + MOST_LISTED);
  return (
    <section aria-label="Steps">
      <ol class="steps" ref={list}>
        {shown.map((line, i) => {
          const number = first + i + 1;
          return (
            <li key={number} class={number <= now ? 'done' : undefined}>
              <button type="button" class="link" aria-current={number === now ? 'step' : undefined} onClick={() => goTo(number)}>
                <span class="number">{number}</span>
                <span>
                  <span class="kind">{line.kind}</span> {line.text}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {shown.length < lines.length && (
        <p class="faint">
          {shown.length} of {lines.length} steps, around the current one.
        </p>
      )}
    </section>
  );
}
