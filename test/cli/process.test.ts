/** The command line as real processes: exit codes, streams, files, signals. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BIN, cli, interrupted, MINI_RUN } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));

function scenario(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const ESCAPE = '\u001b[';

describe('exit codes', () => {
  it('0: all well', () => {
    const { status, stdout, stderr } = cli([...MINI_RUN]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\nPASS: all [\d,]+ words that decode needs are right/);
  });

  it('0: an expectation is met, though it is a refusal; 1: it is not', () => {
    const refused = 'model: dsv4-mini\nprefill: {speculation: {draftTokens: 4}, draft: {compressRatios: [4]}}\nrequests: []\n';
    expect(cli(['run', '--device', 'cpu', scenario('met.yaml', `${refused}expect: {status: REFUSE, findings: [draft-swa-only]}\n`)]).status).toBe(0);
    expect(cli(['run', '--device', 'cpu', scenario('other.yaml', `${refused}expect: {status: REFUSE, findings: [unified-mode]}\n`)]).status).toBe(1);
    expect(cli(['run', '--device', 'cpu', scenario('plain.yaml', refused)]).status).toBe(1);
  });

  it('1: wrong bytes', () => {
    const { status, stdout } = cli([...MINI_RUN, '--set', 'prefill.stateDtype=bfloat16', '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: { status: 'SILENT_CORRUPTION' } });
  });

  it.each([
    [['check', 'dsv4-flahs'], 'disagg-sim: there is no scenario "dsv4-flahs", built in or as a file. Did you mean dsv4-flash?\n'],
    [['check', '/'], 'disagg-sim: /: the scenario is a directory. Name the file in it.\n'],
    [['check', 'dsv4-mini', '--page-size', '0'], /^disagg-sim: 2 problems:\n {2}--page-size 0 \(prefill\.pageSize\): must be an integer from 1/],
    [['check', '--set', 'x'], /^disagg-sim: --set x: expected path=value\./],
    [['check', '--nonsense'], /^error: unknown option '--nonsense'/],
    [['chek'], /^error: unknown command 'chek'\n\(Did you mean check\?\)/],
    [['check', 'a', 'b'], /^disagg-sim: several scenarios are given\./],
    [['run', 'dsv4-mini', '--max-memory', 'lots'], 'disagg-sim: --max-memory: this is no size (found lots). Write bytes, or a size such as 2GiB.\n'],
    [[...MINI_RUN, '--max-memory', '1MiB'], /^disagg-sim: .*memory budget.*--max-memory/],
    [[], /^Usage: disagg-sim/],
  ])('2: %j', (args, words) => {
    const { status, stdout, stderr } = cli(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('3: no such device', () => {
    const { status, stdout, stderr } = cli(['run', 'dsv4-mini', '--device', 'nonsuch']);
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^(Warning: .*\n)*disagg-sim: /);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('130: %s, at several moments', { timeout: 90_000 }, async (signal) => {
    for (const afterMillis of [0, 100, 400, 1000]) {
      const out = join(folder, `never-${afterMillis}.txt`);
      const { code, stderr } = await interrupted(['run', 'dsv4-flash', '--device', 'cpu', '--out', out], signal, afterMillis);
      expect([code, stderr]).toEqual([130, `disagg-sim: interrupted (${signal}).\n`]);
      expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([]);
    }
  });

  it('says nothing of a stack but where asked to', () => {
    expect(cli(['check', '/'], { DISAGG_SIM_DEBUG: '1' }).stderr).toMatch(/\n\s+at /);
  });
});

describe('streams', () => {
  it('prints the version and the help on stdout', () => {
    const { version } = JSON.parse(readFileSync(join(BIN, '..', '..', 'package.json'), 'utf8')) as { version: string };
    expect(cli(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(cli(['--help'])).toMatchObject({ status: 0, stderr: '' });
    expect(cli(['run', '--help']).stdout).toContain('--strategy <name>');
  });

  it('ends quietly when the reader has seen enough', () => {
    const piped = spawnSync('bash', ['-c', `"${process.execPath}" "${BIN}" layout dsv4-flash | head -1; echo "\${PIPESTATUS[0]}"`], { encoding: 'utf8' });
    expect(piped.stderr).toBe('');
    expect(piped.stdout).toMatch(/^DeepSeek-V4-Flash.*\n0\n$/);
  });

  it('has no colours in a pipe, with FORCE_COLOR it has, with NO_COLOR never', () => {
    expect(cli(['check', 'dsv4-mini'], { CI: '1' }).stdout).not.toContain(ESCAPE);
    expect(cli(['check', 'dsv4-mini'], { FORCE_COLOR: '1' }).stdout).toContain(ESCAPE);
    expect(cli(['check', 'dsv4-mini'], { FORCE_COLOR: '1', NO_COLOR: '1' }).stdout).not.toContain(ESCAPE);
  });

  it('prints one JSON object and nothing else, the same twice with --stable', () => {
    const runs = [0, 1].map(() => cli([...MINI_RUN, '--json', '--stable', '--strategy', 'merged']).stdout);
    expect(runs[0]).toBe(runs[1]);
    const report = JSON.parse(runs[0] ?? '') as Record<string, unknown>;
    expect(report).not.toHaveProperty('adapter');
    expect(report.transfer).not.toHaveProperty('seconds');
  });

  it('prints nothing with --quiet but JSON', () => {
    expect(cli(['check', 'dsv4-mini', '--quiet'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(cli(['check', 'dsv4-mini', '--quiet', '--json']).stdout).toContain('"verdict": "fits"');
  });
});

describe('--out', () => {
  it('writes the file, does not overwrite it, overwrites it with --force', () => {
    const out = join(folder, 'out.json');
    expect(cli(['check', 'dsv4-mini', '--json', '--out', out])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ verdict: 'fits' });
    const second = cli(['layout', 'dsv4-mini', '--json', '--out', out]);
    expect([second.status, second.stderr]).toEqual([2, `disagg-sim: ${out}: the output file exists. Use --force to overwrite it, or another name.\n`]);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ verdict: 'fits' });
    expect(cli(['layout', 'dsv4-mini', '--json', '--out', out, '--force']).status).toBe(0);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toHaveProperty('prefill.ranks');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('names what is in the way before any work is done', () => {
    expect(cli(['check', '--out', folder, '--force']).stderr).toBe(`disagg-sim: ${folder}: the output is no regular file. Name a file.\n`);
    const nowhere = join(folder, 'no', 'where.json');
    expect(cli(['check', '--out', nowhere]).stderr).toBe(`disagg-sim: ${nowhere}: the folder of the output file does not exist. Create it first.\n`);
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('flags over the file', () => {
  it('win, --set over the named ones', () => {
    const path = scenario('flags.yaml', 'model: dsv4-mini\nprefill: {slots: 3}\nrequests: [{length: 3}]\nseed: 5\n');
    const settings = (...flags: string[]) => JSON.parse(cli(['check', path, '--json', ...flags]).stdout) as { settings: { prefill: unknown; decode: unknown } };
    expect(settings().settings.prefill).toMatchObject({ maxRequests: 3 });
    expect(settings('--slots', '4', '--mode', 'unified').settings).toMatchObject({
      prefill: { maxRequests: 4, mode: 'unified' },
      decode: { maxRequests: 4, mode: 'unified' },
    });
    expect(settings('--set', 'decode.slots=6', '--slots', '4').settings).toMatchObject({ prefill: { maxRequests: 4 }, decode: { maxRequests: 6 } });
    expect(cli(['check', path, '--lengths', '3,x']).stderr).toBe(
      'disagg-sim: --lengths 3,x (requests.lengths[1]): must be an integer from 1 to 1099511627776 (found "x").\n',
    );
  });
});

/** Says on stderr which of the heavy modules a process loads. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  const hook = async (specifier, context, next) => {
    const found = await next(specifier, context);
    if (/node_modules.(zod|yaml|webgpu)|dist.device.(node|webgpu|cpu)/.test(found.url)) console.error('loaded', found.url);
    return found;
  };
  register('data:text/javascript,' + encodeURIComponent('export const resolve = ' + hook));
`)}`;

describe('loading', () => {
  const watched = (...args: string[]) => spawnSync(process.execPath, ['--import', WATCH, BIN, ...args, '--json'], { encoding: 'utf8' });

  it.each(['check', 'layout'])('%s of a built-in loads neither schema library, nor YAML parser, nor device', (command) => {
    expect(watched(command, 'dsv4-flash')).toMatchObject({ status: 0, stderr: '' });
  });

  it('is seen by the watch where it happens', () => {
    expect(watched('check', 'dsv4-mini', '--slots', '5').stderr).toContain('node_modules/zod');
  });
});
