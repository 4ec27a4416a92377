/** Loading by name and path: every kind of file a user may name, config.json by path, and overrides over it all. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadScenario, MOST_SCENARIO_BYTES } from '../../src/scenario/node/loadScenario.ts';
import { readBounded } from '../../src/scenario/node/readBounded.ts';
import { applyOverrides, type Override, parseOverride } from '../../src/scenario/overrides.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const set = (...assignments: string[]): Override[] => assignments.map(parseOverride);

/** Runs `work` without root's right to read everything. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('files', () => {
  it('are YAML or JSON; the base name names the scenario', async () => {
    expect(await loadScenario(file('own.yaml', 'model: dsv4-mini\nrequests: [{length: 3}]\n'))).toMatchObject({
      name: 'own',
      title: 'own',
      seed: 1,
      strategy: 'auto',
      expect: null,
    });
    expect((await loadScenario(file('own.json', '{"model": "dsv4-mini", "requests": []}'))).requests).toEqual([]);
  });

  it.each([
    ['missing.yaml', /missing\.yaml: there is no such scenario file\. Check the path\.$/],
    ['own.yaml/x', /own\.yaml\/x: there is no such scenario file\. Check the path: a part of it is no directory\.$/],
    ['.', /: the scenario is a directory\. Name the file in it\.$/],
  ])('%s is told', async (name, words) => {
    file('own.yaml', '');
    await expect(loadScenario(join(folder, name))).rejects.toThrow(words);
  });

  it('that are empty, binary or too large are told', async () => {
    await expect(loadScenario(file('empty.yaml', ''))).rejects.toThrow('the file is empty');
    await expect(loadScenario(file('binary.yaml', Uint8Array.of(0x80, 0xff, 0xfe)))).rejects.toThrow('is no text: it is not UTF-8');
    await expect(loadScenario(file('large.yaml', 'a'.repeat(MOST_SCENARIO_BYTES + 1)))).rejects.toThrow('the scenario is larger than 1.00 MiB');
    await expect(readBounded(file('exact.yaml', 'a'.repeat(100)), 'scenario', 100)).resolves.toHaveLength(100);
    await expect(readBounded('/dev/zero', 'scenario', 1000)).rejects.toThrow('larger than 1000 B');
  });

  it('that may not be read are told', async () => {
    const path = file('secret.yaml', '');
    chmodSync(path, 0);
    // Modules are loaded before rights are given up.
    await expect(loadScenario(path)).rejects.toThrow();
    await asNobody(() => expect(loadScenario(path)).rejects.toThrow('the scenario may not be read'));
  });

  it('that are pipes without a writer hold nobody up', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    await expect(loadScenario(path)).rejects.toThrow('the file is empty');
  });

  it('of unknown names bring the nearest built-in', async () => {
    await expect(loadScenario('dsv4-flahs')).rejects.toThrow('there is no scenario "dsv4-flahs", built in or as a file. Did you mean dsv4-flash?');
    await expect(loadScenario('banana')).rejects.toThrow(
      'Built in are dsv4-flash, dsv4-flash-unified, dsv4-pro, dsv4-mini, and those that disagg-sim scenarios lists.',
    );
  });
});

describe('a config.json by path', () => {
  const config = {
    architectures: ['DeepseekV4ForCausalLM'],
    num_hidden_layers: 2,
    compress_ratios: [4, 128],
    sliding_window: 128,
    qk_rope_head_dim: 64,
    head_dim: 512,
    index_head_dim: 128,
    hidden_size: 64,
  };
  it('is read beside the scenario, and its own errors are placed in it', async () => {
    mkdirSync(join(folder, 'model'));
    file('model/config.json', JSON.stringify(config));
    const scenario = file('byPath.yaml', 'model: model/config.json\nrequests: []\n');
    expect((await loadScenario(scenario)).model).toMatchObject({ name: 'model/config.json', hiddenLayers: 2 });
    expect((await loadScenario(scenario, set('model.window=64'))).model).toMatchObject({ windowTokens: 64 });
    file('model/config.json', JSON.stringify({ ...config, hidden_size: 'x' }, null, 1));
    await expect(loadScenario(scenario)).rejects.toThrow(
      /model\/config\.json:14:17 \(hidden_size\): hidden_size must be an integer of at least 1 \(found "x"\)/,
    );
    rmSync(join(folder, 'model/config.json'));
    await expect(loadScenario(scenario)).rejects.toThrow(/there is no such config\.json file/);
  });
});

describe('overrides', () => {
  it('read JSON where it is JSON, text where not, large integers exactly', () => {
    expect(set('a=1', 'a.b=null', 'a[2].c=[0,4]', 'a=unified', 'a=x=y', 'a=18446744073709551615').map(({ path, value }) => [path, value])).toEqual([
      [['a'], 1],
      [['a', 'b'], null],
      [
        ['a', 2, 'c'],
        [0, 4],
      ],
      [['a'], 'unified'],
      [['a'], 'x=y'],
      [['a'], 18446744073709551615n],
    ]);
    for (const wrong of ['', 'a', '=3', 'a..b=1', '[0]=1', 'a[x]=1']) expect(() => parseOverride(wrong)).toThrow('expected path=value');
  });

  it('win over the file, later over earlier, and change nothing else', async () => {
    const path = file('over.yaml', 'model: dsv4-mini\nprefill: {slots: 3, pageSize: 512}\nrequests: [{length: 3}, {length: 4}]\nseed: 5\n');
    const { prefill, decode, requests, seed } = await loadScenario(
      path,
      set('prefill.slots=4', 'prefill.slots=5', 'decode.grid.tp=2', 'requests[1].length=9', 'requests[2]={"length":1}'),
    );
    expect([prefill.maxRequests, prefill.pageSizeTokens, decode.grid.tp, requests.map(({ tokens }) => tokens), seed]).toEqual([5, 512, 2, [3, 9, 1], 5]);
    const original = { model: 'dsv4-mini', decode: { slots: 3 } };
    applyOverrides(original, set('decode.slots=4', 'model.window=3'));
    expect(original).toEqual({ model: 'dsv4-mini', decode: { slots: 3 } });
  });

  it('are where their own errors are', async () => {
    await expect(loadScenario('dsv4-mini', set('prefil.slots=3'))).rejects.toThrow(
      '--set prefil.slots=3 (prefil): unknown key "prefil". Did you mean prefill?',
    );
    await expect(loadScenario('dsv4-mini', set('decode.mode=pagd'))).rejects.toThrow(
      '--set decode.mode=pagd (decode.mode): must be paged or unified (found "pagd")',
    );
    expect(() => set('__proto__.x=3')).toThrow('expected path=value');
    await expect(loadScenario('dsv4-mini', set('seed.x=3'))).rejects.toThrow('seed is a single value without parts (found 1)');
    await expect(loadScenario('dsv4-mini', set('requests[0].length=3'))).rejects.toThrow('there is no requests[0] in the scenario to set');
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('turn a model given by name into one with a value replaced', async () => {
    expect((await loadScenario('dsv4-mini', set('model.compressRatios=[0,0,0,4,4,128]'))).model).toMatchObject({ compressRatios: [0, 0, 0, 4, 4, 128] });
  });
});
