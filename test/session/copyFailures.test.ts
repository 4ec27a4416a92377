/** A copy of state that the transport refuses, carried out: who believes what, and what decode holds. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import type { TransferBackend } from '../../src/model/engineConfig.ts';
import { transfer } from '../../src/session/carryOut.ts';
import { account } from '../../src/session/execute.ts';
import { layOut, numberNodes } from '../../src/session/nodeMemory.ts';
import { strategyNamed } from '../../src/strategies/registry.ts';
import { handOffOf } from '../plan/handOffs.ts';

/** Component 1 of the first of two requests, its C128 state, is refused. @returns words not right, by component, and both sides' statuses */
async function carriedOut(backend: TransferBackend) {
  const device = new CpuDevice(2 ** 29);
  const handOff = handOffOf({ both: { backend }, lengths: [300, 129], copyFailures: [{ request: 0, component: 1, kind: 'refused' }] });
  const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
  await transfer(device, handOff, memory, strategyNamed('per-item'));
  const { components } = await account(device, handOff, memory, 1);
  await device.close();
  const spoilt = components.filter(({ wrong, missing }) => wrong + missing > 0).map(({ name }) => name);
  return { spoilt, ends: handOff.built.outcomes.map(({ prefill, decode }) => `${prefill.status}/${decode.status}`) };
}

describe('refused C128 state', () => {
  it.each([
    // The room behind is refused for its session, so all of it is missing.
    ['mooncake', ['Failed/Failed', 'Failed/Failed'], true],
    ['mooncake-old', ['Success/Success', 'Success/Success'], false],
    // Decode takes the SWA component's notification for all of the state.
    ['nixl', ['Failed/Success', 'Success/Success'], false],
    ['mori', ['Failed/Failed', 'Success/Success'], false],
  ] as const)('%s', async (backend, ends, spoilsMore) => {
    const found = await carriedOut(backend);
    expect(found.ends).toEqual(ends);
    expect(found.spoilt).toContain('target/c128_state');
    expect(found.spoilt.length > 1).toBe(spoilsMore);
  });
});
