/** Every strategy over grids of ranks; and the upper bound, whole pools: judged by what the pools alone say, refused where decode would not find its pages. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import type { Device } from '../../src/device/device.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../src/scenario/runScenario.ts';
import type { EngineInput, ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { transfer } from '../../src/session/carryOut.ts';
import { account } from '../../src/session/execute.ts';
import { type HandOff, prepareHandOff } from '../../src/session/handOff.ts';
import { arenasOf, layOut, numberNodes } from '../../src/session/nodeMemory.ts';
import { startNodes } from '../../src/session/startNodes.ts';
import { wholePools } from '../../src/session/wholePools.ts';
import { STRATEGIES } from '../../src/strategies/registry.ts';
import { wholePool } from '../../src/strategies/wholePool.ts';

const device = new CpuDevice(2 ** 30);

/** Equal pools, pages in ascending order on both nodes: what whole pools ask for. */
function equalNodes(prefill: EngineInput = {}, decode: EngineInput = {}, more: Partial<ScenarioInput> = {}): ScenarioInput {
  const engine = { poolTokens: 2048, slots: 2, preallocSlots: 0, swaRatio: 0.5, stateDtype: 'bfloat16', fragmentation: 0 } as const;
  // Both halves have layers of every ratio, so that every stage registers every component.
  const model = { preset: 'dsv4-mini', hiddenLayers: 6, compressRatios: [0, 4, 128, 128, 4, 0], nextnLayers: 0 };
  return { model, prefill: { ...engine, ...prefill }, decode: { ...engine, ...decode }, requests: [{ length: 300 }, { length: 700 }], seed: 5, ...more };
}

const resolved = (input: ScenarioInput) => resolveScenario(input, { name: 'test', locate: () => ({}), config: null });
const run = (input: ScenarioInput) => runScenario(resolved(input), { device, timing: false });

function handOffOf(input: ScenarioInput): HandOff {
  const scenario = resolved(input);
  const { ready, findings } = startNodes(scenario);
  if (ready === null) throw new Error(findings.map(({ message }) => message).join('; '));
  return prepareHandOff(ready.prefill, ready.decode, scenario);
}

/** Decode's words after whole pools have been carried over, and something more done to its memory. */
async function wordsAfter(handOff: HandOff, meddle: (device: Device, memory: Awaited<ReturnType<typeof layOut>>) => Promise<void>) {
  const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
  try {
    await transfer(device, handOff, memory, wholePool);
    await meddle(device, memory);
    return await account(device, handOff, memory, 1);
  } finally {
    await device.destroyArenas([...arenasOf(memory.prefill), ...arenasOf(memory.decode)]);
  }
}

const GRIDS = [
  ['1 to 4', { tp: 1 }, { tp: 4 }],
  ['4 to 1', { tp: 4 }, { tp: 1 }],
  ['2 to 4', { tp: 2 }, { tp: 4 }],
  ['two stages to two', { pp: 2 }, { pp: 2 }],
  ['two stages to one', { pp: 2 }, { pp: 1 }],
  ['two stages of two to one of four', { tp: 2, pp: 2 }, { tp: 4 }],
] as const;

describe.each(['paged', 'unified'] as const)('%s', (mode) => {
  it.each(GRIDS)(
    'every strategy carries ranks %s, and every word is right',
    async (_name, prefill, decode) => {
      for (const { name, kind } of STRATEGIES) {
        const input = equalNodes({ mode, grid: prefill }, { mode, grid: decode }, { strategy: name });
        // A rank that has half of the layers does not hold a pool like decode's.
        if (kind === 'bound' && (prefill as { pp?: number }).pp === 2 && (decode as { pp?: number }).pp !== 2) {
          await expect(run(input)).rejects.toThrow(/not one prefill rank that holds all of its layers/);
          continue;
        }
        const { verdict, transfer: moved } = await run(input);
        expect(verdict.status, name).toBe('PASS');
        expect(verdict.findings, name).toEqual([]);
        if (kind === 'bound') expect(moved?.note).toContain('an upper bound, not a hand-off');
      }
    },
    120_000,
  );
});

describe('whole pools', () => {
  it('move every tensor, once, whatever the requests', async () => {
    const handOff = wholePools(handOffOf(equalNodes()));
    const tensors = handOff.decode.ranks[0]?.space.tensors ?? [];
    expect(handOff.built.plan.blocks.count).toBe(tensors.length);
    const { words } = await wordsAfter(handOff, async () => {});
    expect(words).toMatchObject({ wrong: 0, missing: 0, touched: 0 });
    expect(words.right * 4).toBe(tensors.reduce((sum, { tensor }) => sum + tensor.bytes, 0));
  });

  it('are judged by the pools: a word that is not prefill’s is found, and named by its component', async () => {
    const { words, components } = await wordsAfter(wholePools(handOffOf(equalNodes())), async (on, { decode }) => {
      const [arena] = arenasOf(decode);
      if (arena !== undefined) await on.write(arena, 1024, new Uint8Array(8));
    });
    expect(words.wrong).toBe(2);
    expect(components.find(({ name }) => name === 'target/swa')?.wrong).toBe(2);
  });

  it('are told from a hand-off: the plan’s own expectation would call most of it touched', async () => {
    const bound = wholePools(handOffOf(equalNodes()));
    const { words } = await wordsAfter({ ...bound, carries: 'requests' }, async () => {});
    expect(words.touched).toBeGreaterThan(words.right / 2);
  }, 120_000);

  it.each([
    ['pages that differ', equalNodes({}, { fragmentation: 1 }), /full pages of a request differ \(request 0, prefill 1,2, decode .*Set fragmentation to 0/],
    ['pools that differ', equalNodes({}, { poolTokens: 3072 }), /pools differ \(prefill target\/swa\/0, \d+ B, decode target\/swa\/0, \d+ B\)/],
    ['slots that differ', equalNodes({}, {}, { requests: [{ length: 300, decode: { slot: 2 } }] }), /the slot of a request differ.*prefill 1, decode 2/],
    [
      'a decode that holds tokens',
      equalNodes({}, {}, { requests: [{ length: 700, decodePrefixLen: 256 }] }),
      /decode holds tokens already.*request 0, tokens 256/,
    ],
    ['faults', equalNodes({}, {}, { faults: [{ kind: 'bit-flip' }] }), /faults are planted in an engine’s plan/],
  ])('are refused for %s', async (_name, input, message) => {
    await expect(run({ ...input, strategy: 'whole-pool' })).rejects.toThrow(message);
  });
});
