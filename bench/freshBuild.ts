/**
 * @file dist/, built when src/ has changed since: what starts the command line as a process calls this first, the tests and the bench alike.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The page, which another tool builds. */
const SITE = join('dist', 'site');

/** Milliseconds since the epoch of the last change to any file under a folder but the page's; 0 when there is none. */
function lastChange(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.parentPath.includes(SITE));
    return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/**
 * Builds the package at `root` unless dist/ is newer than src/.
 * @returns whether it built
 * @throws Error with the compiler's words when it does not compile
 */
export function ensureFreshBuild(root: string): boolean {
  if (lastChange(join(root, 'dist')) > lastChange(join(root, 'src'))) return false;
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`the build failed:\n${(error as { stdout?: string }).stdout ?? ''}`, { cause: error });
  }
  return true;
}
