/**
 * @file The SwiftShader that ships inside the optional package @sparticuz/chromium: needs no root and no system package. It is unpacked once
 * into a cache folder. The folder appears whole or not at all, so that two processes at once, or one killed half-way, do no harm.
 */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readTar } from './tar.ts';

/** The driver, its description, and a Vulkan loader for machines without one. */
export const SWIFTSHADER_FILES = ['libvk_swiftshader.so', 'vk_swiftshader_icd.json', 'libvulkan.so.1'] as const;

/** Where the package keeps the archive, and which version it is; undefined when the package was not installed. */
async function findPackage(): Promise<{ archive: string; version: string } | undefined> {
  try {
    // Its `exports` lead to build/cjs/index.cjs and hide all else.
    const root = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', '..');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { archive: join(root, 'bin', 'swiftshader.tar.br'), version };
  } catch {
    return undefined;
  }
}

/** Cache folders in order of preference. The last is shared with other users, hence the name and the check of ownership. */
function cacheFolders(): string[] {
  const own = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return [join(own, 'disagg-sim'), join(tmpdir(), `disagg-sim-${userInfo().uid}`)];
}

/**
 * Folder that holds SWIFTSHADER_FILES, unpacked when they are not there yet.
 * @param folders cache folders to try in order
 * @returns the folder, or `problem` in words
 */
export async function unpackSwiftShader(folders: readonly string[] = cacheFolders()): Promise<{ folder: string } | { problem: string }> {
  const found = await findPackage();
  if (found === undefined) return { problem: 'the optional package @sparticuz/chromium is not installed' };
  const problems: string[] = [];
  for (const cache of folders) {
    const folder = join(cache, `swiftshader-${found.version}`);
    try {
      await mkdir(cache, { recursive: true, mode: 0o700 });
      await demandOwn(cache);
      if (!(await isWhole(folder))) await unpackInto(folder, found.archive);
      return { folder };
    } catch (error) {
      problems.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { problem: `it cannot be unpacked (${problems.join('; ')})` };
}

/** Code is loaded from here, so nobody else may have put it there. */
async function demandOwn(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid !== userInfo().uid || (mode & 0o022) !== 0) throw new Error('the folder belongs to, or can be written by, someone else');
}

/** Name of the file that is written last, with the length of every other: code that was cut short would take the process along when it is loaded. */
export const LENGTHS_FILE = 'lengths.json';

async function isWhole(folder: string): Promise<boolean> {
  try {
    const lengths = JSON.parse(await readFile(join(folder, LENGTHS_FILE), 'utf8')) as Readonly<Record<string, number>>;
    const sizes = await Promise.all(SWIFTSHADER_FILES.map(async (name) => (await lstat(join(folder, name))).size));
    return SWIFTSHADER_FILES.every((name, i) => sizes[i] === lengths[name]);
  } catch {
    // Missing, unreadable or no JSON: not whole, whichever.
    return false;
  }
}

async function unpackInto(folder: string, archive: string): Promise<void> {
  const files = readTar(await promisify(brotliDecompress)(await readFile(archive)));
  const unfinished = `${folder}.${randomUUID()}`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    const lengths: Record<string, number> = {};
    for (const name of SWIFTSHADER_FILES) {
      const content = files.get(name);
      if (content === undefined) throw new Error(`${archive} has no ${name}`);
      await writeFile(join(unfinished, name), content, { mode: 0o755, flush: true });
      lengths[name] = content.length;
    }
    await writeFile(join(unfinished, LENGTHS_FILE), JSON.stringify(lengths), { flush: true });
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another process was first, which is as good; or a folder with files missing is in the way.
      if (await isWhole(folder)) return;
      const spoilt = `${unfinished}.spoilt`;
      await rename(folder, spoilt).catch(() => {
        throw error;
      });
      await rm(spoilt, { recursive: true, force: true });
      await rename(unfinished, folder);
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
