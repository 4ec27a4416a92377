/** @file Work in several tasks, so that the page answers in between. */

/** Resolves in a task of its own. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
