/** The worked example of the engine notes, section 10, to the byte: every list of both nodes, paged and unified. */
import { describe, expect, it } from 'vitest';
import { stateComponents } from '../../src/kvargs/components.ts';
import { describePool } from '../../src/kvargs/describePool.ts';
import { entryAt } from '../../src/kvargs/kvArgs.ts';
import { assignAddresses, hexAddress } from '../../src/memory/addressSpace.ts';
import type { PoolMode } from '../../src/model/engineConfig.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from '../../src/pools/dsv4Args.ts';
import { constructDsv4Pool } from '../../src/pools/dsv4Pool.ts';
import type { RegionSpec } from '../../src/pools/pool.ts';

/** 1,024 full tokens, 512 SWA tokens; the C4 state size of 32 rows is given, not derived. */
function argsOf(slots: number, ratios: readonly number[], draft: boolean): Dsv4PoolArgs {
  return {
    maxNumReqs: slots - 1,
    swaSize: 512,
    c4Size: draft ? 0 : 256,
    c128Size: draft ? 0 : 8,
    c4StatePoolSize: draft ? 0 : 32,
    c128StatePoolSize: 0,
    pageSize: 256,
    swaPageSize: 256,
    kvDtype: 'fp8_e4m3',
    c4StateDtype: 'float32',
    c128StateDtype: 'float32',
    qkNopeHeadDim: 448,
    qkRopeHeadDim: 64,
    indexerHeadDim: 128,
    compressionRatios: ratios,
    layerNum: ratios.length,
    slidingWindow: 128,
    startLayer: 0,
    endLayer: ratios.length,
    enableHisparse: false,
    onlineMtpMaxDraftTokens: 0,
    numReqSlots: slots,
  };
}

/** `0xaddress length item` of every entry, by list. */
function registered(mode: PoolMode, slots: number, base: bigint): Record<string, readonly string[]> {
  // C4 state by slot is what the example says of unified mode: revision 2026-09. In paged mode the revisions agree.
  const env: Dsv4PoolEnv = {
    revision: mode === 'paged' ? '2026-08' : '2026-09',
    mode,
    onlineCompress: false,
    onlineC128Mtp: false,
    speculative: true,
    numDraftTokens: 4,
    fp4Indexer: false,
    dsv4AttnBackend: 'flashmla',
    unifiedFp8: false,
  };
  const target = constructDsv4Pool('target', argsOf(slots, [0, 4, 128, 4], false), env);
  const draft = constructDsv4Pool('draft', argsOf(slots, [0], true), env);
  const space = assignAddresses(base, [...target.tensors, ...draft.tensors]);
  const show = (region: RegionSpec) => {
    const { address, lengthBytes, itemBytes } = entryAt(space, region);
    return `${hexAddress(address)} ${lengthBytes} ${itemBytes}`;
  };
  const outcome = stateComponents(describePool(target, 'A'), describePool(draft, 'A'));
  if (!outcome.ok) throw outcome.error;
  const kv = [...target.list('contiguous'), ...draft.list('contiguous')].map(show);
  return { kv, ...Object.fromEntries(outcome.components.map(({ type, entries }, i) => [`${i} ${type}`, entries.map(show)])) };
}

describe('worked example', () => {
  it.each([
    { node: 'prefill', slots: 3, base: 0x10000000n, c128Bytes: 4718592, second: 0x72f000n, indexer: 0x797000n, draft: 0x7b1000n },
    { node: 'decode', slots: 5, base: 0x40000000n, c128Bytes: 6815744, second: 0x92f000n, indexer: 0x997000n, draft: 0x9b1000n },
  ])('paged, $node', ({ slots, base, c128Bytes, second, indexer, draft }) => {
    const at = (offset: bigint) => hexAddress(base + offset);
    expect(registered('paged', slots, base)).toEqual({
      kv: [
        `${at(0x1b8000n)} 187200 37440`,
        `${at(0x1e6000n)} 187200 37440`,
        `${at(0x217000n)} 42240 8448`,
        `${at(0x222000n)} 42240 8448`,
        `${at(0x214000n)} 8640 1728`,
      ],
      '0 swa': [
        `${at(0x0n)} 449280 149760`,
        `${at(0x6e000n)} 449280 149760`,
        `${at(0xdc000n)} 449280 149760`,
        `${at(0x14a000n)} 449280 149760`,
        `${at(0x22d000n)} 425984 131072`,
        `${at(second)} 425984 131072`,
        `${at(0x295000n)} 106496 32768`,
        `${at(indexer)} 106496 32768`,
      ],
      '1 c128_state': [`${at(0x2af000n)} ${c128Bytes} 524288`],
      '2 swa': [`${at(draft)} 449280 149760`],
    });
  });

  it('unified, prefill', () => {
    expect(registered('unified', 3, 0x20000000n)).toEqual({
      kv: ['0x200c5400 327680 65536', '0x201dd400 327680 65536', '0x2022e000 42240 8448', '0x20239000 42240 8448', '0x20178400 10240 2048'],
      '0 swa': ['0x20244000 557056 131072', '0x2076e000 557056 131072', '0x202cc000 139264 32768', '0x207f6000 139264 32768'],
      '1 swa_ring': ['0x20000000 402432 1024', '0x20063000 402432 1024', '0x20116000 402432 1024', '0x2017b000 402432 1024'],
      '2 c128_state': ['0x202ee000 4718592 524288'],
      '3 swa_ring': ['0x20818000 402432 1024'],
    });
  });

  it('unified, decode', () => {
    expect(registered('unified', 5, 0x60000000n)).toEqual({
      kv: ['0x60147c00 327680 65536', '0x602e2c00 327680 65536', '0x60333000 42240 8448', '0x6033e000 42240 8448', '0x6023bc00 10240 2048'],
      '0 swa': ['0x60349000 819200 131072', '0x60ac3000 819200 131072', '0x60411000 204800 32768', '0x60b8b000 204800 32768'],
      '1 swa_ring': ['0x60000000 670720 1024', '0x600a4000 670720 1024', '0x60198000 670720 1024', '0x6023f000 670720 1024'],
      '2 c128_state': ['0x60443000 6815744 524288'],
      '3 swa_ring': ['0x60bbd000 670720 1024'],
    });
  });
});
