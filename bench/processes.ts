/**
 * @file Measuring whole processes from outside: their wall time, and the memory of everything they start.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** What a command did. */
export interface ProcessRun {
  /** From before the spawn until its output is closed. */
  readonly seconds: number;
  readonly stdout: string;
  /** Most bytes held at one time by all processes of its group; null when not asked for. */
  readonly peakBytes: number | null;
}

/** How to run a command. */
export interface ProcessOptions {
  readonly cwd: string;
  /** The group is killed, and the run rejects, when it takes longer. */
  readonly timeoutSeconds: number;
  readonly watchMemory: boolean;
}

/** Memory is looked at this often; a process's own high-water mark fills the time between two looks. */
const WATCH_MILLISECONDS = 20;

/** Process groups that are running: each is a group of its own, so an interrupt has to be passed on. */
const running = new Set<number>();

/** Kills every command that still runs, with all it started. */
export function killRunning(): void {
  for (const group of running) killGroup(group);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Sum over the living processes of a group of the most memory (bytes) that each has held so far. Needs /proc. */
function groupHighWater(group: number): number {
  let bytes = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command's name, in brackets, may hold blanks; after it come state, parent and process group.
      const [, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(processGroup) !== group) continue;
      const highWater = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
      bytes += Number(highWater?.[1] ?? 0) * 1024;
    } catch (error) {
      // A process that ended between the two looks holds nothing.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return bytes;
}

/**
 * Runs a command to its end.
 * @throws Error with the end of its output when it exits other than 0, cannot be started, or takes too long
 */
export function runProcess(command: string, args: readonly string[], options: ProcessOptions): Promise<ProcessRun> {
  if (options.watchMemory && process.platform !== 'linux')
    return Promise.reject(new Error('the memory of a process group is read from /proc, which only Linux has'));
  const line = [command, ...args].join(' ');
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { cwd: options.cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const group = child.pid;
    if (group !== undefined) running.add(group);
    let stdout = '';
    let stderr = '';
    let peakBytes: number | null = null;
    let late = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const watch = setInterval(() => {
      if (options.watchMemory && group !== undefined) peakBytes = Math.max(peakBytes ?? 0, groupHighWater(group));
      late = (performance.now() - start) / 1000 > options.timeoutSeconds;
      if (late && group !== undefined) killGroup(group);
    }, WATCH_MILLISECONDS);
    const end = (failure: string | null) => {
      clearInterval(watch);
      if (group !== undefined) running.delete(group);
      if (failure === null) resolve({ seconds: (performance.now() - start) / 1000, stdout, peakBytes });
      else reject(new Error(`\`${line}\` ${failure}: ${(stderr || stdout).slice(-2000).trim()}`));
    };
    child.on('error', (error) => end(`could not be started (${error.message})`));
    child.on('close', (code, signal) => {
      if (late) end(`took more than ${options.timeoutSeconds} s`);
      else end(code === 0 ? null : `ended with ${signal ?? `exit code ${code}`}`);
    });
  });
}
