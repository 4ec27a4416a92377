/** What a verdict means does not contradict what the engine believes, which stands beside it. */
import { describe, expect, it } from 'vitest';
import { VERDICT_STATUSES } from '../../../src/core/finding.ts';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import type { AnyFault } from '../../../src/faults/catalogue.ts';
import { resolveScenario } from '../../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import { STATUS_WORDS, statusWords } from '../../../src/web/shared/statusWords.ts';

const MEANING = 'Bytes of decode are wrong, missing, or written where nobody should have.';

async function verdictOf(more: Pick<ScenarioInput, 'schedule'> & { readonly faults?: readonly AnyFault[] }) {
  const node = { slots: 3 };
  const scenario = resolveScenario(
    {
      model: { plain: { layers: 1, rows: 9, itemBytes: 64 } },
      prefill: node,
      decode: node,
      requests: [{ length: 3 }, { length: 3 }],
      ...more,
      faults: [...(more.faults ?? [])],
    },
    { name: 'words', locate: () => ({}), config: null },
  );
  return (await runScenario(scenario, { device: new CpuDevice(2 ** 24), timing: false })).verdict;
}

describe('silent corruption', () => {
  it('is silent where the engine believes that all went well', async () => {
    const verdict = await verdictOf({ faults: [{ kind: 'component-dropped', component: 'kv' }] });
    expect([verdict.status, verdict.engineStatus]).toEqual(['SILENT_CORRUPTION', { prefill: 'Success', decode: 'Success' }]);
    expect(statusWords(verdict)).toBe(
      `${MEANING} Nobody says so: the engine takes every request for good, and the text turns to garbage where these bytes are read.`,
    );
  });

  it('tells of the request that failed where pages are freed at an abort', async () => {
    const verdict = await verdictOf({ faults: [{ kind: 'page-reused-after-abort', request: 0, next: 1 }] });
    expect([verdict.status, verdict.engineStatus]).toEqual(['SILENT_CORRUPTION', { prefill: 'Failed', decode: 'Failed' }]);
    expect(statusWords(verdict)).toBe(`${MEANING} The engine knows of a request that failed; of these bytes it says nothing.`);
  });

  it('tells of a request that is still under way', () => {
    expect(statusWords({ status: 'SILENT_CORRUPTION', engineStatus: { prefill: 'Transferring', decode: 'Transferring' } })).toBe(
      `${MEANING} Nobody says so: to the engine a request is still under way.`,
    );
  });
});

it('every other verdict means the same, whatever the engine believes', () => {
  for (const status of VERDICT_STATUSES.filter((other) => other !== 'SILENT_CORRUPTION')) {
    expect(statusWords({ status, engineStatus: { prefill: 'Failed', decode: 'Failed' } })).toBe(STATUS_WORDS[status]);
  }
});
