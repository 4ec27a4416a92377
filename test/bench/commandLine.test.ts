/** `npm run bench` as a command: bad arguments end with exit code 2 and one clear line. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

function bench(...args: string[]) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...args], { cwd: root, encoding: 'utf8' });
}

describe('the bench command', () => {
  it('names the goals there are when one is unknown', () => {
    const { status, stderr } = bench('--only', 'group,grupo');
    expect(stderr).toMatch(/^error: no goal is named "grupo"; there are .*group/);
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(2);
  });

  it('finds out before it measures that the file cannot be written', () => {
    const { status, stderr } = bench('--only', 'group', '--json', join(root, 'no-such-folder', 'bench.json'));
    expect(stderr).toMatch(/^error: ENOENT/);
    expect(status).toBe(2);
  });

  it('refuses unknown options', () => {
    expect(bench('--fast').status).toBe(2);
  });
});
