/** repro and shrink as processes. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fromFragment } from '../../src/cli/page/stateLink.ts';
import { runSchema } from '../../src/cli/schemas/outputs.ts';
import { reproSchema, shrinkSchema } from '../../src/cli/schemas/reproOutputs.ts';
import { scenarioSchema } from '../../src/scenario/scenarioSchema.ts';
import { cli, interrupted } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-repro-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

const PAGED = 'DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)';
const CPU = ['--device', 'cpu'] as const;

describe('repro', () => {
  it('a message: three runs, the scenario and the report; both runs of the scenario meet what it expects', () => {
    const [scenario, report] = [file('paged.yaml'), file('paged.md')];
    const { status, stdout, stderr } = cli(['repro', PAGED, ...CPU, '--json', '--out', scenario, '--report', report]);
    expect([status, stderr]).toEqual([0, '']);
    const printed = reproSchema.parse(JSON.parse(stdout));
    expect(printed).toMatchObject({
      recognised: [{ id: 'paged-swa-geometry', values: { target: '(1, 4096)', draft: '(32, 4096)' } }],
      runs: { asGiven: { status: 'REFUSE', words: null }, pastCheck: { status: 'OUT_OF_RANGE' }, mended: { status: 'PASS' } },
      shortfalls: [],
    });
    expect(printed.runs?.asGiven.findings[0]?.message).toBe(PAGED);
    // The report carries what its runs were of: carried out by themselves, they come to the same verdicts.
    for (const name of ['asGiven', 'mended'] as const) {
      const own = file(`${name}.json`);
      writeFileSync(own, JSON.stringify(printed.scenarios?.[name]));
      expect(runSchema.parse(JSON.parse(cli(['run', own, ...CPU, '--json', '--stable']).stdout)).verdict.words).toEqual(printed.runs?.[name]?.words);
    }
    expect(cli(['run', scenario, ...CPU]).status).toBe(0);
    expect(cli(['run', scenario, '--fixed', ...CPU]).status).toBe(0);
    const page = readFileSync(report, 'utf8');
    for (const words of [PAGED, 'with C4 or C128 layers', '| page size, tokens | 1 | 32 |', 'OUT\\_OF\\_RANGE', '## Run it again'])
      expect(page).toContain(words);
    expect(cli(['repro', PAGED, ...CPU, '--out', scenario]).status).toBe(2);
  });

  it('a page: self-contained, with its policy, all runs and their damage, texts escaped and masked, and a link into the explorer', async () => {
    const page = file('ring.html');
    writeFileSync(file('<b>.log'), 'x --api-key s3cret\nDSV4 target and draft pools must share paged SWA geometry: target=(4, 8), draft=(2, 8)\n');
    expect(cli(['repro', file('<b>.log'), ...CPU, '--html', page]).status).toBe(0);
    const html = readFileSync(page, 'utf8');
    const [style = ''] = html.match(/<style>[\s\S]*?<\/style>/) ?? [];
    const hash = createHash('sha256').update(style.slice('<style>'.length, -'</style>'.length)).digest('base64');
    expect(html).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;`);
    const tags = (html.match(/<[a-z][^>]*>/gi) ?? []).join('\n');
    expect(tags).not.toMatch(/\bsrc\s*=| style=| on[a-z]+=/i);
    // The one link leads to the reader's own machine, and opens this very report there.
    const links = [...tags.matchAll(/\bhref\s*=\s*"([^"]*)"/gi)].map(([, address = '']) => address);
    expect(links).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:7433\/#1\./)]);
    expect(html).toContain('<code>disagg-sim explore --port 7433 --no-open</code>');
    expect(html.match(/<h2>[\s\S]*?<\/h2>/g)?.map((heading) => heading.replace(/<[^>]*>/g, ''))).toEqual([
      'As given: REFUSE',
      'Past the check: SILENT_CORRUPTION',
      'Mended: PASS',
      'The mend',
      'In the explorer',
    ]);
    expect(html).toContain('target=(4, 8), draft=(2, 8)');
    expect(html.match(/class="hurt"/g)?.length).toBeGreaterThan(0);
    expect(html).not.toContain('s3cret');
    const [, data = ''] = html.split('id="disagg-sim-report">');
    const carried = reproSchema.parse(JSON.parse(data.slice(0, data.indexOf('</script>'))));
    expect(carried.shortfalls).toEqual([]);
    const linked = await fromFragment(new URL(links[0] ?? '').hash);
    expect(linked).toMatchObject({ kind: 'state', state: { view: 'reports', scenario: carried.scenarios?.asGiven, own: { reports: { name: 'ring.html' } } } });
    const { text = '' } = (linked.kind === 'state' ? linked.state.own.reports : {}) as { readonly text?: string };
    expect(JSON.parse(text)).toEqual(carried);
  });

  it('a page of words that HTML would read: they stay words', () => {
    const page = file('hostile.html');
    const said = 'Failed to send kv chunk of 7 to <img:41000';
    expect(cli(['repro', said, ...CPU, '--html', page]).status).toBe(0);
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('Failed to send kv chunk of 7 to &lt;img:41000');
    expect(html).not.toContain('<img');
  });

  it('a log, wrapped and without quotes: both ways round', () => {
    writeFileSync(file('d.log'), 'noise\n[2026] RuntimeError: DSV4 target and draft pools must use the same unified-KV mode\nmore\n');
    const { status, stdout } = cli(['repro', file('d.log'), ...CPU, '--json']);
    const printed = reproSchema.parse(JSON.parse(stdout));
    expect([status, printed.others.map(({ scenario }) => scenario)]).toEqual([0, ['repro-unified-mode-unified-target']]);
    expect(printed.others[0]?.scenarios).toMatchObject({ asGiven: { name: 'repro-unified-mode-unified-target' }, mended: { name: expect.any(String) } });
    for (const runs of [printed.runs, printed.others[0]?.runs]) {
      expect([runs?.asGiven.status, runs?.pastCheck?.status, runs?.mended?.status]).toEqual(['REFUSE', 'SILENT_CORRUPTION', 'PASS']);
    }
  });

  it('a message without blanks behind its commas, and one that has other values further on', () => {
    const tight = PAGED.replaceAll(', 4096', ',4096');
    writeFileSync(file('two.log'), `${tight}\n${PAGED.replace('(32,', '(64,')}\n`);
    const { status, stdout } = cli(['repro', file('two.log'), ...CPU]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('Reproduced, and mended.')]);
    expect(stdout).toContain('with other values, too, 1 time: the first is shown');
  });

  it('a scenario whose title holds a secret', () => {
    writeFileSync(
      file('secret.yaml'),
      'title: api_key=s3cret of https://u:s3cret@h/\ndescription: with api_key=s3cret\nmodel: dsv4-mini\nrequests: [{ length: 300 }]\nfaults: [{ kind: bit-flip }]\n',
    );
    const outputs = ['--report', file('secret.md'), '--html', file('secret.html'), '--out', file('secret.out.yaml')];
    const { stdout } = cli(['repro', file('secret.yaml'), ...CPU, '--pool-tokens', '16384', ...outputs]);
    expect(stdout).toContain('Reproduced, and mended.');
    // The page carries the report, which has the description, too.
    expect(readFileSync(file('secret.html'), 'utf8')).toContain('"description":"with api_key=');
    for (const text of [stdout, ...['secret.md', 'secret.html', 'secret.out.yaml'].map((name) => readFileSync(file(name), 'utf8'))])
      expect(text).not.toContain('s3cret');
  });

  it('a scenario by name, and with a setting changed', () => {
    const told = cli(['repro', 'guard-mapping-identity', ...CPU]).stdout;
    expect(told).toContain('Reproduced, and mended.');
    expect(told).toContain('mend: Set what the scenario’s fixed block sets: prefill.draft.mapping="shared".');
    const { status, stdout } = cli(['repro', 'guard-mapping-identity', ...CPU, '--json', '--set', 'prefill.draft.mapping=shared']);
    expect([status, reproSchema.parse(JSON.parse(stdout)).shortfalls]).toEqual([1, ['As given, the run ends PASS: there is nothing to reproduce.']]);
  });

  it('two launches, secrets masked', () => {
    const line = (side: string, rest: string) =>
      `python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode ${side} ${rest}`;
    const report = file('launches.md');
    const args = ['--prefill', line('prefill', '--api-k s3cret --page-size 256'), '--decode', line('decode', '--page-size 64')];
    const { status, stdout } = cli(['repro', ...args, ...CPU, '--report', report]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('On decode: use --page-size 256')]);
    expect(stdout + readFileSync(report, 'utf8')).not.toContain('s3cret');
  });

  it.each([
    [['repro', 'Bootstrap info not found for dp_rank=0 cp_rank=0 tp_rank=1 pp_rank=0'], 1, 'but a run cannot show it'],
    [['repro', 'nothing that is known'], 1, 'No known message'],
  ])('1: %j', (args, code, words) => {
    const { status, stdout } = cli([...args, ...CPU]);
    expect([status, stdout]).toEqual([code, expect.stringContaining(words)]);
  });

  it.each([
    [['repro'], 2],
    [['repro', '--nonsense'], 2],
    [['repro', '/no/such.log'], 2],
    [['repro', PAGED, '--prefill', 'x'], 2],
    [['repro', PAGED, '--lengths', '3', ...CPU], 2],
    [['repro', PAGED, '--set', 'a.b=1', ...CPU], 2],
    [['repro', PAGED, '--fixed', ...CPU], 2],
    [['repro', PAGED, ...CPU, '--out', file('same.x'), '--html', join(folder, '.', 'x', '..', 'same.x')], 2],
    [['repro', PAGED, '--device', 'nonsuch'], 3],
  ])('%j ends with %i', (args, code) => {
    const { status, stdout } = cli(args);
    expect([status, stdout]).toEqual([code, '']);
  });
});

describe('shrink', () => {
  it('writes a scenario that meets what it expects', () => {
    const out = file('small.yaml');
    expect(cli(['shrink', 'guard-mapping-identity', '--out', out]).status).toBe(0);
    expect(parse(readFileSync(out, 'utf8'))).toMatchObject({ model: { hiddenLayers: 1 }, requests: [], expect: { status: 'REFUSE' } });
    expect(cli(['run', out, ...CPU]).status).toBe(0);
    const { stdout } = cli(['shrink', out, '--json']);
    expect(shrinkSchema.parse(JSON.parse(stdout))).toMatchObject({ kept: 0 });
  });

  it('2: a scenario that does not fail', () => {
    const { status, stderr } = cli(['shrink', 'guard-mapping-identity', '--fixed']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('there is no failure to keep')]);
  });

  it('Ctrl-C keeps the best so far', async () => {
    const out = file('interrupted.yaml');
    const { code } = await interrupted(['shrink', 'dsv4-mini', '--set', 'prefill.stateDtype=bfloat16', '--out', out], 'SIGINT', 3000);
    expect(code).toBe(130);
    expect(scenarioSchema.parse(parse(readFileSync(out, 'utf8')))).toMatchObject({ prefill: { stateDtype: 'bfloat16' } });
  });
});
