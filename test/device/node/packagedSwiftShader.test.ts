import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LENGTHS_FILE, SWIFTSHADER_FILES, unpackSwiftShader } from '../../../src/device/node/packagedSwiftShader.ts';

const MODULE = new URL('../../../src/device/node/packagedSwiftShader.ts', import.meta.url).href;

describe('unpackSwiftShader', () => {
  let cache = '';
  beforeEach(async () => {
    cache = await mkdtemp(join(tmpdir(), 'disagg-sim-test-'));
  });
  afterEach(() => rm(cache, { recursive: true, force: true }));

  /** The one folder that the cache should hold, with its files in it. */
  const expectWhole = async () => {
    const folders = await readdir(cache);
    expect(folders).toEqual([expect.stringMatching(/^swiftshader-\d+\.\d+\.\d+$/)]);
    const folder = join(cache, folders[0] ?? '');
    expect((await readdir(folder)).sort()).toEqual([...SWIFTSHADER_FILES, LENGTHS_FILE].sort());
    for (const name of SWIFTSHADER_FILES) expect((await stat(join(folder, name))).size).toBeGreaterThan(50);
    return folder;
  };

  it('unpacks once, and takes what is there the next time', async () => {
    expect(await unpackSwiftShader([cache])).toEqual({ folder: await expectWhole() });
    const before = await stat(await expectWhole());
    await unpackSwiftShader([cache]);
    expect((await stat(await expectWhole())).ino).toBe(before.ino);
  });

  it('is safe with several processes at once', async () => {
    const script = `import { unpackSwiftShader } from ${JSON.stringify(MODULE)}; console.log(JSON.stringify(await unpackSwiftShader([${JSON.stringify(cache)}])));`;
    const run = () => promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
    const outputs = await Promise.all([run(), run(), run()]);
    const folder = await expectWhole();
    for (const { stdout } of outputs) expect(JSON.parse(stdout)).toEqual({ folder });
  });

  it('is safe with several calls at once in one process', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => unpackSwiftShader([cache])));
    const folder = await expectWhole();
    for (const result of results) expect(result).toEqual({ folder });
  });

  it('replaces a folder with files missing', async () => {
    await unpackSwiftShader([cache]);
    const folder = await expectWhole();
    await rm(join(folder, SWIFTSHADER_FILES[0]));
    await unpackSwiftShader([cache]);
    await expectWhole();
  });

  it('replaces a folder with a file that was cut short, which would end the process that loads it', async () => {
    await unpackSwiftShader([cache]);
    const file = join(await expectWhole(), SWIFTSHADER_FILES[0]);
    const { size } = await stat(file);
    await truncate(file, 1000);
    await unpackSwiftShader([cache]);
    await expectWhole();
    expect((await stat(file)).size).toBe(size);
  });

  it('goes on to the next folder where one cannot be made, and says why when none can', async () => {
    const file = join(cache, 'a-file');
    await writeFile(file, '');
    const second = join(cache, 'second');
    expect(await unpackSwiftShader([join(file, 'x'), second])).toEqual({ folder: expect.stringContaining(second) });
    expect(await unpackSwiftShader([join(file, 'x')])).toEqual({ problem: expect.stringContaining('cannot be unpacked') });
  });

  it('does not load from a folder that others can write', async () => {
    const open = join(cache, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    expect(await unpackSwiftShader([open])).toEqual({ problem: expect.stringContaining('someone else') });
  });
});
