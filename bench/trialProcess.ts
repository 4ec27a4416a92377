/** @file A process of trials: makes those that it is told to, one after another, and says how far it is. */
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { Tally, TrialMessage, TrialModule, TrialOrder } from './trial.ts';

const MOST_SHOWN = 20;
const MS_BETWEEN_REPORTS = 500;

process.once('message', async (order: TrialOrder) => {
  const tally = await makeTrials(order);
  say({ tally });
  process.disconnect();
});
// Without its parent nobody wants the result.
process.once('disconnect', () => process.exit());

function say(message: TrialMessage): void {
  process.send?.(message);
}

async function makeTrials({ module, first, step, count }: TrialOrder): Promise<Tally> {
  const { trial } = (await import(module)) as TrialModule;
  const kinds = new Map<string, number>();
  const shown: { index: number; why: unknown }[] = [];
  let [wrong, slowestMs, done, reported] = [0, 0, 0, performance.now()];
  for (let index = first; index < count; index += step) {
    const start = performance.now();
    const { kind, wrong: why } = await trial(index);
    const end = performance.now();
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, end - start);
    if (why !== null) {
      wrong += 1;
      if (shown.length < MOST_SHOWN) shown.push({ index, why });
    }
    done += 1;
    if (end - reported > MS_BETWEEN_REPORTS) {
      reported = end;
      say({ done, wrong });
      // That the parent has gone is heard between trials.
      await turn();
    }
  }
  return { kinds: Object.fromEntries(kinds), wrong, shown, slowestSeconds: slowestMs / 1000 };
}
