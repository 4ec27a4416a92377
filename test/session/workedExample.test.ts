/**
 * The worked example of the engine notes, to the byte: ratios [0,4,128,4], 1,024 tokens, speculation with 4 draft tokens, one request of 300 tokens with given slots and pages.
 * Every address, length and block is stated by hand; lists are in test/kvargs.
 */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { hexAddress } from '../../src/memory/addressSpace.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { type HandOff, prepareHandOff } from '../../src/session/handOff.ts';
import { startNodes } from '../../src/session/startNodes.ts';

const engine = { poolTokens: 1024, swaRatio: 0.5, preallocSlots: 0, speculation: { draftTokens: 4, draftLayers: 1 }, target: { c4StateRows: 32 } };

function example(mode: 'paged' | 'unified', prefillBase: string, decodeBase: string, tokens: number): ScenarioInput {
  const revision = mode === 'unified' ? ('2026-09' as const) : ('2026-08' as const);
  const target = mode === 'unified' ? {} : engine.target;
  const pages = tokens > 256 ? 2 : 1;
  // Pages before the window's have no SWA page any more.
  const windowFrom = Math.floor(Math.max(0, tokens - 128) / 256);
  const swa = (ids: readonly number[]) => ids.slice(0, pages).map((id, page) => (page < windowFrom ? 0 : id));
  return {
    model: { hiddenLayers: 4, compressRatios: [0, 4, 128, 4] },
    prefill: { ...engine, target, mode, revision, slots: 2, addressBase: prefillBase },
    decode: { ...engine, target, mode, revision, slots: 4, addressBase: decodeBase },
    requests: [
      {
        length: tokens,
        prefill: { slot: 2, fullPages: [3, 1].slice(0, pages), swaPages: swa([2, 1]) },
        decode: { slot: 4, fullPages: [2, 3].slice(0, pages), swaPages: swa([1, 2]) },
      },
    ],
    strategy: 'per-item',
  };
}

function resolved(input: ScenarioInput) {
  return resolveScenario(input, { name: 'worked example', locate: () => ({}), config: null });
}

function handOffOf(input: ScenarioInput): HandOff {
  const scenario = resolved(input);
  const { ready, findings } = startNodes(scenario);
  expect(findings).toEqual([]);
  if (ready === null) throw new Error('the worked example was refused');
  return prepareHandOff(ready.prefill, ready.decode, scenario);
}

/** `source>destination bytes` of every block of a component's entry, as absolute addresses. */
function blocksOf(handOff: HandOff, component: 'kv' | number, position: number): string[] {
  const { plan } = handOff.built;
  const base = { src: handOff.prefill.ranks[0]?.space.base ?? 0n, dst: handOff.decode.ranks[0]?.space.base ?? 0n };
  const found: string[] = [];
  for (let i = 0; i < plan.blocks.count; i++) {
    const entry = plan.entries[plan.blocks.entry[i] ?? 0];
    if (entry?.component !== component || entry.srcPosition !== position) continue;
    const src = hexAddress(base.src + BigInt(plan.blocks.srcOffset[i] ?? 0));
    const dst = hexAddress(base.dst + BigInt(plan.blocks.dstOffset[i] ?? 0));
    found.push(`${src}>${dst} ${plan.blocks.bytes[i]}`);
  }
  return found;
}

/** Bytes and blocks of a component. */
function totals(handOff: HandOff, component: 'kv' | number): { bytes: number; blocks: number } {
  const { plan } = handOff.built;
  let bytes = 0;
  let blocks = 0;
  for (let i = 0; i < plan.blocks.count; i++) {
    if (plan.entries[plan.blocks.entry[i] ?? 0]?.component !== component) continue;
    bytes += plan.blocks.bytes[i] ?? 0;
    blocks += 1;
  }
  return { bytes, blocks };
}

describe('paged', () => {
  const handOff = handOffOf(example('paged', '0x10000000', '0x40000000', 300));

  it('sends every page as its own block, at the stated addresses', () => {
    expect(blocksOf(handOff, 'kv', 0)).toEqual(['0x101d36c0>0x401ca480 37440', '0x101c1240>0x401d36c0 37440']);
    expect(blocksOf(handOff, 'kv', 4)).toEqual(['0x10215440>0x40214d80 1728', '0x102146c0>0x40215440 1728']);
    expect(blocksOf(handOff, 0, 0)).toEqual(['0x10049200>0x40024900 149760', '0x10024900>0x40049200 149760']);
    expect(blocksOf(handOff, 0, 4)).toEqual(['0x1026d000>0x4024d000 131072', '0x1024d000>0x4026d000 131072']);
    expect(blocksOf(handOff, 0, 6)).toEqual(['0x102a5000>0x4029d000 32768', '0x1029d000>0x402a5000 32768']);
    expect(blocksOf(handOff, 1, 0)).toEqual(['0x104af000>0x406af000 524288']);
    expect(blocksOf(handOff, 2, 0)).toEqual(['0x107fa200>0x409d5900 149760', '0x107d5900>0x409fa200 149760']);
  });

  it('adds up to the stated totals', () => {
    expect(totals(handOff, 'kv')).toEqual({ bytes: 187_008, blocks: 10 });
    expect(totals(handOff, 0)).toEqual({ bytes: 1_853_440, blocks: 16 });
    expect(totals(handOff, 1)).toEqual({ bytes: 524_288, blocks: 1 });
    expect(totals(handOff, 2)).toEqual({ bytes: 299_520, blocks: 2 });
  });

  it.each([
    [256, []],
    [400, [[5], [9]]],
  ] as const)('lists C128 state for %i tokens', (tokens, lists) => {
    const other = handOffOf(example('paged', '0x10000000', '0x40000000', tokens));
    const [request] = other.requests;
    const found = [request?.indices.prefill.states.c128_state, request?.indices.decode.states.c128_state].map((list) => [...(list ?? [])]);
    expect(found).toEqual(lists.length === 0 ? [[], []] : lists);
    if (tokens === 256) expect(totals(other, 1)).toEqual({ bytes: 0, blocks: 0 });
  });
});

describe('unified', () => {
  const handOff = handOffOf(example('unified', '0x20000000', '0x60000000', 300));

  it('sends ring rows by position: two runs of 90 and 38 rows a layer', () => {
    const rows = blocksOf(handOff, 1, 0);
    expect(rows).toHaveLength(128);
    expect(rows[0]).toBe('0x2004bc00>0x6008d400 1024');
    expect(rows[89]).toBe('0x20062000>0x600a3800 1024');
    expect(rows[90]).toBe('0x20041800>0x60083000 1024');
    expect(totals(handOff, 1)).toEqual({ bytes: 524_288, blocks: 4 * 128 });
    expect(totals(handOff, 3)).toEqual({ bytes: 131_072, blocks: 128 });
    expect(totals(handOff, 'kv').bytes).toBe(300_032);
  });
});

describe.each([
  ['paged', '0x10000000', '0x40000000'],
  ['unified', '0x20000000', '0x60000000'],
] as const)('%s, carried out', (mode, prefillBase, decodeBase) => {
  it.each([1, 127, 128, 129, 255, 256, 257, 300, 384, 400])('%i tokens arrive whole', async (tokens) => {
    const device = new CpuDevice(2 ** 28);
    const result = await runScenario(resolved(example(mode, prefillBase, decodeBase, tokens)), { device, timing: false });
    expect(result.verdict.findings).toEqual([]);
    expect(result.verdict.status).toBe('PASS');
    await device.close();
  });
});
