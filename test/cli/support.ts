/** @file The command line as a process, as users have it. */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The script that package.json names. */
export const BIN = join(import.meta.dirname, '..', '..', 'bin', 'disagg-sim.js');

/** A small scenario on the reference device: a whole run in a second. */
export const MINI_RUN = ['run', 'dsv4-mini', '--device', 'cpu'] as const;

/** Runs to the end. */
export function cli(args: readonly string[], env: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '', FORCE_COLOR: '', ...env }, timeout: 60_000 });
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Says on stdout when the command line starts to listen for signals: before that, Node itself dies of them. */
const TELL_LISTENING = `data:text/javascript,${encodeURIComponent("process.on('newListener', (event) => event === 'SIGTERM' && process.stdout.write('listening'));")}`;

/** Sends a signal some milliseconds after the command line listens for it. */
export function interrupted(args: readonly string[], signal: 'SIGINT' | 'SIGTERM', afterMillis: number): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', TELL_LISTENING, BIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  child.stdout.once('data', () => setTimeout(() => child.kill(signal), afterMillis));
  return new Promise((resolve) => child.on('close', (code, ended) => resolve({ code, signal: ended, stderr })));
}
