import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BUILTIN_SCENARIOS } from '../../../src/scenario/builtin/index.ts';
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import { handlers } from '../../../src/web/engine/handlers.ts';
import { createWarmUp } from '../../../src/web/engine/warmUp.ts';

const scenario = BUILTIN_SCENARIOS.get('dsv4-flash') as ScenarioInput;
/** Longer than the pause that a warm-up waits for. */
const IDLE_MS = 400;

/** Waits until nothing is added any more. */
async function ended(list: readonly unknown[]): Promise<void> {
  for (let before = -1; before !== list.length; ) {
    before = list.length;
    await sleep(2 * IDLE_MS);
  }
}

describe('a warm-up of the checks', () => {
  it('begins after the first check, when nobody asks for anything, and comes to refusals and to silent corruption', async () => {
    const verdicts: string[] = [];
    const warmUp = createWarmUp((input) => {
      const answer = handlers.check(input, () => {});
      if (!(answer instanceof Promise) && answer.ok) verdicts.push(answer.report.verdict);
    });
    warmUp.answered(null);
    await sleep(IDLE_MS);
    expect(verdicts).toEqual([]);
    warmUp.answered(scenario);
    warmUp.asked();
    await sleep(IDLE_MS);
    expect(verdicts).toEqual([]);
    warmUp.answered(null);
    await ended(verdicts);
    expect(new Set(verdicts)).toEqual(new Set(['refused', 'silent-corruption', 'fits']));
    const made = verdicts.length;
    warmUp.answered(scenario);
    await sleep(IDLE_MS);
    expect(verdicts.length, 'once is enough').toBe(made);
  });

  it('does not mind what the checks throw', async () => {
    let calls = 0;
    const warmUp = createWarmUp(() => {
      calls++;
      throw new Error('no');
    });
    warmUp.answered(scenario);
    await sleep(IDLE_MS);
    await expect.poll(() => calls).toBeGreaterThan(3);
  });
});
