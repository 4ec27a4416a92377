/**
 * @file The folder order and the purity of the code, as data: the one table that the architecture tests hold src/ to.
 */

/** A folder of src/, and how pure it is. */
export interface FolderRule {
  readonly name: string;
  /**
   * `all`: no file may use Node, DOM or GPU; `none`: every file may; else the files, relative to the folder (a trailing slash names
   * a subfolder), that may, the rest being pure.
   */
  readonly pure: 'all' | 'none' | { readonly except: readonly string[] };
}

/** In order: a file imports only from its own folder and from those above it. */
export const FOLDER_ORDER: readonly FolderRule[] = [
  { name: 'core', pure: 'all' },
  { name: 'model', pure: 'all' },
  { name: 'pools', pure: 'all' },
  { name: 'memory', pure: 'all' },
  { name: 'kvargs', pure: 'all' },
  { name: 'indices', pure: 'all' },
  { name: 'plan', pure: 'all' },
  { name: 'checks', pure: 'all' },
  { name: 'device', pure: { except: ['cpu/', 'webgpu/', 'node/', 'browser/'] } },
  { name: 'strategies', pure: 'all' },
  { name: 'verify', pure: 'all' },
  { name: 'faults', pure: 'all' },
  { name: 'session', pure: 'all' },
  { name: 'scenario', pure: { except: ['node/'] } },
  { name: 'launch', pure: 'all' },
  { name: 'cost', pure: { except: ['node/'] } },
  // What runs a sweep has a clock and a device; plans, reports and what is told of them run anywhere.
  {
    name: 'sweep',
    pure: { except: ['node/', 'sampling.ts', 'clocks.ts', 'ceilings.ts', 'placeOnDevice.ts', 'measurePoint.ts', 'runSweep.ts', 'verifyPoint.ts'] },
  },
  { name: 'report', pure: 'all' },
  { name: 'cli', pure: 'none' },
  { name: 'web', pure: 'none' },
];

/** npm packages that pure code may import: they run anywhere and keep no state outside themselves. */
export const PURE_PACKAGES: readonly string[] = ['zod', 'yaml', 'cli-table3', 'picocolors', '@observablehq/plot', 'linkedom'];

/** No file of src/ may be longer than this, in lines. */
export const MAX_FILE_LINES = 400;

/** Folder of a path relative to src/; null for the package's entry points, which lie in src/ itself and which nothing imports. */
export function folderOf(path: string): string | null {
  const slash = path.indexOf('/');
  return slash < 0 ? null : path.slice(0, slash);
}

/** Whether the file at this path, relative to src/, must be pure. Entry points are not. */
export function mustBePure(path: string): boolean {
  const folder = folderOf(path);
  const rule = FOLDER_ORDER.find(({ name }) => name === folder);
  if (folder === null || rule === undefined || rule.pure === 'none') return false;
  if (rule.pure === 'all') return true;
  const inside = path.slice(folder.length + 1);
  return !rule.pure.except.some((exempt) => (exempt.endsWith('/') ? inside.startsWith(exempt) : inside === exempt));
}
