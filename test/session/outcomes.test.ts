/** How the engine believes rooms to stand, after faults and orders have changed what is sent: by backend, by hand. No byte is moved. */
import { describe, expect, it } from 'vitest';
import type { AnyFault } from '../../src/faults/catalogue.ts';
import type { TransferBackend } from '../../src/model/engineConfig.ts';
import type { ScheduledStep } from '../../src/plan/schedule.ts';
import { hasFailed } from '../../src/scenario/engineFindings.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import type { EngineInput } from '../../src/scenario/scenarioSchema.ts';
import { prepareHandOff } from '../../src/session/handOff.ts';
import { startNodes } from '../../src/session/startNodes.ts';

/** Two requests, both with state; components are SWA, C128 state and the draft's SWA. */
function prepared(backend: TransferBackend, faults: readonly AnyFault[], schedule: readonly ScheduledStep[] | null = null) {
  const node: EngineInput = { poolTokens: 1024, swaRatio: 0.75, slots: 2, preallocSlots: 0, backend, speculation: { draftTokens: 2 } };
  const scenario = resolveScenario(
    {
      model: { preset: 'dsv4-mini', hiddenLayers: 3, compressRatios: [0, 4, 128] },
      prefill: node,
      decode: node,
      requests: [{ length: 300 }, { length: 129 }],
      faults: [...faults],
    },
    { name: 'outcomes', locate: () => ({}), config: null },
  );
  const { ready } = startNodes(scenario);
  if (ready === null) throw new Error('the nodes did not start');
  return prepareHandOff(ready.prefill, ready.decode, { ...scenario, schedule }).built;
}

/** `Success/Failed waiting-timeout`: prefill's status, decode's, and why where that is not Success; a line a request. */
function ends(...given: Parameters<typeof prepared>): string[] {
  return prepared(...given).outcomes.map(({ prefill, decode }) => `${prefill.status}/${decode.status}${decode.status === 'Success' ? '' : ` ${decode.after}`}`);
}

const BOTH_SUCCEED = ['Success/Success', 'Success/Success'];

describe('a copy that fails', () => {
  it.each(['mooncake-old', 'mooncake', 'nixl', 'mori'] as const)('and nobody is told: both sides say Success (%s)', (backend) => {
    expect(ends(backend, [{ kind: 'copy-failed', request: 0 }])).toEqual(BOTH_SUCCEED);
  });

  it.each([
    ['mooncake-old', BOTH_SUCCEED],
    // The session is blocked, so the room behind fails as well.
    ['mooncake', ['Failed/Failed status-message', 'Failed/Failed status-message']],
    ['mori', ['Failed/Failed status-message', 'Success/Success']],
  ] as const)('and the engine hears of it: %s', (backend, expected) => {
    expect(ends(backend, [{ kind: 'copy-refused', request: 0, component: 1 }])).toEqual(expected);
  });
});

describe('a component that the sender passes over', () => {
  const everyTimeout = ['Success/Failed waiting-timeout', 'Success/Failed waiting-timeout'];

  it.each([
    // The status message says Success whatever was sent.
    ['mooncake', 0, BOTH_SUCCEED],
    ['mori', 'kv', BOTH_SUCCEED],
    // Another component's notification stands for the rank's state; pages and metadata have their own.
    ['nixl', 0, BOTH_SUCCEED],
    ['nixl', 'draft', BOTH_SUCCEED],
    ['nixl', 'kv', everyTimeout],
    ['nixl', 'aux', everyTimeout],
  ] as const)('%s, %s', (backend, component, expected) => {
    expect(ends(backend, [{ kind: 'component-dropped', component }])).toEqual(expected);
  });

  it('is not in the plan: no bytes, no calls of the transport', () => {
    const sends = prepared('nixl', [{ kind: 'component-dropped', component: 1 }]).plan.steps.filter((step) => step.kind === 'send');
    expect(sends.map(({ component }) => component)).toEqual(['kv', 0, 2, 'aux', 'kv', 0, 2, 'aux']);
  });
});

describe('an order', () => {
  const whole = (request: number): ScheduledStep[] => [
    { step: 'admit', request },
    { step: 'send', request },
    { step: 'commit', request },
  ];

  it('leaves a request that decode gave up Failed on both sides, and that is no failed transfer', () => {
    const faults: AnyFault[] = [{ kind: 'page-reused-after-abort', request: 0, next: 1 }];
    expect(ends('mooncake', faults)).toEqual(['Failed/Failed abort', 'Success/Success']);
    expect(hasFailed(prepared('mooncake', faults))).toBe(false);
  });

  it('that commits early is believed', () => {
    expect(ends('mooncake', [{ kind: 'late-write', request: 0, component: 0 }])).toEqual(BOTH_SUCCEED);
    expect(ends('nixl', [{ kind: 'torn-write', request: 1, component: 'kv' }])).toEqual(BOTH_SUCCEED);
  });

  it.each([
    ['before it is admitted', [], 'Bootstrapping/Bootstrapping looked-at'],
    ['before anything is sent', [{ step: 'admit', request: 0 }], 'WaitingForInput/WaitingForInput looked-at'],
    [
      'while it is sent',
      [
        { step: 'admit', request: 0 },
        { step: 'send', request: 0, what: ['kv'] },
      ],
      'Transferring/Transferring looked-at',
    ],
  ] as const)('that is looked at %s has not ended', (_when, before, expected) => {
    const seen = before.map(({ step }) => step);
    const rest = whole(0).filter(({ step }) => step === 'send' || !(seen as readonly string[]).includes(step));
    const schedule: ScheduledStep[] = [...whole(1), ...before, { step: 'observe' }, ...rest];
    expect(ends('mooncake', [], schedule)).toEqual([expected, 'Success/Success']);
    expect(hasFailed(prepared('mooncake', [], schedule))).toBe(false);
  });
});
