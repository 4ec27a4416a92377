/** What `bench` is asked for on the command line, as a process: two answers to one question, and what could never run, refused before anything does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));

const refused = (args: readonly string[]) => {
  const { status, stdout, stderr } = cli(['bench', ...args, '--device', 'cpu', '--samples', '1']);
  return { status, stdout, stderr };
};
const refusal = (words: string) => ({ status: 2, stdout: '', stderr: expect.stringContaining(words) });

describe('bench refuses, before anything runs,', () => {
  it.each<[what: string, args: readonly string[], words: string]>([
    ['a batch of no request', ['quick', '--batch', '0'], '--batch 0: the axis batch does not take this value (found 0). It takes integers from 1'],
    ['a batch of no item', ['items', '--axis', 'batch=0'], '--axis batch=0: the axis batch does not take this value (found 0)'],
    ['a suite and a scenario', ['quick', '--scenario', 'dsv4-mini'], 'what is swept is named twice: by the suite quick and by --scenario dsv4-mini'],
    [
      'a flag and an axis for one thing',
      ['--fragmentation', '0', '--axis', 'fragmentation=1'],
      'the axis fragmentation is named twice: by --fragmentation 0 and by --axis fragmentation=1',
    ],
    [
      'a size and the ends of sizes',
      ['items', '--axis', 'itemBytes=4096', '--min-item', '8K'],
      'the axis itemBytes is named twice: by --min-item 8K and by --axis itemBytes=4096',
    ],
    [
      'an axis twice',
      ['--axis', 'pageSize=256', '--axis', 'pageSize=512'],
      'the axis pageSize is named twice: by --axis pageSize=256 and by --axis pageSize=512',
    ],
    ['strategies as an axis, none named', ['--axis', 'strategy='], 'are set by no --axis. Use --strategy NAMES.'],
    ['strategies as an axis', ['--axis', 'strategy=merged'], 'strategies have a flag of their own, and are set by no --axis. Use --strategy merged.'],
    [
      'a page of no row',
      ['quick', '--axis', 'pageSize=100'],
      'the axis pageSize at 100, with mode paged, cannot be swept: in mode paged a page has at least 128 tokens',
    ],
    ['a million requests', ['quick', '--batch', '1048576', '--strategy', 'merged'], 'the axis batch at 1048576 cannot be swept: both nodes take'],
  ])('%s', (_, args, words) => expect(refused(args)).toEqual(refusal(words)));

  it('to go on with other samples than the journal was begun with, naming both', () => {
    const journal = join(folder, 'journal.jsonl');
    const begun = ['bench', 'quick', '--device', 'cpu', '--lengths', '300', '--strategy', 'merged', '--fragmentation', '1', '--resume', journal];
    expect(cli([...begun, '--samples', '5']).status).toBe(0);
    const kept = readFileSync(journal, 'utf8');
    expect(JSON.parse(kept.split('\n')[0] ?? '')).toMatchObject({ samples: 5 });
    const { status, stdout, stderr } = cli([...begun, '--samples', '7']);
    expect({ status, stdout, stderr }).toEqual(refusal(`${journal}:1 (samples): the journal is of another sweep (in the journal 5, asked for 7)`));
    expect(readFileSync(journal, 'utf8')).toBe(kept);
    expect(cli([...begun, '--samples', '5']).status).toBe(0);
  });

  it('a sweep whose times are all equal, with its file and times', () => {
    const file = join(folder, 'flat.csv');
    writeFileSync(file, `bytes,seconds\n${Array.from({ length: 13 }, (_, i) => `${2 ** (12 + i)},1e-5\n`).join('')}`);
    expect(refused(['quick', '--calibrate', file])).toEqual(
      refusal(`${file}: the times do not grow with the message size: no bandwidth fits them (from 0.00001 s for 4.00 KiB, to 0.00001 s for 16.0 MiB)`),
    );
  });
});
