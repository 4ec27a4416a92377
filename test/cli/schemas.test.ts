/** Published JSON Schemas: current, and true of what the commands print and of what scenarios may say. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publishedSchemas } from '../../src/cli/schemas/jsonSchemas.ts';
import { BUILTIN_SCENARIOS } from '../../src/scenario/builtin/index.ts';
import { cli, MINI_RUN } from './support.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'schemas');
const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
/** A validator made from the published file alone. */
const validator = (name: string) => z.fromJSONSchema(read(`${name}.schema.json`) as Parameters<typeof z.fromJSONSchema>[0]);

describe('the files', () => {
  it('are those of the code (npm run schemas)', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...publishedSchemas().keys()].sort());
    for (const [file, text] of publishedSchemas()) expect(read(file), file).toEqual(JSON.parse(text));
  });
});

describe('scenario.schema.json', () => {
  const schema = validator('scenario');
  it.each([...BUILTIN_SCENARIOS])('accepts %s', (_name, scenario) => expect(schema.safeParse(scenario).success).toBe(true));

  it.each([
    [{ model: 'dsv4-mini', requests: [] }, true],
    [{ model: { preset: 'dsv4-mini', compressRatios: [0] }, requests: [{ length: 1, decode: { slot: 3 } }] }, true],
    [{ model: { plain: { layers: 1, rows: 2, itemBytes: 8 } }, decode: { addressBase: '0xff' }, requests: { lengths: [3] } }, true],
    [{ model: 'dsv4-mini' }, false],
    [{ model: 'dsv4-mini', requests: [], extra: 1 }, false],
    [{ model: 'dsv4-mini', requests: [{ length: 0 }] }, false],
    [{ model: 'dsv4-mini', requests: [], decode: { mode: 'pagd' } }, false],
    [{ model: 'dsv4-mini', requests: [], decode: { addressBase: '12' } }, false],
    [{ model: 'dsv4-mini', requests: [], faults: [1] }, false],
  ])('%j: %s', (scenario, isValid) => expect(schema.safeParse(scenario).success).toBe(isValid));
});

describe('output', () => {
  const LAYOUT = join(folder, 'layout.json');
  writeFileSync(LAYOUT, cli(['layout', 'dsv4-mini', '--json']).stdout);

  it.each([
    ['run', [...MINI_RUN, '--json']],
    ['run', [...MINI_RUN, '--json', '--stable']],
    ['run', [...MINI_RUN, '--json', '--set', 'decode.draft={"compressRatios":[4]}']],
    ['run', [...MINI_RUN, '--json', '--set', 'prefill.speculation=null']],
    ['dry-run', ['run', 'dsv4-pro', '--dry-run', '--json']],
    ['layout', ['layout', 'dsv4-flash', '--json']],
    ['layout', ['layout', 'dsv4-flash-unified', '--json', '--set', 'decode.draft={"compressRatios":[4]}']],
    ['check', ['check', 'dsv4-pro', '--json']],
    ['check', ['check', 'dsv4-mini', '--json', '--set', 'decode.draft={"compressRatios":[4]}']],
    [
      'check',
      [
        'check',
        '--json',
        '--prefill',
        'sglang serve --model dsv4-mini --disaggregation-mode prefill --tp $TP',
        '--decode',
        'sglang serve --model dsv4-mini --page-size 128',
      ],
    ],
    [
      'check',
      [
        'check',
        '--json',
        '--prefill',
        'sglang serve --model dsv4-mini --disaggregation-mode prefill --speculative-algorithm EAGLE',
        '--decode',
        'sglang serve --model dsv4-mini --disaggregation-mode decode --speculative-algorithm EAGLE',
        '--message',
        'RuntimeError: DSV4 draft state transfer expects SWA-only NextN layers',
      ],
    ],
    ['diff', ['diff', '--json', LAYOUT, LAYOUT]],
    ['explain', ['explain', '--json', 'DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)']],
    ['explain', ['explain', '--json', 'page-size-mismach']],
    ['catalogue', ['explain', '--list', '--json']],
    ['doctor', ['doctor', '--json']],
  ])('%s.schema.json holds for %j', (name, args) => {
    const printed: unknown = JSON.parse(cli(args).stdout);
    const result = validator(name).safeParse(printed);
    expect(result.success ? [] : result.error.issues).toEqual([]);
  });

  it('sums: total is the others together', () => {
    const { verdict } = JSON.parse(cli([...MINI_RUN, '--json']).stdout) as { verdict: { words: Record<string, number>; components: Record<string, number>[] } };
    const sum = ({ right = 0, wrong = 0, missing = 0, touched = 0, untouched = 0 }: Record<string, number>) => right + wrong + missing + touched + untouched;
    for (const words of [verdict.words, ...verdict.components]) expect(sum(words)).toBe(words.total);
    expect(verdict.components.reduce((total, words) => total + sum(words), 0)).toBe(verdict.words.total);
  });
});
