/** Whole runs under each personality and on grids: what the engine believes stands beside what is true. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';

const device = new CpuDevice(2 ** 30);
const small = { poolTokens: 2048, slots: 3, swaRatio: 0.5, preallocSlots: 0 };

function run(prefill: ScenarioInput['prefill'], decode: ScenarioInput['decode'], more: Partial<ScenarioInput> = {}): Promise<RunResult> {
  const input: ScenarioInput = {
    model: 'dsv4-mini',
    prefill: { ...small, ...prefill },
    decode: { ...small, ...decode },
    requests: [{ length: 300 }, { length: 129 }],
    strategy: 'per-item',
    ...more,
  };
  return runScenario(resolveScenario(input, { name: 'test', locate: () => ({}), config: null }), { device, timing: false });
}

const SUCCESS = { prefill: 'Success', decode: 'Success' };
const FAILED = { prefill: 'Failed', decode: 'Failed' };

describe('what the engine believes, and the truth', () => {
  it.each(['mooncake', 'mooncake-old', 'nixl', 'mori'] as const)('%s: a sound pair passes', async (backend) => {
    const { verdict } = await run({ backend }, { backend });
    expect(verdict.engineStatus).toEqual(SUCCESS);
    expect([verdict.status, verdict.findings]).toEqual(['PASS', []]);
  });

  it('fake: Success on both sides, and nothing has arrived', async () => {
    const { verdict, transfer } = await run({ backend: 'fake' }, { backend: 'fake' });
    expect(verdict.engineStatus).toEqual(SUCCESS);
    expect(verdict.status).toBe('SILENT_CORRUPTION');
    expect(transfer).toMatchObject({ blocks: 0, bytes: 0 });
    const { words, components } = verdict;
    expect(words?.missing).toBeGreaterThan(0);
    expect(words?.touched).toBe(0);
    // What is not as it was before is what decode reset itself: right where nothing was to follow, wrong where state was.
    expect(components.filter(({ right, wrong }) => right + wrong > 0).map(({ name }) => name)).toEqual(['target/c128_state']);
  });

  it('a dead worker: Failed on both sides, and the finding names the requests behind it', async () => {
    const { verdict } = await run({ speculation: { draftTokens: 4 } }, { speculation: { draftTokens: 4, draftLayers: 0 } });
    expect(verdict.engineStatus).toEqual(FAILED);
    expect(verdict.status).toBe('TRANSFER_ERROR');
    const raised = verdict.findings.find(({ id }) => id === 'transfer-failed');
    expect(raised?.engine).toBe('dies');
    expect(raised?.consequence).toContain('Requests behind it that are never sent: 1.');
    expect(raised?.consequence).toContain('Request 1 timed out after 300.0s in KVPoll.WaitingForInput');
  });

  it('NIXL refuses by its own words, and the worker lives', async () => {
    const nixl = { backend: 'nixl' } as const;
    const { verdict } = await run({ ...nixl, speculation: { draftTokens: 4 } }, { ...nixl, speculation: { draftTokens: 4, draftLayers: 0 } });
    const raised = verdict.findings.filter(({ id }) => id === 'transfer-failed');
    expect(raised.map(({ engine, message }) => [engine, message])).toEqual([
      ['refuses', 'RuntimeError: State index length mismatch at component 2: prefill=2, dst=0'],
      ['refuses', 'RuntimeError: State index length mismatch at component 2: prefill=1, dst=0'],
    ]);
  });

  it('nothing was begun where a node refuses or there is no request', async () => {
    const refused = await run({}, { speculation: { draftTokens: 4 }, draft: { pageSize: 128, swaPageSize: 128 } });
    const idle = await run({}, {}, { requests: [] });
    expect([refused.verdict.engineStatus, idle.verdict.engineStatus]).toEqual([null, null]);
  });
});

describe('what the engine’s texts name', () => {
  const deployment = { firstRoom: '8125737451882337291', decodeEndpoint: '10.0.0.2:41000', decodeSession: '10.0.0.2:15000', bootstrapPort: 9001 };
  const faults: ScenarioInput['faults'] = [{ kind: 'copy-refused', request: 0, component: 'kv' }];

  it('is the scenario’s, in what is found and in what each side records besides', async () => {
    const { verdict } = await run({}, {}, { faults, deployment });
    const found = verdict.findings.filter(({ id }) => id !== 'fault-planted');
    expect(found.slice(0, 3).map(({ id, severity, side, message }) => [id, severity, side, message])).toEqual([
      ['copy-refused', 'error', 'prefill', 'Failed to send kv chunk of 8125737451882337291 to 10.0.0.2:41000'],
      ['session-dead', 'info', 'prefill', 'Decode instance could be dead, remote mooncake session 10.0.0.2:15000 is not alive'],
      ['prefill-failed-room', 'info', 'decode', 'Failed to get kvcache from prefill instance, it might be dead'],
    ]);
  });

  it('changes no byte and no hash where it is left out', () => {
    const resolved = (more: Partial<ScenarioInput>) =>
      resolveScenario({ model: 'dsv4-mini', requests: [], ...more }, { name: 'test', locate: () => ({}), config: null });
    expect(resolved({}).deployment).toBeUndefined();
    expect(resolved({ deployment: {} }).deployment?.firstRoom).toBe(1n);
    expect(resolved({ deployment }).hash).not.toBe(resolved({}).hash);
  });
});

describe('grids', () => {
  it('all context ranks of prefill send their part of the pages', async () => {
    const { verdict } = await run({ grid: { cp: 3 }, allCpRanksTransfer: true }, {}, { requests: [{ length: 1030 }] });
    expect([verdict.status, verdict.findings]).toEqual(['PASS', []]);
  });

  it('tensor-parallel sizes that do not divide move nothing, and the engine says so in the end', async () => {
    const { verdict } = await run({ grid: { tp: 2 } }, { grid: { tp: 3 } });
    expect([verdict.status, verdict.engineStatus]).toEqual(['TRANSFER_ERROR', FAILED]);
    expect(verdict.findings.find(({ id }) => id === 'never-completes')?.message).toContain('Could not fetch bootstrap info for: prefill_dp_rank: 0');
    expect([verdict.words?.right, verdict.words?.touched]).toEqual([0, 0]);
  });

  it('a last stage without C128 layers sends the draft astray, and both sides say Success', async () => {
    const both = { speculation: { draftTokens: 4, draftLayers: 1 } };
    const model = { hiddenLayers: 6, compressRatios: [0, 4, 128, 4, 0, 4], nextnLayers: 1 };
    const { verdict } = await run({ ...both, grid: { pp: 3 } }, both, { model, requests: [{ length: 1 }] });
    expect([verdict.status, verdict.engineStatus]).toEqual(['SILENT_CORRUPTION', SUCCESS]);
    const draft = verdict.components.find(({ name }) => name === 'draft/swa');
    expect([draft?.right, (draft?.missing ?? 0) > 0]).toEqual([0, true]);
  });

  it('context ranks that only decode asks for: every byte is right and the room fails all the same', async () => {
    const { verdict } = await run({ grid: { cp: 2 } }, { allCpRanksTransfer: true });
    expect([verdict.status, verdict.engineStatus]).toEqual(['TRANSFER_ERROR', { prefill: 'Success', decode: 'Failed' }]);
    expect([verdict.words?.wrong, verdict.words?.missing, verdict.words?.touched]).toEqual([0, 0, 0]);
  });
});
