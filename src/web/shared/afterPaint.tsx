/** @file Parts of a view that nobody looks for first. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Shows its children once what is around them has been painted, in a task of their own: all at once would keep the page from answering for longer than a few frames. */
export function AfterPaint({ children }: { readonly children: ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    // Effects run after a paint; the timer keeps two of these apart.
    const timer = setTimeout(() => setDue(true), 0);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
