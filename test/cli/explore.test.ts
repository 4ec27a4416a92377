/** `explore` as a process: prints its address, serves the page that was built, ends by Ctrl-C, and says what is wrong with a port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

  it('refuses what is no port, before it serves anything', async () => {
    for (const port of ['-1', '65536', 'http', '80.5']) {
      const { child, stderr } = start('--no-open', `--port=${port}`);
      const [code] = (await once(child, 'close')) as [number];
      expect([port, code]).toEqual([port, 2]);
      expect(stderr()).toContain('--port 0');
    }
  });
});
