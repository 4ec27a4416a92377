/** Links and sweeps as users name them: names, files, and what is neither. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { namedLink } from '../../../src/cost/namedLinks.ts';
import { loadCalibration, loadLink } from '../../../src/cost/node/loadLink.ts';
import { NIXLBENCH_UCX } from '../../../src/cost/publicSweeps.ts';

const folder = mkdtempSync(join(tmpdir(), 'links-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a link', () => {
  it('is found by name, and read from a file', async () => {
    expect(await loadLink('pcie-5')).toBe(namedLink('pcie-5'));
    expect(await loadLink(file('mine.yaml', 'name: mine\nfrom: pcie-5\n'))).toMatchObject({ name: 'mine', postingSeconds: namedLink('pcie-5').postingSeconds });
  });

  it('that is neither is refused: a word as a name, a path as a file, a large file at once', async () => {
    await expect(loadLink('rdma-400')).rejects.toThrow('there is no link "rdma-400", named or as a file. Did you mean rdma-400g?');
    await expect(loadLink('zzz')).rejects.toThrow('Named are nvlink-4,');
    await expect(loadLink(join(folder, 'no.yaml'))).rejects.toThrow('there is no such link file');
    await expect(loadLink(file('large.yaml', ' '.repeat(2 ** 18 + 1)))).rejects.toThrow('the link is larger than 256 KiB');
  });
});

describe('a calibration', () => {
  it('is named after its file, and knows what it saw', async () => {
    const rows = NIXLBENCH_UCX.map(({ bytes, seconds }) => `${bytes},${seconds}`);
    const { link, holdOut } = await loadCalibration(file('ours.csv', ['bytes,seconds', ...rows, ''].join('\n')));
    expect(link).toMatchObject({
      name: 'fitted-ours',
      title: 'fitted to ours.csv',
      knownBytes: [4096, 33_554_432],
      source: expect.stringContaining('14 points of ours.csv'),
    });
    expect(holdOut?.points).toHaveLength(3);
  });

  it('has a name that a link can have, whatever the file’s', async () => {
    const text = ['bytes,seconds', ...NIXLBENCH_UCX.map(({ bytes, seconds }) => `${bytes},${seconds}`)].join('\n');
    const { link } = await loadCalibration(file('Bench, of “March” 2026 and a good deal more than fits.CSV', text));
    expect(link.name).toBe('fitted-bench-of-march-2026-and-a-good-d');
  });

  it('that fails names the file', async () => {
    const path = file('short.csv', 'bytes,seconds\n1,1\n');
    await expect(loadCalibration(path)).rejects.toThrow(`${path}: the sweep has too few message sizes to fit a line (sizes 1, least 3).`);
  });
});
