/** @file How near a name must be to a known one, so that it is taken for a slip. The server has flags and variables that are not listed here: one of those must not pass for a slip. */
import { editDistance } from '../scenario/nearestName.ts';

/** Whether `name` is a slip for `known`: two edits, and one more for every ten letters past thirty. A longer name that begins like a known one is another name. */
export function isNear(name: string, known: string): boolean {
  return editDistance(name, known) <= mostEdits(name);
}

/** Whether no other name is as near to `name` as `nearest`. */
export function isOnlyNear(name: string, nearest: string, names: readonly string[]): boolean {
  const least = editDistance(name, nearest);
  return (
    isNear(name, nearest) && names.every((other) => other === nearest || Math.abs(other.length - name.length) > least || editDistance(name, other) > least)
  );
}

function mostEdits(name: string): number {
  return Math.max(2, Math.floor(name.length / 10));
}
