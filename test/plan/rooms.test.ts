/** How rooms end under each personality when something goes wrong, and what that does to the rooms behind. */
import { describe, expect, it } from 'vitest';
import { TRANSFER_BACKENDS, type TransferBackend } from '../../src/model/engineConfig.ts';
import type { Step } from '../../src/plan/plan.ts';
import type { BuiltPlan } from '../../src/plan/planInput.ts';
import { handOffOf } from './handOffs.ts';

const PROMPTS = [300, 129, 512];
const timeout = (room: number) => `Request ${room} timed out after 300.0s in KVPoll.WaitingForInput`;

/** `prefill status (after) / decode status (after)`, a room each. */
function endsOf({ outcomes }: BuiltPlan): string[] {
  return outcomes.map(({ prefill, decode }) => `${prefill.status} (${prefill.after}) / ${decode.status} (${decode.after})`);
}

function sends({ plan }: BuiltPlan): Extract<Step, { kind: 'send' }>[] {
  return plan.steps.filter((step) => step.kind === 'send');
}

describe('a sound hand-off', () => {
  it.each(TRANSFER_BACKENDS)('%s ends in Success on both sides', (backend) => {
    const { built } = handOffOf({ both: { backend, speculation: { draftTokens: 4 }, chunkTokens: 256 }, lengths: PROMPTS });
    expect(built).toMatchObject({ warnings: [], failures: [] });
    expect(endsOf(built)).toEqual(PROMPTS.map(() => 'Success (transfer) / Success (transfer)'));
    expect(sends(built).length === 0).toBe(backend === 'fake');
  });

  it('counts descriptors: NIXL posts every page of KV, the others runs', () => {
    const byBackend = (backend: TransferBackend) => {
      const [kv] = sends(handOffOf({ both: { backend, fragmentation: 0 }, lengths: [1024] }).built);
      return [kv?.submissions, kv?.descriptors, kv?.notification];
    };
    // Six layers: two of C4 with KV and indexer, two of C128. Four pages in one run.
    expect(byBackend('mooncake')).toEqual([1, 6, null]);
    expect(byBackend('mori')).toEqual([6, 6, null]);
    expect(byBackend('nixl')).toEqual([1, 24, '1_kv_0_1_0']);
  });

  it('sends KV, then the components in order, then the metadata row, then the status', () => {
    const { built } = handOffOf({ both: { speculation: { draftTokens: 4 } } });
    expect(sends(built).map(({ component, type }) => `${component} ${type}`)).toEqual(['kv kv', '0 swa', '1 c128_state', '2 swa', 'aux aux']);
    expect(built.plan.steps.slice(-5).map(({ kind }) => kind)).toEqual(['notify', 'status', 'status', 'commit', 'free']);
  });
});

describe('an exception in the worker: a draft component that decode lacks', () => {
  const built = (backend: TransferBackend) =>
    handOffOf({ both: { backend, speculation: { draftTokens: 4 } }, decode: { speculation: { draftTokens: 4, draftLayers: 0 } }, lengths: PROMPTS }).built;

  it.each(['mooncake', 'mooncake-old'] as const)('%s loses its thread: the room and all behind it hang until decode gives up', (backend) => {
    const plan = built(backend);
    expect(endsOf(plan)).toEqual([
      'Failed (exception) / Failed (waiting-timeout)',
      'Failed (dead-worker) / Failed (waiting-timeout)',
      'Failed (dead-worker) / Failed (waiting-timeout)',
    ]);
    expect(plan.outcomes.map(({ decode }) => decode.message)).toEqual([1, 2, 3].map(timeout));
    expect(plan.outcomes[0]?.prefill.message).toMatch(/^Transfer thread failed because of Unexpected compressed-MLA .* bootstrap_port=8998 is dead\.$/);
    expect(plan.failures).toMatchObject([{ request: 0, kind: 'exception', pythonType: 'ValueError', threadDied: true }]);
    expect(new Set(sends(plan).map(({ request }) => request))).toEqual(new Set([0]));
  });

  it('NIXL fails each room by itself, and tells decode nothing', () => {
    const plan = built('nixl');
    expect(endsOf(plan)).toEqual(PROMPTS.map(() => 'Failed (exception) / Failed (waiting-timeout)'));
    expect(plan.outcomes.map(({ prefill }) => prefill.message)).toEqual(
      [2, 1, 1].map((pages) => `State index length mismatch at component 2: prefill=${pages}, dst=0`),
    );
    expect(new Set(sends(plan).map(({ request }) => request))).toEqual(new Set([0, 1, 2]));
  });

  it('Mori fails each room with its reason on both sides, before any state', () => {
    const plan = built('mori');
    const reason = 'Transfer submission failed: PD state transfer failed: state component count mismatch (local=3, remote=2)';
    expect(endsOf(plan)).toEqual(PROMPTS.map(() => 'Failed (exception) / Failed (status-message)'));
    expect(plan.outcomes.map(({ decode }) => decode.message)).toEqual(PROMPTS.map(() => reason));
    expect(new Set(sends(plan).map(({ component }) => component))).toEqual(new Set(['kv']));
  });

  it('fake never notices', () => {
    expect(endsOf(built('fake'))).toEqual(PROMPTS.map(() => 'Success (transfer) / Success (transfer)'));
  });
});

describe('a copy of state that the transport refuses', () => {
  const built = (backend: TransferBackend, component: 'kv' | 'aux' | number) =>
    handOffOf({ both: { backend, speculation: { draftTokens: 4 } }, lengths: PROMPTS, copyFailures: [{ request: 1, component, kind: 'refused' }] }).built;

  it('Mooncake fails the room on both sides, and later ones for the session', () => {
    const plan = built('mooncake', 0);
    expect(endsOf(plan)).toEqual([
      'Success (transfer) / Success (transfer)',
      'Failed (copy-failure) / Failed (status-message)',
      'Failed (session-refused) / Failed (status-message)',
    ]);
    expect(plan.outcomes[1]?.prefill.message).toBe('Failed to send state components of 2 to 127.0.0.1:40000');
    expect(plan.outcomes[2]?.prefill.message).toBe('Decode instance could be dead, remote mooncake session 127.0.0.1:50000 is not alive');
    expect(sends(plan).filter(({ request }) => request === 1)).toMatchObject([
      { component: 'kv', refused: false },
      { component: 0, refused: true },
    ]);
  });

  it('the older Mooncake sends the rest and says Success', () => {
    const plan = built('mooncake-old', 0);
    expect(endsOf(plan)).toEqual(PROMPTS.map(() => 'Success (transfer) / Success (transfer)'));
    const second = sends(plan).filter(({ request }) => request === 1);
    expect(second.map(({ component, refused }) => [component, refused])).toEqual([
      ['kv', false],
      [0, true],
      [1, false],
      [2, false],
      ['aux', false],
    ]);
    expect(second[1]).toMatchObject({ fromBlock: second[1]?.toBlock });
    expect(plan.failures).toMatchObject([{ request: 1, component: 0, kind: 'refused-copy', message: null }]);
  });

  it('NIXL fails on prefill while decode takes another component for all of the state', () => {
    expect(endsOf(built('nixl', 0))[1]).toBe('Failed (copy-failure) / Success (transfer)');
    expect(endsOf(built('nixl', 'kv'))[1]).toBe('Failed (copy-failure) / Failed (waiting-timeout)');
    expect(endsOf(built('nixl', 'aux'))[1]).toBe('Failed (copy-failure) / Failed (waiting-timeout)');
    expect(endsOf(built('nixl', 0))[2]).toBe('Success (transfer) / Success (transfer)');
  });

  it('NIXL has posted the chunk for every decode rank before it looks', () => {
    const { built: plan } = handOffOf({
      both: { backend: 'nixl' },
      decode: { grid: { tp: 2 } },
      copyFailures: [{ request: 0, component: 'kv', kind: 'refused' }],
    });
    expect(sends(plan).map(({ decodeRank, component }) => `${decodeRank} ${component}`)).toEqual([
      '0 kv',
      '0 0',
      '0 1',
      '0 aux',
      '1 kv',
      '1 0',
      '1 1',
      '1 aux',
    ]);
  });

  it('Mori fails on both sides, later rooms go on', () => {
    expect(endsOf(built('mori', 0)).slice(1)).toEqual(['Failed (copy-failure) / Failed (status-message)', 'Success (transfer) / Success (transfer)']);
  });

  it('a refused metadata row fails the room without a record, and blocks nobody', () => {
    const plan = built('mooncake', 'aux');
    expect(plan.outcomes[1]?.prefill).toEqual({ status: 'Failed', message: null, after: 'copy-failure' });
    expect(endsOf(plan)[2]).toBe('Success (transfer) / Success (transfer)');
  });
});

describe('lists that differ because prefill stopped early', () => {
  it.each([
    ['mooncake', 'Success (transfer) / Success (transfer)', 1],
    ['nixl', 'Failed (exception) / Failed (waiting-timeout)', 0],
    ['mori', 'Success (transfer) / Success (transfer)', 1],
  ] as const)('%s', (backend, end, warned) => {
    // The window of 600 tokens touches two SWA pages, that of 400 one.
    const { built } = handOffOf({ both: { backend }, lengths: [600], prefillEnd: 400 });
    expect(endsOf(built)).toEqual([end]);
    expect(built.warnings).toHaveLength(warned);
  });
});
