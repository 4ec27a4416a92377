/** @file Many independent trials, spread over the machine's cores. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Tally, TrialMessage, TrialOrder, TrialProgress } from './trial.ts';

const MOST_SHOWN = 20;
/** A process says twice a second how far it is; this long without a word, on however busy a machine, is a trial that does not end. */
const MOST_SILENT_SECONDS = 300;

/**
 * Makes trials 0 to `count - 1` of a module, in as many processes as there are cores, and puts their tallies together.
 * @param module address of a `TrialModule`
 * @param progress told how many are done, and how many of them are wrong
 * @throws Error where a trial throws, or does not end
 */
export async function runTrials(module: URL, count: number, progress: (what: string) => void): Promise<Tally> {
  const processes = Math.max(1, Math.min(availableParallelism(), count));
  const reached = new Array<TrialProgress>(processes).fill({ done: 0, wrong: 0 });
  const tallies = await Promise.all(
    reached.map((_, first) =>
      runApart({ module: module.href, first, step: processes, count }, (made) => {
        reached[first] = made;
        const sum = (of: keyof TrialProgress) => reached.reduce((total, each) => total + each[of], 0);
        progress(`${sum('done')} of ${count}, ${sum('wrong')} wrong`);
      }),
    ),
  );
  return sumTallies(tallies);
}

/** A process of its own, since the loader of TypeScript does not reach into processes. */
function runApart(order: TrialOrder, progress: (reached: TrialProgress) => void): Promise<Tally> {
  const child = fork(new URL('./trialProcess.ts', import.meta.url), { execArgv: ['--import', 'tsx'], cwd: import.meta.dirname });
  child.send(order);
  return new Promise((resolve, reject) => {
    const stop = (why: string) => {
      reject(new Error(`trials ${order.first}, ${order.first + order.step}, ...: ${why}`));
      child.kill('SIGKILL');
    };
    const hung = () => stop(`nothing was heard for ${MOST_SILENT_SECONDS} s; a trial hangs`);
    let silence = setTimeout(hung, MOST_SILENT_SECONDS * 1000);
    child.on('message', (message: TrialMessage) => {
      clearTimeout(silence);
      if ('tally' in message) return resolve(message.tally);
      progress(message);
      silence = setTimeout(hung, MOST_SILENT_SECONDS * 1000);
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(silence);
      reject(new Error(`a process of trials ended early, with code ${code}`));
    });
  });
}

function sumTallies(tallies: readonly Tally[]): Tally {
  const kinds: Record<string, number> = {};
  for (const tally of tallies) for (const [kind, count] of Object.entries(tally.kinds)) kinds[kind] = (kinds[kind] ?? 0) + count;
  return {
    kinds: Object.fromEntries(Object.entries(kinds).toSorted()),
    wrong: tallies.reduce((sum, { wrong }) => sum + wrong, 0),
    shown: tallies
      .flatMap(({ shown }) => shown)
      .toSorted((a, b) => a.index - b.index)
      .slice(0, MOST_SHOWN),
    slowestSeconds: Math.max(...tallies.map(({ slowestSeconds }) => slowestSeconds)),
  };
}
