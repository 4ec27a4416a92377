/** @file dist/site, built when what it is made from has changed since: the explorer's tests and goals call this first. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** The built page, in the checkout at `root`. */
export function siteOf(root: string): string {
  return join(root, 'dist', 'site');
}

/** Milliseconds since the epoch of the last change to any file under a folder; 0 when there is none. */
function lastChange(folder: string): number {
  return Math.max(0, ...filesUnder(folder).map((file) => statSync(file).mtimeMs));
}

function filesUnder(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Builds the page unless it is newer than what it is made from. */
export async function ensureFreshSite(root: string): Promise<void> {
  const config = join(root, 'vite.config.ts');
  const sources = [lastChange(join(root, 'src')), lastChange(join(root, 'shaders')), statSync(config).mtimeMs];
  if (lastChange(siteOf(root)) <= Math.max(...sources)) await build({ configFile: config, logLevel: 'error' });
}

/** Every file of the built page, by its path from the page, with its bytes as gzip makes them. */
export function compressedBytes(root: string): ReadonlyMap<string, number> {
  const site = siteOf(root);
  return new Map(filesUnder(site).map((file) => [file.slice(site.length + 1), gzipSync(readFileSync(file)).length]));
}
