/** From what people have in their hands to a mended pair, with real processes: messages, launch lines, files, dumps, pipes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CheckReport } from '../../src/cli/checkReport.ts';
import type { DiffReport } from '../../src/cli/diffReport.ts';
import type { CatalogueReport, ExplainReport } from '../../src/cli/explainReport.ts';
import { BIN, cli } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const json = <T>(...args: string[]) => JSON.parse(cli([...args, '--json']).stdout) as T;
const piped = (args: readonly string[], input: string) => spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8', input });

const FLASH = '--model-path deepseek-ai/DeepSeek-V4-Flash';
const serve = (side: string, flags = '', variables = '') =>
  `${variables} python3 -m sglang.launch_server ${FLASH} --disaggregation-mode ${side} ${flags}`.trim();

describe('from a refusal to a pair that fits', () => {
  it.each([
    ['draft-swa-only', 'DSV4 draft state transfer expects SWA-only NextN layers', 'compression ratio 0'],
    ['unified-mode', 'DSV4 target and draft pools must use the same unified-KV mode', 'SGLANG_HACK_FLASHMLA_BACKEND'],
    [
      'swa-ring-geometry',
      'DSV4 target and draft pools must share SWA ring geometry: target=(128, 131, 524), draft=(64, 67, 268)',
      'In the draft pool a ring of 67 rows means 4 draft tokens (64 + 4 - 1)',
    ],
    ['swa-mapping-identity', 'DSV4 target and draft pools must share the SWA index mapping', 'register_mapping'],
    [
      'paged-swa-geometry',
      'DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)',
      'with C4 or C128 layers the target pool could not have been built',
    ],
  ])('%s', (id, words, telling) => {
    const pasted = `[2026-08-22 10:00:00 TP0] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: ${words}`;
    const { status, stdout, stderr } = cli(['explain', pasted]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').slice(0, 2)).toEqual([expect.stringMatching(`^${id}: .* \\(line 2\\)$`), `  ${words}`]);
    expect(stdout).toContain('the engine refuses');
    expect(stdout).toContain(telling);
    // The next command, with lines of one's own: what the refusal is about is the draft model, which is left out.
    expect(stdout).toContain(`--message '${words}'`);
    const own = (side: string) => serve(side, '--speculative-algorithm EAGLE --speculative-draft-model-path /models/draft');
    const mine = json<CheckReport>('check', '--prefill', own('prefill'), '--decode', own('decode'), '--message', pasted);
    expect([mine.verdict, mine.findings.map((finding) => finding.id), mine.mended?.verdict]).toEqual(['refused', [id], 'fits']);
    const mended = (side: 'prefill' | 'decode') => mine.mended?.lines?.[side] ?? '';
    expect(mended('prefill')).not.toContain('draft-model');
    const again = json<CheckReport>('check', '--prefill', mended('prefill'), '--decode', mended('decode'));
    expect([again.verdict, again.findings, again.problems]).toEqual(['fits', [], []]);
    const [prefill = '', decode = ''] = stdout.split('\n').filter((line) => line.includes('sglang.launch_server'));
    const checked = json<CheckReport>('check', '--prefill', prefill.trim(), '--decode', decode.trim());
    expect([checked.verdict, checked.findings, checked.problems]).toEqual(['fits', [], []]);
  });

  it('goes on from a mismatch found by check: its mended lines fit', () => {
    const prefill = serve('prefill', '--tp 2');
    const decode = serve('decode', '--tp 2 --page-size 128 --speculative-algorithm EAGLE', 'SGLANG_DSV4_COMPRESS_STATE_DTYPE=bf16');
    const { status, stdout } = cli(['check', '--prefill', prefill, '--decode', decode]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^refused: decode refuses, at start-up, .*In paged swa mode, page_size must be 256\./);
    expect(stdout).toContain('After these mends: fits');
    const report = json<CheckReport>('check', '--prefill', prefill, '--decode', decode);
    expect(report).toMatchObject({ verdict: 'refused', mended: { verdict: 'fits', left: [] } });
    const { lines } = report.mended ?? {};
    expect(json<CheckReport>('check', '--prefill', lines?.prefill ?? prefill, '--decode', lines?.decode ?? decode).findings).toEqual([]);
  });
});

describe('check of launches', () => {
  const sound = ['check', '--prefill', serve('prefill'), '--decode', serve('decode')] as const;

  it('says where each setting comes from', () => {
    const { settings } = json<CheckReport>(
      'check',
      '--prefill',
      serve('prefill', '--tp=4 --dp $DP'),
      '--decode',
      serve('decode', '', 'SGLANG_DSV4_COMPRESS_STATE_DTYPE=fp32'),
    );
    expect(settings.prefill).toMatchObject({ tp: { value: 4, origin: 'flag', by: '--tp' }, dp: { value: null, origin: 'unknown', text: '$DP' } });
    expect(settings.prefill).toMatchObject({ pageSizeTokens: { value: 256, origin: 'default' }, attnTp: { origin: expect.stringMatching(/derived|unknown/) } });
    expect(settings.decode).toMatchObject({ stateDtype: { value: 'float32', origin: 'variable' } });
  });

  it('0 for a pair that fits, with nothing else on stdout than the JSON', () => {
    expect(cli([...sound])).toMatchObject({ status: 0, stderr: '' });
    const { status, stdout } = cli([...sound, '--json']);
    expect([status, Object.keys(JSON.parse(stdout) as object).slice(0, 5)]).toEqual([0, ['schemaVersion', 'verdict', 'findings', 'settings', 'waived']]);
  });

  it('a refusal of one node alone, in its words', () => {
    const { stdout, status } = cli(['check', '--prefill', serve('prefill', '--disaggregation-transfer-backend fake'), '--decode', serve('decode')]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^refused: prefill refuses, .*"ValueError: Prefill server does not support 'fake' as the transfer backend"/);
  });

  it('waives, and says so', () => {
    const args = ['check', '--prefill', serve('prefill', '--page-size 128'), '--decode', serve('decode')];
    const { status, stdout } = cli([...args, '--allow-mismatch', 'page-size-mismatch,paged-page-size', '--json']);
    const report = JSON.parse(stdout) as CheckReport;
    expect(report.waived.map(({ id }) => id)).toEqual(expect.arrayContaining(['page-size-mismatch', 'paged-page-size']));
    expect(report.findings.map(({ id }) => id)).not.toContain('page-size-mismatch');
    expect(status).toBe(report.verdict.startsWith('fits') ? 0 : 1);
    expect(cli([...args, '--allow-mismatch', 'page-size-mismatch', 'paged-page-size']).stdout).toContain('Waived (--allow-mismatch)');
    expect(cli([...args, '--allow-mismatch', 'page-size-mismach'])).toMatchObject({
      status: 2,
      stderr: 'disagg-sim: --allow-mismatch: no finding has the id "page-size-mismach". Did you mean page-size-mismatch?\n',
    });
  });

  it('waives in scenarios, too', () => {
    const args = ['check', 'dsv4-mini', '--set', 'decode.draft={"compressRatios":[4]}', '--set', 'decode.speculation={"draftTokens":4}'];
    expect(json<CheckReport>(...args).findings.map(({ id }) => id)).toContain('draft-swa-only');
    expect(json<CheckReport>(...args, '--allow-mismatch', 'draft-swa-only').waived.map(({ id }) => id)).toEqual(['draft-swa-only']);
  });

  it('reads scripts, compose files and manifests; one file may start both; - is stdin', () => {
    const script = file('both.sh', `export SGLANG_DSV4_COMPRESS_STATE_DTYPE=bf16\n${serve('prefill')} &\n${serve('decode')}\n`);
    const compose = file(
      'compose.yaml',
      `services:\n  p:\n    command: ${serve('prefill')}\n  d:\n    command: ${serve('decode')}\n    environment: [SGLANG_DSV4_COMPRESS_STATE_DTYPE=bf16]\n`,
    );
    expect(cli(['check', '--prefill-file', script]).status).toBe(0);
    expect(cli(['check', '--prefill-file', script, '--decode-file', script]).status).toBe(0);
    expect(json<CheckReport>('check', '--decode-file', compose).findings.map(({ id }) => id)).toContain('state-dtype-mismatch');
    expect(piped(['check', '--prefill-file', '-', '--decode', serve('decode')], serve('prefill')).status).toBe(0);
    expect(piped(['check', '--decode-file', '-'], `${serve('prefill')} & ${serve('decode')}`).status).toBe(0);
  });

  it('takes a config.json', () => {
    const config = {
      architectures: ['DeepseekV4ForCausalLM'],
      num_hidden_layers: 2,
      compress_ratios: [0, 4],
      qk_rope_head_dim: 64,
      head_dim: 512,
      index_head_dim: 128,
      sliding_window: 128,
      hidden_size: 128,
    };
    const lines = ['--prefill', serve('prefill').replace(FLASH, '--model /m'), '--decode', serve('decode').replace(FLASH, '--model /m')];
    expect(json<CheckReport>('check', ...lines).unknown).not.toEqual([]);
    expect(json<CheckReport>('check', ...lines, '--config', file('config.json', JSON.stringify(config)))).toMatchObject({
      verdict: 'fits',
      unknown: [],
      problems: [],
    });
    expect(cli(['check', ...lines, '--config', file('llama.json', '{"architectures": ["LlamaForCausalLM"]}')]).stderr).toMatch(
      /^disagg-sim: .*llama\.json \(architectures\): only models of architecture/,
    );
  });

  it('knows a config.json that is given for a scenario', () => {
    const config = file('model-config.json', '{"architectures": ["DeepseekV4ForCausalLM"], "model_type": "deepseek_v4"}');
    expect(cli(['check', config])).toMatchObject({ status: 2, stderr: expect.stringContaining(`disagg-sim check --model ${config}`) });
  });

  it('says of mended lines what is true of them', () => {
    const lines = [
      '--prefill',
      serve('prefill', '--speculative-algorithm EAGLE --speculative-eagle-topk 4 --speculative-num-steps 3'),
      '--decode',
      serve('decode'),
    ];
    const report = json<CheckReport>('check', ...lines);
    expect(report.findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['spec-topk', 'speculation-one-side']));
    expect(report.mended).toMatchObject({ verdict: 'fits', left: [] });
    expect(Object.values(report.mended?.lines ?? {}).join(' ')).not.toContain('topk 4');
  });

  it('takes a revision for each node', () => {
    const args = ['--prefill', serve('prefill'), '--decode', serve('decode'), '--revision'] as const;
    expect(json<CheckReport>('check', ...args, '2026-08,2026-09')).toMatchObject({ verdict: 'fits-with-warnings', findings: [{ id: 'mixed-revisions' }] });
    expect(json<CheckReport>('check', ...args, '2026-09').findings).toEqual([]);
  });

  it('does not call a line sound that cannot start, and corrects it where it is certain', () => {
    const { status, stdout } = cli(['check', '--prefill', serve('prefill', '--page-sise 128'), '--decode', serve('decod')]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^refused: decode refuses, .*"argparse error: argument --disaggregation-mode: invalid choice: 'decod'/);
    expect(stdout).toContain('unrecognized arguments: --page-sise');
    expect(stdout.match(/Did you mean --page-size\?/g)).toHaveLength(1);
    const report = json<CheckReport>('check', '--prefill', serve('prefill', '--page-sise 128'), '--decode', serve('decod'));
    expect(report.mended).toMatchObject({ verdict: 'fits', hidden: expect.arrayContaining(['page-size-mismatch']) });
    expect(report.mended?.lines).toMatchObject({ prefill: expect.stringContaining('--page-size 256'), decode: expect.stringContaining('mode decode') });
    expect(report.mended?.lines?.prefill).not.toContain('sise');
    const warned = cli(['check', '--prefill', serve('prefill', '--page-sise 256'), '--decode', serve('decode')]);
    expect([warned.status, warned.stdout]).toEqual([0, expect.stringMatching(/^fits-with-warnings: /)]);
  });

  it('carries abbreviations out in full, and what is unknown as it stands', () => {
    const speculative = (side: string, flag: string) => serve(side, `--speculative-algorithm EAGLE --speculative-num-steps 1 ${flag} 2`);
    const report = json<CheckReport>(
      'check',
      '--prefill',
      speculative('prefill', '--speculative-num-draft-token'),
      '--decode',
      speculative('decode', '--speculative-num-draft-tokens'),
    );
    expect([report.verdict, report.problems?.map(({ code }) => code), report.mended?.lines?.decode]).toEqual(['fits', ['abbreviated-flag'], null]);
    expect(report.mended?.lines?.prefill).toContain('--speculative-num-draft-tokens 2');
    expect(json<CheckReport>('check', '--prefill', serve('prefill', '--zzzzqqqq 4'), '--decode', serve('decode'))).toMatchObject({ verdict: 'fits' });
  });

  it('says that a pair fits with speculation off, not that its cause is found', () => {
    const words = 'DSV4 target and draft pools must share paged SWA geometry: target=(256, 128), draft=(256, 4096)';
    const line = (side: string) => serve(side, '--speculative-algorithm EAGLE');
    const { stdout } = cli(['check', '--prefill', line('prefill'), '--decode', line('decode'), '--message', words, '--message-from', 'decode']);
    expect(stdout).toContain('After these mends: fits with speculation off; the cause is not in these lines');
    expect(stdout.replace(/\s+/g, ' ')).toContain('It was decode that spoke; both change');
  });

  it('folds what follows from another finding into a line', () => {
    const { stdout } = cli(['check', '--prefill', serve('prefill'), '--decode', serve('decode', '', 'SGLANG_DSV4_COMPRESS_STATE_DTYPE=bf16')]);
    expect(stdout).toContain('Follows from state-dtype-mismatch: state-item-length (3 times)');
    expect(stdout.match(/state-item-length/g)).toHaveLength(2);
  });

  it('shows no secret, in any form', () => {
    const secret = 'Xq7vT2mKd9';
    const prefill = serve('prefill', `--api-key ${secret} --page-size 128 --future-token ${secret}`, `HF_TOKEN=${secret}`);
    for (const flags of [[], ['--json']]) {
      const { stdout, stderr } = cli(['check', '--prefill', prefill, '--decode', serve('decode', `--admin-api-key=${secret}`), ...flags]);
      expect(stdout).toContain('page_size');
      expect(stdout + stderr).not.toContain(secret);
    }
    expect(cli(['check', '--prefill', `API_KEY=${secret}`, '--decode', serve('decode')]).stderr).not.toContain(secret);
    expect(cli(['explain', `API_KEY=${secret} Prefill server is broken and does not support the transfer backend`]).stdout).not.toContain(secret);
  });

  it.each([
    [['check', '--prefill', serve('prefill')], /there is no launch of the decode server\. Give its line with --decode/],
    [['check', '--prefill', 'echo hello', '--decode', serve('decode')], /--prefill: no start of an SGLang server is found here/],
    [['check', '--prefill', serve('decode'), '--decode', serve('decode')], /--prefill: no prefill server is started here/],
    [['check', '--prefill', serve('prefill'), '--prefill-file', 'x', '--decode', serve('decode')], /--prefill and --prefill-file are both given/],
    [['check', 'dsv4-mini', '--prefill', serve('prefill'), '--decode', serve('decode')], /the scenario dsv4-mini and launches are both given/],
    [['check', '--prefill', serve('prefill'), '--decode', serve('decode'), '--page-size', '64'], /--page-size changes a scenario, and launches are given/],
    [['check', '--prefill', serve('prefill'), '--decode', serve('decode'), '--revision', '2025'], /--revision: there is no such revision \(found 2025\)/],
    [['check', '--prefill-file', '/no/such.sh', '--decode', serve('decode')], /\/no\/such\.sh: there is no such launch file/],
    [['check', '--prefill-file', '/', '--decode', serve('decode')], /the launch file is a directory/],
    [['check', serve('prefill'), serve('decode')], /this is a launch line, and no scenario\. Say whose each line is: disagg-sim check --prefill/],
    [['check', 'dsv4-mini', 'dsv4-flash'], /several scenarios are given\. Give one of them/],
    [['check', '--prefill', serve('prefill'), '--decode', serve('decode'), '--message-from', 'decode'], /--message-from is given without --message/],
    [['check', '--prefill', serve('prefill'), '--decode', serve('decode'), '--message', 'x', '--message-from', 'router'], /there is no such node/],
    [['repro', 'a text', '--prefill', serve('prefill'), '--decode', serve('decode')], /a text and launches are both given\. .*check .*--message TEXT/],
    [['check', 'dsv4-mini', '--message', 'x'], /--message goes with launch lines/],
    [['check', '--prefill', serve('prefill'), '--decode', serve('decode'), '--message', 'hello'], /--message: no known message is in this text/],
    [['check', 'dsv4-mini', '--config', 'x'], /--config goes with launch lines/],
    [['check', '--allow-mismatch', 'x', '--prefill', 'y'], /no finding has the id "x"/],
  ])('2: %j', (args, words) => {
    const { status, stdout, stderr } = cli(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('explain', () => {
  const log = Array.from({ length: 3000 }, (_, i) => (i % 1000 === 7 ? 'WARN len(prefill_state_indices) = 2, len(dst_state_indices) = 1' : `line ${i}`)).join(
    '\n',
  );

  it('reads a file, stdin, an id, a text', () => {
    const path = file('server.log', log);
    for (const report of [json<ExplainReport>('explain', path), JSON.parse(piped(['explain', '-', '--json'], log).stdout) as ExplainReport]) {
      expect(report.recognised).toMatchObject([{ id: 'list-cut', found: { count: 3, firstLine: 8, lastLine: 2008 } }]);
    }
    expect(json<ExplainReport>('explain', 'unified-mode').recognised).toMatchObject([{ id: 'unified-mode', found: null }]);
    expect(json<ExplainReport>('explain', 'Unexpected', 'poll', 'case:', '7').recognised).toMatchObject([{ id: 'unexpected-poll' }]);
  });

  it('takes messages that begin with a flag, not flags that it does not know', () => {
    const text = '--disaggregation-decode-enable-radix-cache does not support DeepSeek-V4 (DSA) compressed KV (c4/c128/indexer) yet.';
    expect(json<ExplainReport>('explain', text).recognised).toMatchObject([{ id: 'decode-radix-cache' }]);
    expect(cli(['explain', '--lst'])).toMatchObject({ status: 2, stdout: '', stderr: 'disagg-sim: explain has no flag --lst. See explain --help.\n' });
  });

  it('1 where nothing is known, with the nearest', () => {
    const { status, stdout } = cli(['explain', 'page-size-mismach']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^No known message is in this text\.\nThe nearest known one is page-size-mismatch:/);
    expect(cli(['explain', 'all is well'])).toMatchObject({
      status: 1,
      stdout: 'No known message is in this text.\nAll known ones: disagg-sim explain --list\n',
    });
    expect(piped(['explain', '-'], '').status).toBe(1);
  });

  it('lists the catalogue', () => {
    const { entries } = json<CatalogueReport>('explain', '--list');
    expect(entries.length).toBeGreaterThan(100);
    const { status, stdout } = cli(['explain', '--list']);
    expect(status).toBe(0);
    for (const { id } of entries) expect(stdout).toContain(id);
  });

  it('2 for files that are not there', () => {
    expect(cli(['explain', '/no/such.log'])).toMatchObject({ status: 2, stderr: 'disagg-sim: /no/such.log: there is no such log file. Check the path.\n' });
    expect(cli(['explain', '/']).stderr).toBe('disagg-sim: /: the log is a directory. Name the file in it.\n');
    expect(cli(['explain']).status).toBe(2);
  });

  it('reads binary files and pipes that end early', () => {
    const path = file('binary.bin', '');
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 0x80, 10, ...Buffer.from('Unexpected poll case: 7'), 0, 0xff]));
    expect(json<ExplainReport>('explain', path).recognised).toMatchObject([{ id: 'unexpected-poll', values: [{ value: '7' }] }]);
    const headed = spawnSync('bash', ['-c', `"${process.execPath}" "${BIN}" explain --list | head -1; echo "\${PIPESTATUS[0]}"`], { encoding: 'utf8' });
    expect([headed.stderr, headed.stdout.split('\n').slice(-2)]).toEqual(['', ['0', '']]);
  });
});

describe('diff', () => {
  const dump = (...flags: string[]) => cli(['layout', 'dsv4-mini', '--json', ...flags]).stdout;
  const same = file('same.json', dump());
  const other = file('other.json', dump('--set', 'decode.stateDtype=bfloat16'));

  it('0 for dumps of a pair that fits, 1 with the first difference', () => {
    expect(json<DiffReport>('diff', same, same)).toMatchObject({ verdict: 'fits', findings: [], settings: {}, waived: [] });
    const { status, stdout } = cli(['diff', same, other]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^silent-corruption: /);
    expect(stdout).toMatch(/First difference {2}item length of state\[0\]\[6\] \(target\/attn_state\/2\): \d+ on prefill, \d+ on decode/);
    expect(cli(['diff', same, other, '--allow-mismatch', 'state-item-length', '--json']).status).toBe(0);
  });

  it('reads one rank as an engine prints it, and stdin', () => {
    const { prefill, decode } = JSON.parse(dump()) as Record<'prefill' | 'decode', { ranks: unknown[] }>;
    const printed = JSON.stringify(prefill.ranks[0]).replace(/"0x([0-9a-f]+)"/g, (_match, digits: string) => String(BigInt(`0x${digits}`) + (1n << 63n)));
    const report = JSON.parse(piped(['diff', '-', file('d.json', JSON.stringify(decode.ranks[0])), '--json'], printed).stdout) as DiffReport;
    expect(report.verdict).toBe('fits');
    expect(report.findings.map(({ id, severity }) => [id, severity])).toEqual([['pointer-bit-63', 'info']]);
  });

  it('holds regions to a limit that is stated', () => {
    expect(json<DiffReport>('diff', same, same, '--max-region', '1MiB')).toMatchObject({ verdict: 'fails-later' });
    expect(cli(['diff', same, same, '--max-region', 'lots']).stderr).toBe(
      'disagg-sim: --max-region: this is no size (found lots). Write bytes, or a size such as 2GiB.\n',
    );
  });

  it.each([
    ['{"kv_data_ptrs": [1', /:1:\d+: this is no JSON/],
    ["{'kv_data_ptrs': None}", /It looks like a Python repr/],
    ['[]', /this dump holds no rank/],
    ['{"kv_data_ptrs": ["x"], "engine_rank": 0, "page_size": 1}', /broken\.json \(kv_data_ptrs\[0\]\): an address is expected/],
  ])('2: %s', (text, words) => {
    const { status, stdout, stderr } = cli(['diff', file('broken.json', text), same]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
  });
});
