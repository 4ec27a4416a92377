/** Stepping: the last state is what a run comes to, whatever the order; before it, what has not come yet is no damage. */
import { afterAll, describe, expect, it } from 'vitest';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { loadScenario } from '../../../src/scenario/node/loadScenario.ts';
import { runScenario } from '../../../src/scenario/runScenario.ts';
import { CAUSE_CLASSES } from '../../../src/verify/diagnosis/causes.ts';
import type { CellState, MapGrid } from '../../../src/verify/diagnosis/damageMap.ts';
import { stageOf } from '../../../src/web/engine/stage.ts';
import { releaseSteps, stateAfter } from '../../../src/web/engine/stepper.ts';
import { stepsOf } from '../../../src/web/engine/transferSteps.ts';

const device = new CpuDevice(2 ** 30);
afterAll(async () => {
  await releaseSteps();
  await device.close();
});

async function scenarioWithSteps(name: string) {
  const scenario = await loadScenario(name);
  return { scenario, total: stepsOf(stageOf(scenario, false)).steps.length };
}

function placesOf({ component, lines }: MapGrid): (readonly [place: string, state: CellState])[] {
  return lines.flatMap(({ rank, layer, cells }) => cells.map((state, cell) => [`${component} ${rank} ${layer} ${cell}`, state] as const));
}

describe('stepping', () => {
  it.each(['state-not-sent', 'dtype-item-length', 'late-write-after-abort', 'tail-not-visible', 'bytes-equal-look-elsewhere'])(
    'through %s ends where a run of it ends',
    async (name) => {
      const { scenario, total } = await scenarioWithSteps(name);
      const end = await stateAfter(device, scenario, false, total);
      await releaseSteps();
      const run = await runScenario(scenario, { device, timing: false });
      expect(end?.words).toEqual(run.verdict.words);
      expect(end?.stories).toEqual(run.diagnosis?.stories);
      expect(end?.map).toEqual(run.map);
    },
  );

  it('on and back comes to the same states, each with more that is right, and nothing wrong in a sound hand-off', async () => {
    const { scenario, total } = await scenarioWithSteps('bytes-equal-look-elsewhere');
    const at = [0, Math.floor(total / 2), total];
    const states = [];
    for (const steps of at) states.push(await stateAfter(device, scenario, false, steps));
    const right = states.map((state) => state?.words.right ?? -1);
    expect(right).toEqual(right.toSorted((a, b) => a - b));
    expect(right[0]).toBe(0);
    expect(right[2]).toBeGreaterThan(right[1] ?? 0);
    for (const state of states) expect([state?.words.wrong, state?.words.touched, state?.stories]).toEqual([0, 0, []]);
    expect(states.map((state) => state?.words.missing)).toEqual([0, 0, 0]);
    expect(states[1]?.toCome).toBeGreaterThan(0);
    expect(states[2]?.toCome).toBe(0);
    const cells = states[1]?.map.flatMap(({ lines }) => lines.flatMap((line) => line.cells)) ?? [];
    expect(new Set(cells)).toEqual(new Set(['right', 'untouched']));
    expect(await stateAfter(device, scenario, false, at[1] ?? 0)).toEqual(states[1]);
  });

  it('counts what did not come as still to come until decode commits the request, and from then on as a run does', async () => {
    const { scenario } = await scenarioWithSteps('state-not-sent');
    const { steps } = stepsOf(stageOf(scenario, false));
    const commit = steps.findIndex(({ kind }) => kind === 'commit');
    expect(commit).toBeGreaterThan(0);
    expect(steps.length).toBeGreaterThan(commit + 1);
    const before = await stateAfter(device, scenario, false, commit);
    const after = await stateAfter(device, scenario, false, commit + 1);
    await releaseSteps();
    const { verdict, diagnosis, map } = await runScenario(scenario, { device, timing: false });
    const { missing = 0, wrong = 0 } = verdict.words ?? {};
    expect([missing > 0, wrong > 0]).toEqual([true, true]);
    expect(before).toMatchObject({ words: { missing: 0, wrong: 0 }, toCome: missing + wrong, stories: [] });
    expect(after).toMatchObject({ words: verdict.words, toCome: 0, stories: diagnosis?.stories, map });
  });

  it('keeps apart requests of which one is committed and the other still under way', async () => {
    const { scenario } = await scenarioWithSteps('dtype-item-length');
    const { steps } = stepsOf(stageOf(scenario, false));
    const commits = steps.flatMap(({ kind }, index) => (kind === 'commit' ? [index + 1] : []));
    expect(commits.length).toBe(2);
    const states = [];
    for (const at of commits) states.push(await stateAfter(device, scenario, false, at));
    // Two pages of the first request and one of the second, none of which is hit.
    expect(states.map((state) => [state?.words.missing, state?.toCome])).toEqual([
      [(2 * 16_384) / 4, expect.any(Number)],
      [(3 * 16_384) / 4, 0],
    ]);
    expect(states[0]?.toCome).toBeGreaterThan(16_384 / 4);
  });

  it('takes nothing for missing that is given up but still sent, and nothing for wrong in places whose request is not there yet', async () => {
    const late = await scenarioWithSteps('late-write-after-abort');
    const { steps } = stepsOf(stageOf(late.scenario, false));
    const lateSend = steps.findLastIndex(({ kind, text }) => kind === 'send' && text.includes('KV pages of request 0'));
    expect(lateSend).toBeGreaterThan(steps.findIndex(({ kind }) => kind === 'abort'));
    for (const at of [4, 5, lateSend]) {
      const state = await stateAfter(device, late.scenario, false, at);
      expect([at, state?.words.missing, state?.words.wrong, state?.stories]).toEqual([at, 0, 0, []]);
    }
    expect((await stateAfter(device, late.scenario, false, lateSend + 1))?.stories.map((story) => story.class)).toEqual(['late-write']);

    const reused = await scenarioWithSteps('one-handle-failed');
    const first = stepsOf(stageOf(reused.scenario, false)).steps.findIndex(({ kind }) => kind === 'send') + 1;
    expect(await stateAfter(device, reused.scenario, false, first)).toMatchObject({ words: { wrong: 0, missing: 0, touched: 0 }, stories: [], unsettled: [] });
  });

  it('says of O5’s first request what is seen, and names the one cause that the whole hand-off has when the second has landed', async () => {
    const { scenario, total } = await scenarioWithSteps('dtype-item-length');
    const told = async (steps: number) => {
      const state = await stateAfter(device, scenario, false, steps);
      return state === null ? null : { stories: state.stories.map((story) => story.class), unsettled: state.unsettled, touched: state.words.touched };
    };
    // Two items of 32 KiB: of the first request alone they look like another page.
    expect(await told(5)).toEqual({ stories: [], unsettled: [{ component: 'target/plain', bytes: 65_536 }], touched: 65_536 / 4 });
    expect(await told(14)).toEqual({ stories: ['item-length'], unsettled: [], touched: 98_304 / 4 });
    expect(await told(total)).toEqual({ stories: ['item-length'], unsettled: [], touched: 98_304 / 4 });
  });

  it.each(['dtype-item-length', 'cached-translation', 'unequal-entry-lists', 'late-write-overwritten'])(
    'through %s tells no place by a cause that another takes the place of',
    async (name) => {
      const { scenario, total } = await scenarioWithSteps(name);
      const cellsAt = async (steps: number) => (await stateAfter(device, scenario, false, steps))?.map.flatMap(placesOf) ?? [];
      const end = new Map(await cellsAt(total));
      let damaged = 0;
      const sends = stepsOf(stageOf(scenario, false)).steps.flatMap(({ kind, blocks }, index) => (kind === 'send' && blocks > 0 ? [index + 1] : []));
      for (const steps of sends) {
        for (const [place, state] of await cellsAt(steps)) {
          if (state in CAUSE_CLASSES || state === 'unseen') damaged += 1;
          const last = end.get(place) ?? 'untouched';
          if (state in CAUSE_CLASSES && last in CAUSE_CLASSES) expect([name, steps, place, state]).toEqual([name, steps, place, last]);
        }
      }
      expect(damaged).toBeGreaterThan(0);
    },
  );

  it('is not to be had where a node refuses', async () => {
    expect(await stateAfter(device, await loadScenario('guard-ring-geometry'), false, 1)).toBeNull();
  });
});
