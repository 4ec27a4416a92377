/** @file The name somebody probably meant. */

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`; case counts half. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? j;
  const cost = (i: number, j: number) => {
    if (a[i] === b[j]) return 0;
    return a[i]?.toLowerCase() === b[j]?.toLowerCase() ? 0.5 : 1;
  };
  for (let i = 1; i <= a.length; i++) {
    const row = rows[i] ?? [];
    for (let j = 1; j <= b.length; j++) {
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost(i - 1, j - 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(i - 2, j - 2) + 1);
      row[j] = best;
    }
  }
  return at(a.length, b.length);
}

/** Words longer than this are nobody's typing mistake; it bounds the work. */
const LONGEST_WORD = 64;

/** The name among `known` nearest to `given`, or null where none is near: about one edit in three letters, or one being the start of the other. */
export function nearestName(given: string, known: readonly string[]): string | null {
  if (given.length > LONGEST_WORD) return null;
  let best: string | null = null;
  let bestDistance = Math.max(1, given.length / 3) + 0.01;
  for (const name of known) {
    const short = given.toLowerCase();
    const isStart = short.length >= 3 && (name.toLowerCase().startsWith(short) || short.startsWith(name.toLowerCase()));
    // Every letter more or less is an edit: most names are out of reach by their length alone.
    if (!isStart && Math.abs(name.length - given.length) >= bestDistance) continue;
    const distance = isStart ? Math.min(1, editDistance(given, name)) : editDistance(given, name);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}
