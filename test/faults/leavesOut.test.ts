/** When nothing but absence comes of a fault: plans of a few copies, by hand; and the class that planted faults are given for it. */
import { describe, expect, it } from 'vitest';
import type { AnyFault } from '../../src/faults/catalogue.ts';
import { onlyLeavesOut } from '../../src/faults/leavesOut.ts';
import type { Plan, Step } from '../../src/plan/plan.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import type { EngineInput } from '../../src/scenario/scenarioSchema.ts';
import { prepareHandOff } from '../../src/session/handOff.ts';
import { startNodes } from '../../src/session/startNodes.ts';

/** Copies as `source>destination+bytes`, between one rank each; those from `seen` on land after memory is looked at. */
function plan(text: string, seen = Number.POSITIVE_INFINITY): Plan {
  const copies = text.split(' ').map((copy) => copy.split(/[>+]/).map(Number));
  const before = Math.min(seen, copies.length);
  const send = (fromBlock: number, toBlock: number): Step => ({
    ...{ kind: 'send', request: 0, prefillRank: 0, decodeRank: 0, component: 'kv', type: 'kv', chunk: 0, last: true, fromBlock, toBlock },
    ...{ submissions: 1, descriptors: 1, notification: null, refused: false },
  });
  return {
    steps: [send(0, before), { kind: 'observe' }, send(before, copies.length)],
    entries: [{ component: 'kv', type: 'kv', srcPosition: 0, dstPosition: 0, itemBytes: 8, srcTensor: 'a', dstTensor: 'a', prefillRank: 0, decodeRank: 0 }],
    blocks: {
      count: copies.length,
      srcOffset: Float64Array.from(copies, ([source = 0]) => source),
      dstOffset: Float64Array.from(copies, ([, target = 0]) => target),
      bytes: Uint32Array.from(copies, ([, , bytes = 0]) => bytes),
      entry: new Uint32Array(copies.length),
    },
  };
}

const SOUND = plan('0>100+8 8>108+8 16>116+8');
const lands = () => true;

describe('only absence', () => {
  it.each([
    ['a copy is missing', plan('0>100+8 16>116+8'), true],
    ['a copy comes after memory was looked at', plan('0>100+8 8>108+8 16>116+8', 2), true],
    ['one that went astray is overwritten', plan('8>116+8 0>100+8 16>116+8'), true],
    ['one that went astray stands', plan('0>100+8 16>116+8 8>116+8'), false],
    ['one that went astray is overwritten in part', plan('8>112+8 0>100+8 16>116+8'), false],
    ['a copy is cut', plan('0>100+8 8>108+4 16>116+8'), false],
    ['nothing is missing', SOUND, false],
  ])('%s: %s', (_what, carriedOut, expected) => {
    expect(onlyLeavesOut(carriedOut, SOUND, lands)).toBe(expected);
  });

  it('copies that leave their regions leave nothing behind', () => {
    const astray = plan('0>100+8 8>9000+8 16>116+8');
    expect(onlyLeavesOut(astray, SOUND, lands)).toBe(false);
    expect(onlyLeavesOut(astray, SOUND, (block) => block !== 1)).toBe(true);
  });
});

describe('the class of a planted fault', () => {
  const node: EngineInput = { poolTokens: 1024, swaRatio: 0.75, slots: 2, preallocSlots: 0, speculation: { draftTokens: 2 } };

  function classOf(fault: AnyFault): string | null | undefined {
    const scenario = resolveScenario(
      {
        model: { preset: 'dsv4-mini', hiddenLayers: 3, compressRatios: [0, 4, 128] },
        prefill: node,
        decode: node,
        requests: [{ length: 300 }, { length: 129 }],
        faults: [fault],
      },
      { name: 'class', locate: () => ({}), config: null },
    );
    const { ready } = startNodes(scenario);
    if (ready === null) throw new Error('the nodes did not start');
    return prepareHandOff(ready.prefill, ready.decode, scenario).faults.planted()[0]?.class;
  }

  it.each([
    // Types and counts differ, so that prefill raises.
    [{ kind: 'components-swapped', first: 0, side: 'prefill' }, 'not-arrived'],
    // Two items of two entries: half of the bytes are whole items, and a part of one is not.
    [{ kind: 'torn-write', request: 1, component: 1, share: 0.5 }, 'item-cut'],
    [{ kind: 'partial-page' }, 'item-cut'],
    // Request 1 is sent after request 0, and overwrites what went to its page.
    [{ kind: 'stale-mapping', request: 0, side: 'decode' }, 'not-arrived'],
    [{ kind: 'stale-mapping', request: 1, side: 'decode' }, 'wrong-page'],
    // The window of the shorter prompt starts a page earlier, which has no SWA page.
    [{ kind: 'prompt-length-off', request: 0, side: 'decode', tokens: 128 }, 'index-shift'],
    [{ kind: 'bit-flip' }, 'bit-flip'],
    // Both nodes have rings of one size.
    [{ kind: 'ring-size-of-peer' }, null],
  ] as const)('%o is %s', (fault, expected) => {
    expect(classOf(fault)).toBe(expected);
  });
});
