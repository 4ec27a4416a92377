/** @file Global setup of the tests in a browser: dist/site, built when what it is made from has changed since. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** The built page. */
export const SITE = join(ROOT, 'dist', 'site');

function lastChange(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Math.max(0, ...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** Called by vitest once, before the first worker starts. */
export default async function setup(): Promise<void> {
  const built = lastChange(SITE);
  const sources = [lastChange(join(ROOT, 'src')), lastChange(join(ROOT, 'shaders')), statSync(join(ROOT, 'vite.config.ts')).mtimeMs];
  if (built <= Math.max(...sources)) await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'error' });
}
