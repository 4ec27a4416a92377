/** The watchdog of adapters that block their thread: alarm for one call that does not come back, silence for many that do. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('blockedProcess.ts', import.meta.url));
const run = (how: string) => spawnSync(process.execPath, ['--import', 'tsx', program, how], { timeout: 25_000, encoding: 'utf8' });

it('ends a process whose thread is blocked, and says why', () => {
  const { signal, stderr } = run('blocked');
  expect(stderr).toContain('error: a test adapter did not come back from a submission within 1 s');
  expect(signal).toBe('SIGKILL');
});

it('leaves a process alone whose calls come back, and does not keep it alive', () => {
  const { status, signal, stderr } = run('busy');
  expect([status, signal, stderr]).toEqual([0, null, '']);
});
