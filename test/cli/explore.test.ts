/** `explore` as a process: prints its address, with the scenario in it that it opens with, serves the page that was built, ends by Ctrl-C, and says what is wrong with a port or a scenario. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromFragment } from '../../src/cli/page/stateLink.ts';
import { builtinScenario } from '../../src/scenario/builtin/catalogue.ts';
import { BUILTIN_SCENARIOS } from '../../src/scenario/builtin/index.ts';
import setup from '../web/browser/freshSite.ts';

const CLI = join(import.meta.dirname, '..', '..', 'bin', 'disagg-sim.js');

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, 'explore', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return { child, stderr: () => stderr };
}

/** The page that it prints the link of. */
async function opened(...args: readonly string[]) {
  const { child, stderr } = start('--no-open', '--port', '0', ...args);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGINT');
  await once(child, 'exit');
  const fragment = /http:\/\/127\.0\.0\.1:\d+\/#(\S+)/.exec(line.toString())?.[1] ?? '';
  const linked = await fromFragment(fragment);
  if (linked.kind !== 'state') throw new Error(`it printed no link: ${line.toString()}${stderr()}`);
  return linked.state;
}

/** What a model's author publishes. */
const CONFIG = {
  architectures: ['DeepseekV4ForCausalLM'],
  num_hidden_layers: 4,
  compress_ratios: [0, 4, 128, 4, 0],
  sliding_window: 128,
  qk_rope_head_dim: 64,
  head_dim: 512,
  index_head_dim: 128,
  hidden_size: 4096,
  num_nextn_predict_layers: 1,
};

describe('explore', () => {
  it('prints where it is, serves the page there, and ends by Ctrl-C with 130', async () => {
    await setup();
    const { child } = start('--no-open', '--port', '0');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(line.toString())?.[0] ?? '';
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('disagg-sim explorer');
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(130);
  });

  it('opens with a scenario: built in and changed by flags, mended, or from a file with its config.json in it', async () => {
    await setup();
    const folder = await mkdtemp(join(tmpdir(), 'explore-'));
    const { title: _title, ...mini } = BUILTIN_SCENARIOS.get('dsv4-mini') ?? {};
    await writeFile(join(folder, 'mine.json'), JSON.stringify({ ...mini, name: undefined, model: './config.json' }));
    await writeFile(join(folder, 'config.json'), JSON.stringify(CONFIG));

    const changed = await opened('dsv4-flash', '--page-size', '64');
    expect(changed).toMatchObject({ view: 'playground', scenario: { name: 'dsv4-flash', prefill: { pageSize: 64 }, decode: { pageSize: 64 } }, own: {} });
    expect(await opened('guard-ring-geometry')).toMatchObject({ scenario: builtinScenario('guard-ring-geometry') });
    const { fixed, ...given } = builtinScenario('guard-ring-geometry') ?? {};
    expect(fixed).toBeDefined();
    const mended = await opened('guard-ring-geometry', '--fixed');
    expect(mended.scenario).not.toHaveProperty('fixed');
    expect(mended.scenario).not.toMatchObject(given);
    const mine = await opened(join(folder, 'mine.json'));
    expect(mine).toMatchObject({ scenario: { name: 'mine', model: { hiddenLayers: CONFIG.num_hidden_layers, compressRatios: CONFIG.compress_ratios } } });
    await rm(folder, { recursive: true });
  });

  it('says of a scenario that it cannot open what `run` says', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'explore-'));
    const broken = join(folder, 'broken.yaml');
    await writeFile(broken, 'model: dsv4-mini\nprefill:\n  pageSice: 64\ndecode: {}\nrequests: { lengths: [300] }\n');
    for (const args of [['dsv4-flsh'], [broken], [join(folder, 'nowhere.yaml')], ['dsv4-mini', '--set', 'decode.windo=1']]) {
      const { child, stderr } = start('--no-open', '--port=0', ...args);
      const [code] = (await once(child, 'close')) as [number];
      const run = spawn(process.execPath, [CLI, 'run', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      run.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      await once(run, 'close');
      expect([args, code, stderr()]).toEqual([args, 2, said]);
    }
    await rm(folder, { recursive: true });
  });

  it('refuses what is no port, before it serves anything', async () => {
    for (const port of ['-1', '65536', 'http', '80.5']) {
      const { child, stderr } = start('--no-open', `--port=${port}`);
      const [code] = (await once(child, 'close')) as [number];
      expect([port, code]).toEqual([port, 2]);
      expect(stderr()).toContain('--port 0');
    }
  });
});
