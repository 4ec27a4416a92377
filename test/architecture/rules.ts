/**
 * @file The import rules themselves, as functions from imports to breaches, so that they can be tried on planted breaches.
 */
import { FOLDER_ORDER, folderOf, mustBePure, PURE_PACKAGES } from './folderOrder.ts';
import { type Import, packageOf } from './sources.ts';

/** Imports of a folder further down the list, of a folder not in the list, or of an entry point; one line each. */
export function orderBreaches(imports: readonly Import[]): readonly string[] {
  const rank = (path: string) => {
    const folder = folderOf(path);
    // Entry points come after every folder.
    return folder === null ? FOLDER_ORDER.length : FOLDER_ORDER.findIndex(({ name }) => name === folder);
  };
  return imports.flatMap(({ from, target }) => {
    if (target === null) return [];
    const [fromRank, targetRank] = [rank(from), rank(target)];
    const legal = fromRank >= 0 && targetRank >= 0 && targetRank <= fromRank && targetRank < FOLDER_ORDER.length;
    return legal ? [] : [`${from} imports ${target}`];
  });
}

/** Node modules and packages that pure files import, dynamic imports of computed names among them; one line each. */
export function foreignImports(imports: readonly Import[]): readonly string[] {
  return imports
    .filter(({ from, target, specifier }) => target === null && mustBePure(from) && !PURE_PACKAGES.includes(packageOf(specifier)))
    .map(({ from, specifier }) => `${from} imports ${specifier}`);
}

/** Pure files that import files which may be impure; one line each. */
export function impureImports(imports: readonly Import[]): readonly string[] {
  return imports
    .filter(({ from, target }) => target !== null && mustBePure(from) && !mustBePure(target))
    .map(({ from, target }) => `${from} imports ${target}`);
}

/** Circles between files, each as `a -> b -> a`, type-only imports included. */
export function circles(imports: readonly Import[]): readonly string[] {
  const edges = new Map<string, string[]>();
  for (const { from, target } of imports) {
    if (target !== null) edges.set(from, [...(edges.get(from) ?? []), target]);
  }
  const found: string[] = [];
  const finished = new Set<string>();
  const path: string[] = [];
  const walk = (file: string) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      found.push([...path.slice(start), file].join(' -> '));
      return;
    }
    if (finished.has(file)) return;
    path.push(file);
    for (const next of edges.get(file) ?? []) walk(next);
    path.pop();
    finished.add(file);
  };
  for (const file of edges.keys()) walk(file);
  return found;
}
