/** Whole processes: time, output, memory of the group, and ends of every kind. */
import { describe, expect, it } from 'vitest';
import { killRunning, runProcess } from '../../bench/processes.ts';

const node = (script: string, extra: { timeoutSeconds?: number; watchMemory?: boolean } = {}) =>
  runProcess(process.execPath, ['-e', script], { cwd: '.', timeoutSeconds: 20, watchMemory: false, ...extra });

describe('a process', () => {
  it('is timed, and its output kept', async () => {
    const run = await node("setTimeout(() => console.log('done'), 100)");
    expect(run.stdout).toBe('done\n');
    expect(run.seconds).toBeGreaterThan(0.1);
    expect(run.peakBytes).toBeNull();
  });

  it('rejects with its words when it fails', async () => {
    await expect(node("console.error('sorry'); process.exit(3)")).rejects.toThrow(/ended with exit code 3: sorry$/);
    await expect(runProcess('./no-such-command', [], { cwd: '.', timeoutSeconds: 1, watchMemory: false })).rejects.toThrow('could not be started');
  });

  it('is killed when it takes too long', async () => {
    await expect(node('setInterval(() => {}, 1000)', { timeoutSeconds: 0.2 })).rejects.toThrow('took more than 0.2 s');
  });

  it('is killed with the rest', async () => {
    const run = node('setInterval(() => {}, 1000)');
    setTimeout(killRunning, 200);
    await expect(run).rejects.toThrow('ended with SIGKILL');
  });

  it.runIf(process.platform === 'linux')('is charged for the memory of the children it starts', async () => {
    const megabytes = 300;
    const child = `const held = Buffer.alloc(${megabytes * 1e6}, 1); setTimeout(() => held, 400)`;
    const run = await node(`require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(child)}])`, { watchMemory: true });
    expect(run.peakBytes).toBeGreaterThan(megabytes * 1e6);
    expect(run.peakBytes).toBeLessThan(1.5e9);
  });
});
