/** The benchmark as a process: forms, files, ends of every kind, and what is refused. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BenchReport } from '../../src/sweep/benchReport.ts';
import { appendLine, openJournal } from '../../src/sweep/node/journal.ts';
import { parseReport } from '../../src/sweep/readReport.ts';
import { pointOf, reportWith } from '../sweep/support.ts';
import { BIN, cli } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

/** Four points in a second or two: two places, two strategies. */
const SMALL = ['bench', 'quick', '--device', 'cpu', '--lengths', '300', '--strategy', 'per-item,merged', '--fragmentation', '1', '--samples', '2'] as const;
const schema = (name: string) => z.fromJSONSchema(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'schemas', `${name}.schema.json`), 'utf8')));
const save = (name: string, report: BenchReport) => {
  writeFileSync(path(name), JSON.stringify(report));
  return path(name);
};

describe('bench', () => {
  const whole = cli([...SMALL, '--json', '--seed', '7']);
  const report = JSON.parse(whole.stdout) as BenchReport;

  it('prints one object, as published, with provenance and every point verified', () => {
    expect(whole.status).toBe(0);
    expect(schema('bench').safeParse(report).error).toBeUndefined();
    expect(report).toMatchObject({
      suite: 'quick',
      shard: '1/1',
      seed: 7,
      sweepPoints: 4,
      verified: true,
      complete: true,
      versions: { node: process.version.slice(1) },
    });
    expect(report.points.map((point) => point.status === 'measured' && point.verified)).toEqual(['verified', 'verified', 'verified', 'verified']);
  });

  it('comes in every form, and each says what was not verified', () => {
    const noVerify = (form: string) => cli([...SMALL, '--no-verify', ...(form === 'text' ? [] : [`--${form}`])]).stdout;
    expect(noVerify('text')).toContain('NOT verified (--no-verify)');
    expect(noVerify('markdown')).toContain('NOT verified (--no-verify)');
    expect(noVerify('csv').split('\n')[1]).toContain(',unverified,');
    const lines = noVerify('jsonl');
    expect(parseReport(lines, 'stdout')).toMatchObject({ verified: false, complete: true });
    expect(lines.trim().split('\n')).toHaveLength(5);
  });

  it('writes a page with --html', () => {
    expect(cli([...SMALL, '--strategy', 'merged', '--quiet', '--html', path('page.html')]).status).toBe(0);
    expect(readFileSync(path('page.html'), 'utf8')).toContain('never a link');
  });

  it('in shards, merged, has the points of the whole sweep', () => {
    const files = ['1/3', '2/3', '3/3'].map((shard, i) => {
      const file = path(`shard-${i}.json`);
      expect(cli([...SMALL, '--seed', '7', '--shard', shard, '--json', '--out', file]).status, shard).toBe(0);
      expect(existsSync(`${file}.journal`)).toBe(false);
      return file;
    });
    const merged = cli(['merge', ...files.toReversed(), '--json']);
    const joined = JSON.parse(merged.stdout) as BenchReport;
    const work = ({ points, scenarioHash }: BenchReport) => [
      scenarioHash,
      points.map((point) => [point.index, point.id, point.status === 'measured' && point.work]),
    ];
    expect(work(joined)).toEqual(work(report));
    expect(joined).toMatchObject({ complete: true, shard: '1/1' });
    const twice = cli(['merge', ...files, files[0] ?? '']);
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringContaining('a point is in two of the reports')]);
  });

  it('sweeps strategies over a scenario of the user’s own', () => {
    writeFileSync(
      path('own.yaml'),
      'name: mine\nmodel: dsv4-mini\nprefill: {poolTokens: 1024, slots: 2, swaRatio: 1}\ndecode: {poolTokens: 1024, slots: 2, swaRatio: 1}\nrequests: {lengths: [300]}\n',
    );
    const { status, stdout } = cli(['bench', '--scenario', path('own.yaml'), '--device', 'cpu', '--samples', '1', '--strategy', 'merged,shader', '--json']);
    expect(status).toBe(0);
    expect((JSON.parse(stdout) as BenchReport).points.map(({ id }) => id)).toEqual(['scenario=mine,strategy=merged', 'scenario=mine,strategy=shader']);
  });

  it('lists its suites', () => {
    const { suites } = schema('suites').parse(JSON.parse(cli(['bench', '--list', '--json']).stdout)) as { suites: { name: string }[] };
    expect(suites.map(({ name }) => name)).toEqual(['quick', 'flash-16k', 'page-size', 'ring-vs-paged', 'layer-vs-page-first', 'strategies', 'items']);
  });

  it.each([
    [['bench', 'quik'], /there is no suite "quik"\. Did you mean quick\?/],
    [['bench', 'quick', '--strategy', 'merge'], /--strategy merge: the axis strategy does not take this value \(found merge\)\. Did you mean merged\?/],
    [
      ['bench', 'quick', '--fragmentation', '2'],
      /--fragmentation 2: the axis fragmentation does not take this value \(found 2\)\. It takes numbers from 0 to 1\./,
    ],
    [['bench', 'quick', '--min-item', '4K'], /the suite quick has no axis itemBytes/],
    [['bench', 'items', '--min-item', '1M', '--max-item', '4K'], /the axis itemBytes has no values/],
    [['bench', 'quick', '--axis', 'pagesize=64'], /there is no axis "pagesize"\. Did you mean pageSize\?/],
    [['bench', 'quick', '--axis', 'pageSize=64'], /the axis pageSize at 64, with mode paged, cannot be swept/],
    [['bench', 'quick', '--shard', '3/2'], /--shard 3\/2: this is no shard/],
    [['bench', 'quick', '--samples', '0'], /--samples: this is no such number/],
    [['bench', 'quick', '--out', path('same'), '--html', path('same')], /--out and --html name the same file/],
    [['bench', 'quick', '--json', '--csv'], /one form, not both --json and --csv/],
    [['bench', 'quick', '--link', 'rdma-401g'], /there is no link "rdma-401g"/],
    [['bench', '--scenario', 'dsv4-mini', '--fragmentation', '1'], /a scenario of your own has no axis fragmentation/],
  ])('refuses %j before anything runs', (args, words) => {
    const { status, stderr, stdout } = cli(args);
    expect(stderr).toMatch(words);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('refuses a scenario file of 50 MB in bounded memory', () => {
    writeFileSync(path('huge.yaml'), Buffer.alloc(50 * 2 ** 20, 'requests: []\n'));
    const { status, stderr } = cli(['bench', '--scenario', path('huge.yaml'), '--device', 'cpu'], { NODE_OPTIONS: '--max-old-space-size=64' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('the scenario is larger than 1.00 MiB')]);
  });

  it('says that stdout is full', () => {
    const args = [BIN, ...SMALL, '--json'].map((arg) => `'${arg}'`).join(' ');
    const full = cliOfShell(`${process.execPath} ${args} > /dev/full`);
    return expect(full).resolves.toMatchObject({ code: 2, stderr: expect.stringContaining('could not be written to stdout') });
  });
});

/** A shell command, to its end. */
function cliOfShell(command: string): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr })));
}

/** Starts a sweep and sends a signal once its journal holds so many lines. */
function endedAt(
  lines: number,
  signal: 'SIGKILL' | 'SIGINT',
  args: readonly string[],
  journal: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const watch = setInterval(() => {
    if (existsSync(journal) && readFileSync(journal, 'utf8').split('\n').length > lines) {
      clearInterval(watch);
      child.kill(signal);
    }
  }, 5);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearInterval(watch);
      resolve({ code, stdout, stderr });
    }),
  );
}

/** Clears what stands behind the cursor. */
const ERASE = '\u001b[K';

describe('a sweep that ends early', () => {
  const LONG = ['bench', 'quick', '--device', 'cpu', '--lengths', '300', '--samples', '3'] as const;

  it('by kill -9 keeps every finished point, and goes on with --resume', { timeout: 120_000 }, async () => {
    const journal = path('killed.jsonl');
    await endedAt(4, 'SIGKILL', [...LONG, '--resume', journal], journal);
    const before = parseReport(readFileSync(journal, 'utf8').replace(/[^\n]*$/, ''), journal);
    expect(before.complete).toBe(false);
    expect(before.points.length).toBeGreaterThanOrEqual(3);
    // As a crash of the machine may leave it.
    writeFileSync(journal, '{"index":3,"id":"tor', { flag: 'a' });
    const resumed = cli([...LONG, '--resume', journal, '--json']);
    expect(resumed.stderr).toContain('the journal’s last line was torn, 20 B of it dropped');
    const report = JSON.parse(resumed.stdout) as BenchReport;
    expect([resumed.status, report.complete, report.points.length, report.startedAt]).toEqual([0, true, 20, before.startedAt]);
    expect(report.points.slice(0, before.points.length)).toEqual(before.points);
    expect(parseReport(readFileSync(journal, 'utf8'), journal)).toEqual(report);
    const other = cli([...LONG, '--resume', journal, '--seed', '2']);
    expect([other.status, other.stderr]).toEqual([
      2,
      expect.stringMatching(/killed\.jsonl:1 \(seed\): the journal is of another sweep \(in the journal 1, asked for 2\)/),
    ]);
  });

  it('by Ctrl-C writes what was measured, ends with 130, and says how to go on', { timeout: 120_000 }, async () => {
    const out = path('stopped.json');
    const journal = `${out}.journal`;
    const { code, stderr } = await endedAt(3, 'SIGINT', [...LONG, '--json', '--out', out], journal);
    expect(code).toBe(130);
    const report = parseReport(readFileSync(out, 'utf8'), out);
    expect(report.complete).toBe(false);
    expect(report.points.length).toBeGreaterThanOrEqual(2);
    // No progress in a pipe.
    expect(stderr).toBe(
      `disagg-sim: interrupted (SIGINT).\ndisagg-sim: ${report.points.length} of 20 points ${report.points.length === 1 ? 'is' : 'are'} in ${journal}. Go on with the same command and --resume ${journal} --force.\n`,
    );
    // The same command alone does not throw away what was measured.
    const alone = cli([...LONG, '--json', '--out', out]);
    expect([alone.status, alone.stderr]).toEqual([2, expect.stringContaining(`has left its journal. Go on with --resume ${journal} --force,`)]);
    const again = cli([...LONG, '--json', '--out', out, '--resume', journal, '--force']);
    expect([again.status, again.stderr]).toEqual([0, `disagg-sim: ${report.points.length} points are in the journal.\n`]);
    const whole = parseReport(readFileSync(out, 'utf8'), out);
    expect([whole.complete, whole.points.slice(0, report.points.length)]).toEqual([true, report.points]);
  });

  it('by a full disk says which journal goes on', { timeout: 120_000 }, async () => {
    const out = path('no-room.json');
    const page = path('no-room.html');
    // No file may be larger than 20 KiB: the journal grows past it after some points.
    const command = ['ulimit', '-f', '40;', `trap '' XFSZ;`, process.execPath, BIN, ...LONG, '--json', '--out', out, '--html', page].join(' ');
    const { code, stderr } = await cliOfShell(command);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^disagg-sim: \S+no-room\.json\.journal: the journal could not be written: .*\n(disagg-sim: \d+ of 20 points (?:is|are) in \S+\. Go on with the same command and --resume \S+\.journal\.)\n$/,
      ),
    ]);
    const kept = parseReport(readFileSync(`${out}.journal`, 'utf8'), 'journal').points.length;
    expect(stderr).toContain(`${kept} of 20 points`);
    expect([existsSync(out), existsSync(page), readdirSync(folder).filter((name) => name.endsWith('.tmp'))]).toEqual([false, false, []]);
    const resumed = cli([...LONG, '--json', '--out', out, '--html', page, '--resume', `${out}.journal`]);
    expect([resumed.status, parseReport(readFileSync(out, 'utf8'), out).points.length, existsSync(page)]).toEqual([0, 20, true]);
  });

  it('by a full disk before its first point leaves nothing', async () => {
    const out = path('no-room-at-all.json');
    const { code, stderr } = await cliOfShell(`ulimit -f 0; trap '' XFSZ; ${process.execPath} ${[BIN, ...LONG, '--json', '--out', out].join(' ')}`);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^disagg-sim: \S+\.journal: the journal could not be written: .*\n$/)]);
    expect(readdirSync(folder).filter((name) => name.startsWith('no-room-at-all'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('shows one line on a terminal, and takes it back', { timeout: 60_000 }, () => {
    const typescript = path('typescript');
    const command = `stty cols 60; exec '${process.execPath}' '${BIN}' ${LONG.join(' ')} --out '${path('on-a-terminal.txt')}'`;
    expect(spawnSync('script', ['-q', '-e', '-c', command, typescript], { stdio: 'ignore' }).status).toBe(0);
    const lines = readFileSync(typescript, 'utf8')
      .split('\r')
      .filter((line) => line.startsWith('quick: '));
    expect(lines[0]).toMatch(/^quick: 1 of 20: mode=/);
    expect(lines.at(-1)).toMatch(/^quick: 20 of 20, about \d+ s left: /);
    for (const line of lines) {
      expect(line.endsWith(ERASE)).toBe(true);
      expect(line.length - ERASE.length).toBeLessThan(60);
    }
    // After the last point the line is empty, and nothing follows.
    expect(readFileSync(typescript, 'utf8').split(`\r${ERASE}`).at(-1)).toMatch(/^(\s*Script done.*)?\s*$/);
  });
});

describe('the journal', () => {
  const { complete: _, points: _points, ...head } = reportWith([pointOf(0, [1]), pointOf(1, [1])]);

  it('says that the disk is full', () => {
    const full = openSync('/dev/full', 'a');
    expect(() => appendLine(full, 'sweep.jsonl', pointOf(0, [1]))).toThrow(/sweep\.jsonl: the journal could not be written: ENOSPC/);
    closeSync(full);
  });

  it('is a regular file', async () => {
    for (const file of ['/dev/full', folder])
      await expect(openJournal(file, head)).rejects.toMatchObject({ code: 'file', message: expect.stringContaining('no regular file') });
  });

  it('drops a torn last line alone', async () => {
    const file = path('torn.jsonl');
    writeFileSync(file, `${JSON.stringify(head)}\n${JSON.stringify(pointOf(0, [1]))}\n{"ind`);
    const journal = await openJournal(file, head);
    journal.append(pointOf(1, [2]));
    journal.close();
    expect(journal).toMatchObject({ droppedBytes: 5, points: [{ index: 0 }] });
    expect(parseReport(readFileSync(file, 'utf8'), file)).toMatchObject({ complete: true, points: [{ index: 0 }, { index: 1 }] });
  });

  it('is no other file', async () => {
    writeFileSync(path('notes.txt'), 'my notes\n');
    await expect(openJournal(path('notes.txt'), head)).rejects.toMatchObject({ code: 'bad-input' });
    expect(readFileSync(path('notes.txt'), 'utf8')).toBe('my notes\n');
  });
});

describe('compare', () => {
  const wall = Array.from({ length: 20 }, (_, i) => 0.002 + i / 1e6);
  const a = save('a.json', reportWith([pointOf(0, wall), pointOf(1, wall)]));
  const b = save(
    'b.json',
    reportWith([
      pointOf(0, wall),
      pointOf(
        1,
        wall.map((s) => 1.2 * s),
      ),
    ]),
  );

  it('says what changed, as text and as published JSON', () => {
    const { status, stdout } = cli(['compare', a, b]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/slower {2}length=1,strategy=merged {2,}1\.200/);
    expect(stdout).not.toContain('length=0');
    const json = cli(['compare', a, b, '--json']).stdout;
    expect(schema('compare').safeParse(JSON.parse(json)).error).toBeUndefined();
  });

  it.each([
    [['--fail-on'], 1],
    [['--fail-on', '15'], 1],
    [['--fail-on', '25%'], 0],
  ])('ends by %j with %i', (flags, status) => expect(cli(['compare', a, b, ...flags]).status).toBe(status));

  it('takes reports of several turns, and says so where they were not taken in turns', () => {
    const at = (file: string, turn: number, second: number) => {
      const report = JSON.parse(readFileSync(file, 'utf8')) as object;
      return save(`turn-${turn}-${second}.json`, { ...report, startedAt: `2026-01-01T00:0${turn}:${second}.000Z` } as Parameters<typeof save>[1]);
    };
    const turns = Array.from({ length: 7 }, (_, turn) => [at(a, turn, 10), at(b, turn, 40)]).flat();
    const { status, stdout } = cli(['compare', ...turns, '--fail-on']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/slower {2}length=1,strategy=merged {2,}1\.200/);
    expect(stdout).toContain('the middle one of 7 turns');
    expect(stdout).not.toContain('NOT KEPT');
    const late = save('late.json', { ...reportWith([pointOf(0, wall), pointOf(1, wall)]), startedAt: '2030-01-01T00:00:00.000Z' });
    expect(cli(['compare', late, b, ...turns]).stdout).toContain('NOT KEPT');
  });

  it('finds nothing between equals', () => expect(cli(['compare', a, a, '--fail-on']).stdout).toContain('nothing changed beyond noise'));

  it.each([
    ['a missing file', ['compare', a, path('gone.json')], /gone\.json: there is no such report file/],
    ['a folder', ['compare', a, folder], /the report is a directory/],
    ['no JSON', ['compare', a, saveText('text.json', 'hello')], /text\.json: this is no JSON/],
    ['a cut file', ['merge', saveText('cut.json', readFileSync(a, 'utf8').slice(0, -20))], /cut\.json: this is no JSON/],
    ['another format', ['merge', saveText('v9.json', JSON.stringify({ schemaVersion: 9 }))], /v9\.json \(schemaVersion\): .*\(found 9, known 1\)/],
    ['a report alone', ['compare', a, b, a], /lacks the one that it is to be held against/],
    ['a run that stands for several turns', ['compare', ...Array.from({ length: 7 }, () => [a, b]).flat()], /two turns are of one run/],
    ['too few turns', ['compare', a, b, a, b], /6 turns or more/],
    ['no percentage', ['compare', a, b, '--fail-on', 'much'], /--fail-on: this is no percentage/],
    [
      'two adapters',
      ['compare', a, save('c.json', { ...reportWith([pointOf(0, wall)]), adapter: { name: 'x', backend: 'cpu', software: true, foundBy: '', driver: null } })],
      /different adapters/,
    ],
  ])('refuses %s', (_what, args, words) => {
    const { status, stderr } = cli(args);
    expect(stderr).toMatch(words);
    expect(status).toBe(2);
  });

  it('says loudly that adapters differ', () => expect(cli(['compare', a, path('c.json'), '--across-adapters']).stdout).toContain('ADAPTERS  DIFFER'));
});

function saveText(name: string, text: string): string {
  writeFileSync(path(name), text);
  return path(name);
}
