/** Two dumps: nothing is found on sound ones, each fault by its id, and the first difference by name. */
import { describe, expect, it } from 'vitest';
import { dumpKvArgs, parseKvArgs } from '../../src/kvargs/dump.ts';
import type { KvArgs, KvEntry } from '../../src/kvargs/kvArgs.ts';
import { completeEngineConfig, type EngineSettings } from '../../src/model/engineDefaults.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';
import { checkDumps } from '../../src/session/checkDumps.ts';
import { startNode } from '../../src/session/node.ts';

const LIMITS = { mostRegionBytes: 2 ** 32, isRegionStated: false };
const SPECULATION = { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } as const;

function registered(side: 'prefill' | 'decode', model: keyof typeof MODEL_PRESETS, settings: EngineSettings = {}): readonly KvArgs[] {
  const outcome = startNode(side, MODEL_PRESETS[model], completeEngineConfig(side, MODEL_PRESETS[model], { maxRequests: 8, ...settings }));
  if (!outcome.ok) throw outcome.failure.error;
  return outcome.node.ranks.map(({ kvArgs }) => kvArgs);
}

/** A registration without names, as an engine prints it. */
function nameless(ranks: readonly KvArgs[]): readonly KvArgs[] {
  return ranks.map((rank) => {
    const { kv_tensors: _kv, aux_tensors: _aux, state_tensors: _state, ...dump } = dumpKvArgs(rank);
    return parseKvArgs(dump);
  });
}

function withKv(ranks: readonly KvArgs[], index: number, change: (entry: KvEntry) => Partial<KvEntry>): readonly KvArgs[] {
  return ranks.map((rank) => ({ ...rank, kv: rank.kv.map((entry, i) => (i === index ? { ...entry, ...change(entry) } : entry)) }));
}

const idsOf = (prefill: readonly KvArgs[], decode: readonly KvArgs[], limits = LIMITS) => checkDumps(prefill, decode, limits).findings.map(({ id }) => id);

describe('sound pairs', () => {
  it.each([
    ['paged', {}],
    ['paged with speculation', { speculation: SPECULATION }],
    ['unified', { mode: 'unified', speculation: SPECULATION }],
    ['pools of other sizes', { poolTokens: 131_072, maxRequests: 20 }],
    ['online C128', { onlineCompress: true }],
    ['fp4 indexers', { fp4Indexer: true }],
  ] as const)('%s: silence', (_name, settings) => {
    for (const model of ['dsv4-flash', 'dsv4-mini'] as const) {
      const shared = { ...settings, poolTokens: 65_536, maxRequests: 8 };
      const [prefill, decode] = [registered('prefill', model, shared), registered('decode', model, settings)];
      expect(idsOf(prefill, decode)).toEqual([]);
      expect(idsOf(nameless(prefill), nameless(decode))).toEqual([]);
    }
  });

  it('pipeline stages of prefill go into one rank of decode', () => {
    expect(idsOf(registered('prefill', 'dsv4-flash', { grid: { tp: 1, pp: 4, cp: 1 } }), registered('decode', 'dsv4-flash'))).toEqual([]);
  });

  it('the same twice has no difference', () => {
    const prefill = registered('prefill', 'dsv4-mini');
    expect(checkDumps(prefill, prefill, LIMITS).differences.first).toBeNull();
  });
});

describe('between the nodes', () => {
  const prefill = registered('prefill', 'dsv4-mini');

  it('item lengths, entry by entry, names or not', () => {
    const decode = registered('decode', 'dsv4-mini', { stateDtype: 'bfloat16' });
    for (const [p, d] of [
      [prefill, decode],
      [nameless(prefill), nameless(decode)],
    ] as const) {
      const { findings, differences } = checkDumps(p, d, LIMITS);
      expect(new Set(findings.map(({ id }) => id))).toEqual(new Set(['state-item-length']));
      expect(differences.first).toMatchObject({ what: 'item length', prefill: '65536', decode: '32768' });
      expect(differences.counts['item length']).toBe(6);
    }
  });

  it('components that one node lacks, page sizes, kinds of entries', () => {
    expect(idsOf(prefill, registered('decode', 'dsv4-mini', { speculation: SPECULATION }))).toContain('component-list');
    expect(idsOf(prefill, registered('decode', 'dsv4-flash'))).toContain('kv-entry-count');
    const swapped = prefill.map((rank) => ({ ...rank, kv: rank.kv.toReversed() }));
    expect(idsOf(prefill, swapped)).toEqual(expect.arrayContaining(['kv-item-length', 'entry-content']));
    expect(idsOf(nameless(prefill), nameless(swapped))).not.toContain('entry-content');
  });
});

describe('a registration by itself', () => {
  const sound = registered('decode', 'dsv4-mini');
  const prefill = registered('prefill', 'dsv4-mini');
  const only = (decode: readonly KvArgs[], limits = LIMITS) => checkDumps(prefill, decode, limits).findings;

  it('duplicate-pointer and region-overlap', () => {
    const first = sound[0]?.kv[0];
    if (first === undefined) throw new Error('no entry');
    expect(only(withKv(sound, 1, () => ({ address: first.address }))).map(({ id }) => id)).toContain('duplicate-pointer');
    const [overlap] = only(withKv(sound, 1, () => ({ address: first.address + BigInt(first.lengthBytes) - 64n }))).filter(({ id }) => id === 'region-overlap');
    expect(overlap).toMatchObject({ severity: 'error', side: 'decode', prefill: null });
    expect(overlap?.message).toContain('by 64 B');
  });

  it('items-past-end, and a length kept in 32 bits', () => {
    expect(only(withKv(sound, 1, ({ lengthBytes, itemBytes }) => ({ lengthBytes: lengthBytes - itemBytes })))).toMatchObject([{ id: 'items-past-end' }]);
    const long = sound.map((rank) => ({
      ...rank,
      kv: rank.kv.map((entry, i) => ({ ...entry, itemBytes: 2 ** 20, lengthBytes: 5000 * 2 ** 20, address: BigInt(i) << 40n })),
    }));
    const cut = checkDumps(
      long,
      withKv(long, 1, ({ lengthBytes }) => ({ lengthBytes: lengthBytes - 2 ** 32 })),
      LIMITS,
    ).findings;
    expect(cut.find(({ id }) => id === 'items-past-end')?.consequence).toContain('it was kept in 32 bits');
  });

  it('pointers: kept in 32 bits, past the end, with bit 63', () => {
    expect(only(withKv(sound, 1, () => ({ address: 0x1b8000n }))).map(({ id }) => id)).toContain('pointer-cut');
    expect(only(withKv(sound, 1, () => ({ address: (1n << 64n) - 8n }))).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['address-space-end', 'pointer-bit-63']),
    );
    const high = only(withKv(sound, 1, () => ({ address: 0xffff81ab54e01000n })));
    expect(high).toMatchObject([{ id: 'pointer-bit-63', severity: 'info', engine: null }]);
  });

  it('regions: past 31 and 32 bits; too large is an error where the limit is stated', () => {
    const sized = (bytes: number) => withKv(sound, 0, ({ itemBytes }) => ({ address: 1n << 50n, lengthBytes: Math.ceil(bytes / itemBytes) * itemBytes }));
    expect(only(sized(3 * 2 ** 30)).map(({ id, severity }) => [id, severity])).toContainEqual(['offset-past-31-bits', 'info']);
    const large = only(sized(5 * 2 ** 30)).map(({ id, severity }) => [id, severity]);
    expect(large).toContainEqual(['offset-past-32-bits', 'warning']);
    expect(large).toContainEqual(['region-too-large', 'warning']);
    const stated = only(sized(3 * 2 ** 30), { mostRegionBytes: 2 ** 31, isRegionStated: true }).map(({ id, severity }) => [id, severity]);
    expect(stated).toContainEqual(['region-too-large', 'error']);
  });
});
