/** @file Grouping; `Map.groupBy` of later ECMAScript editions, which Node 20 lacks. */

/** Items by key, keys in the order first met, items in the order given. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
