/** Trials in several processes: each made once, put together, and errors handed on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runTrials } from '../../bench/trials.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));

function trialModule(name: string, body: string): URL {
  const path = join(folder, name);
  writeFileSync(path, body);
  return pathToFileURL(path);
}

describe('trials', () => {
  it('are each made once, and counted by kind', async () => {
    const module = trialModule('odd.mjs', "export const trial = (index) => ({ kind: index % 2 ? 'odd' : 'even', wrong: index % 5 === 3 ? { index } : null });");
    const { kinds, wrong, shown } = await runTrials(module, 17, () => {});
    expect(kinds).toEqual({ even: 9, odd: 8 });
    expect(wrong).toBe(3);
    expect(shown).toEqual([3, 8, 13].map((index) => ({ index, why: { index } })));
  }, 60_000);

  it('reject where one throws', async () => {
    const module = trialModule('throws.mjs', "export const trial = () => { throw new Error('broken'); };");
    await expect(runTrials(module, 2, () => {})).rejects.toThrow('ended early');
  }, 60_000);
});
