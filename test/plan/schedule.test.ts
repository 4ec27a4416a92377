/** Schedules: completed, checked, and put over a plan without losing or inventing a byte. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan, Step } from '../../src/plan/plan.ts';
import { completeSchedule, demandSchedule, orderPlan, plainSchedule, type Schedule, scheduleProblems, turnsOf } from '../../src/plan/schedule.ts';

const SEED = 4_219;

const ENTRY = { type: 'kv', srcPosition: 0, dstPosition: 0, itemBytes: 8, srcTensor: 's', dstTensor: 'd', prefillRank: 0, decodeRank: 0 };
const RESET = { decodeRank: 0, tensor: 'd', byteOffset: 0, bytes: 8, rowBytes: 8, headBytes: 4, headWord: 0, tailWord: 0 };

/** Every request: alloc on both nodes, one reset, KV in two chunks of two blocks, one state component of three, status, commit. */
function planOf(requests: number): Plan {
  const steps: Step[] = [{ kind: 'register', side: 'decode', rank: 0, regions: 1 }];
  const bytes: number[] = [];
  const entry: number[] = [];
  for (let request = 0; request < requests; request++) {
    const place = { slot: request + 1, fullPages: [request + 1], swaPages: [0], metadataRow: request };
    for (const side of ['prefill', 'decode'] as const) steps.push({ kind: 'alloc', side, request, ...place });
    steps.push({ kind: 'reset', request, ...RESET });
    const send = (component: 'kv' | number, chunk: number, blocks: number) => {
      const fromBlock = bytes.length;
      for (let i = 0; i < blocks; i++) {
        bytes.push(8 * (request + 1));
        entry.push(component === 'kv' ? 0 : 1);
      }
      const posted = { submissions: 1, descriptors: blocks, notification: null, refused: false };
      const ranks = { prefillRank: 0, decodeRank: 0, type: String(component) };
      steps.push({ kind: 'send', request, component, chunk, last: chunk === 1, fromBlock, toBlock: bytes.length, ...posted, ...ranks });
    };
    send('kv', 0, 2);
    send('kv', 1, 2);
    send(0, 1, 3);
    steps.push({ kind: 'status', request, side: 'decode', status: 'Success', message: null }, { kind: 'commit', request });
  }
  const count = bytes.length;
  return {
    steps,
    entries: [
      { ...ENTRY, component: 'kv' },
      { ...ENTRY, component: 0 },
    ],
    blocks: {
      count,
      srcOffset: Float64Array.from({ length: count }, (_, i) => 1000 * i),
      dstOffset: Float64Array.from({ length: count }, (_, i) => 2000 * i),
      bytes: Uint32Array.from(bytes),
      entry: Uint32Array.from(entry),
    },
  };
}

const totalBytes = ({ blocks }: Plan) => blocks.bytes.reduce((sum, bytes) => sum + bytes, 0);
const kinds = ({ steps }: Plan) => steps.map(({ kind }) => kind);

describe('completeSchedule', () => {
  it('hands over whom the schedule does not name first, and looks at the end', () => {
    const complete = completeSchedule([{ step: 'admit', request: 1 }], 3);
    expect(complete.map((step) => ('request' in step ? `${step.step} ${step.request}` : step.step))).toEqual([
      'admit 0',
      'send 0',
      'commit 0',
      'admit 2',
      'send 2',
      'commit 2',
      'admit 1',
      'observe',
    ]);
  });

  it('keeps the moment that the schedule chose', () => {
    expect(completeSchedule([{ step: 'observe' }, { step: 'admit', request: 0 }], 1).filter(({ step }) => step === 'observe')).toHaveLength(1);
  });
});

describe('orderPlan', () => {
  it('moves the same blocks as the plan itself where the schedule is the plain one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), (requests) => {
        const plan = planOf(requests);
        const ordered = orderPlan(plan, completeSchedule(plainSchedule(requests), requests), requests);
        expect(ordered.blocks).toEqual(plan.blocks);
        expect(kinds(ordered).filter((kind) => kind === 'send')).toHaveLength(3 * requests);
      }),
      { seed: SEED },
    );
  });

  it('sends requests in any order, every byte once', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (order) => {
        const plan = planOf(4);
        const schedule: Schedule = [
          ...order.map((request) => ({ step: 'admit', request }) as const),
          ...order.map((request) => ({ step: 'send', request }) as const),
        ];
        const ordered = orderPlan(plan, completeSchedule(schedule, 4), 4);
        expect(totalBytes(ordered)).toBe(totalBytes(plan));
        expect([...ordered.blocks.srcOffset].sort((a, b) => a - b)).toEqual([...plan.blocks.srcOffset]);
        expect(ordered.steps.flatMap((step) => (step.kind === 'send' && step.chunk === 0 ? [step.request] : []))).toEqual(order);
      }),
      { seed: SEED },
    );
  });

  it('lets a part of the bytes land, cut between two words', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (part) => {
        const plan = planOf(1);
        const ordered = orderPlan(
          plan,
          completeSchedule(
            [
              { step: 'admit', request: 0 },
              { step: 'send', request: 0, part },
            ],
            1,
          ),
          1,
        );
        expect(totalBytes(ordered)).toBe(Math.floor((totalBytes(plan) * part) / 4) * 4);
        expect(ordered.blocks.bytes.every((bytes) => bytes % 4 === 0 && bytes > 0)).toBe(true);
      }),
      { seed: SEED },
    );
  });

  it('sends the components and chunks that are named, and leaves out resets on demand', () => {
    const schedule: Schedule = [
      { step: 'admit', request: 0, reset: false },
      { step: 'send', request: 0, what: ['kv'], chunk: 1 },
      { step: 'observe' },
      { step: 'send', request: 0, what: [0] },
    ];
    const ordered = orderPlan(planOf(1), schedule, 1);
    expect(kinds(ordered)).toEqual(['register', 'alloc', 'send', 'observe', 'send']);
    expect([...ordered.blocks.srcOffset]).toEqual([2000, 3000, 4000, 5000, 6000]);
  });
});

describe('turnsOf', () => {
  const schedule: Schedule = [
    { step: 'compute', request: 0 },
    { step: 'admit', request: 0 },
    { step: 'release', request: 0 },
    { step: 'compute', request: 1 },
    { step: 'free', request: 0 },
    { step: 'admit', request: 1 },
  ];

  it('says who holds what when, on each node', () => {
    expect(turnsOf(schedule, 'decode', 2)).toEqual([{ take: 0 }, { give: 0 }, { take: 1 }]);
    expect(turnsOf(schedule, 'prefill', 3)).toEqual([{ take: 2 }, { take: 0 }, { give: 0 }, { take: 1 }]);
  });
});

describe('scheduleProblems', () => {
  it.each<[string, Schedule]>([
    ['there is no request 3: they are numbered from 0 to 1', [{ step: 'admit', request: 3 }]],
    ['request 0 is sent before decode has admitted it', [{ step: 'send', request: 0 }]],
    ['request 1 has not been admitted', [{ step: 'free', request: 1 }]],
    [
      'request 0 has had its admit already',
      [
        { step: 'admit', request: 0 },
        { step: 'admit', request: 0 },
      ],
    ],
    ['memory is observed once', [{ step: 'observe' }, { step: 'observe' }]],
  ])('%s', (what, schedule) => {
    expect(scheduleProblems(schedule, 2).map((problem) => problem.what)).toEqual([what]);
    expect(() => demandSchedule(schedule, 2)).toThrow(what);
  });
});
