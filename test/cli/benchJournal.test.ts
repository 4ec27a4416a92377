/** Journals and the files of results: whose they are, and that nobody loses what is in them. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { BenchReport } from '../../src/sweep/benchReport.ts';
import { parseReport } from '../../src/sweep/readReport.ts';
import { BIN, cli } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

/** Two points in a second. */
const SMALL = ['bench', 'quick', '--device', 'cpu', '--lengths', '300', '--strategy', 'merged', '--fragmentation', '1', '--samples', '2'] as const;
/** Twenty points. */
const LONG = ['bench', 'quick', '--device', 'cpu', '--lengths', '300'] as const;

describe('results', () => {
  it.each(['.json', '.jsonl', '.csv', '.md'])('take the form that the end of their name %s says', (end) => {
    const out = path(`named${end}`);
    expect(cli([...SMALL, '--out', out]).status).toBe(0);
    const text = readFileSync(out, 'utf8');
    if (end.startsWith('.json')) expect(parseReport(text, out).points).toHaveLength(2);
    else expect(text).toMatch(end === '.csv' ? /^[^\n ]+,[^\n ]+,/ : /^\| |\n\| /);
  });

  it('are compared as the documentation has it', () => {
    const [a, b] = [path('a1.json'), path('b1.json')];
    for (const out of [a, b]) expect(cli([...SMALL, '--out', out]).status).toBe(0);
    expect(cli(['compare', a, b]).status).toBe(0);
  });

  it('take their own journal away once they are whole', () => {
    const out = path('whole.json');
    const journal = `${out}.journal`;
    expect(cli([...SMALL, '--resume', journal, '--out', out]).status).toBe(0);
    expect([existsSync(out), existsSync(journal), existsSync(`${journal}.lock`)]).toEqual([true, false, false]);
  });
});

describe('a file that is no journal', () => {
  it.each(['my only copy of notes, no newline', 'my notes\n'])('stays as it is: %j', (text) => {
    writeFileSync(path('notes'), text);
    const { status, stderr } = cli([...SMALL, '--resume', path('notes')]);
    expect(status).toBe(2);
    expect(stderr).toContain(path('notes'));
    expect(readFileSync(path('notes'), 'utf8')).toBe(text);
  });

  it('is told from a first line that was cut off, and from an empty file', () => {
    for (const begun of ['', '{"schemaVersion":1,"adap']) {
      writeFileSync(path('begun'), begun);
      expect(cli([...SMALL, '--resume', path('begun')]).status).toBe(0);
      expect(parseReport(readFileSync(path('begun'), 'utf8'), path('begun')).complete).toBe(true);
    }
  });
});

describe('one journal', () => {
  it('is written by one process: a second one is refused, whatever it is forced to, and takes nothing away', { timeout: 120_000 }, async () => {
    const out = path('shared.json');
    const journal = `${out}.journal`;
    const first = spawn(process.execPath, [BIN, ...LONG, '--samples', '80', '--out', out], { stdio: 'ignore' });
    const ended = new Promise<number | null>((resolve) => first.on('close', resolve));
    await expect.poll(() => existsSync(journal), { timeout: 60_000 }).toBe(true);
    for (const flags of [
      ['--out', out],
      ['--resume', journal],
      ['--out', out, '--seed', '7', '--force'],
    ]) {
      const { status, stderr } = cli([...LONG, ...flags]);
      expect([status, stderr]).toEqual([2, expect.stringContaining('another bench is writing this journal')]);
      expect(stderr).toContain(String(first.pid));
    }
    expect(await ended).toBe(0);
    const report = JSON.parse(readFileSync(out, 'utf8')) as BenchReport;
    expect([report.complete, report.points.length, report.seed]).toEqual([true, 20, 1]);
  });

  it('is taken over from a process that is no more, and from nobody else', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const journal = path('left.jsonl');
    writeFileSync(`${journal}.lock`, JSON.stringify({ process: pid, host: hostname() }));
    expect(cli([...SMALL, '--resume', journal]).status).toBe(0);
    expect(existsSync(`${journal}.lock`)).toBe(false);
    writeFileSync(`${journal}.lock`, JSON.stringify({ process: pid, host: `not ${hostname()}` }));
    const { status, stderr } = cli([...SMALL, '--resume', journal]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`remove ${journal}.lock`)]);
  });
});
