/** @file What screen readers are told when it changes, in a sentence: a live region around a whole panel would read all of it out. */

/** A sentence for ears alone; empty where there is nothing to tell. */
export function Announced({ text }: { readonly text: string }) {
  return (
    <p class="hidden" role="status">
      {text}
    </p>
  );
}
