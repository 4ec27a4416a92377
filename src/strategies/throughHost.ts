/** @file Rounds that cross through the host: gathered on prefill's device, read into host memory, written to decode's device, scattered there. */
import type { Device, Elapsed } from '../device/device.ts';
import type { LoweredPlan } from './lower.ts';
import { once } from './recorded.ts';
import { countLaunches, type Round, recordGathers, recordScatters, roundsOf } from './rounds.ts';
import { stagingPair } from './stagingPair.ts';
import type { PreparedTransfer } from './strategy.ts';

/** Of each staging area, and of host memory, at most. */
const STAGING_BYTES = 16 * 2 ** 20;

/**
 * A transfer by way of the host.
 * @param prefill the device that the moves' sources lie on
 * @param decode the device that their destinations lie on; may be the same
 * @param free frees what the caller holds for it
 * @throws SimError(memory-budget) where staging memory is not to be had; `free` has not been called then
 */
export async function throughHost(
  prefill: Device,
  decode: Device,
  { moves, bytes }: Pick<LoweredPlan, 'moves' | 'bytes'>,
  free: () => Promise<void> = async () => {},
): Promise<PreparedTransfer> {
  const pair = await stagingPair(prefill, decode, Math.min(bytes, STAGING_BYTES));
  const rounds = roundsOf(moves, pair.bytes);
  const cross = async (round: Round): Promise<readonly Elapsed[]> => {
    const gathered = await prefill.run((batch) => recordGathers(batch, round, pair.near));
    await decode.write(pair.far, 0, await prefill.read(pair.near, 0, round.bytes));
    return [gathered, await decode.run((batch) => recordScatters(batch, round, pair.far))];
  };
  return {
    copyCommands: 0,
    kernelLaunches: countLaunches(rounds),
    hostTrips: 2 * rounds.length,
    hostBytes: 2 * rounds.reduce((sum, round) => sum + round.bytes, 0),
    note: null,
    run: async () => {
      const start = decode.hostSeconds();
      const parts: Elapsed[] = [];
      for (const round of rounds) parts.push(...(await cross(round)));
      const sum = (of: (elapsed: Elapsed) => number) => parts.reduce((total, part) => total + of(part), 0);
      return {
        wall: decode.hostSeconds() - start,
        encode: sum(({ encode }) => encode),
        submit: sum(({ submit }) => submit),
        gpu: null,
        whyNoGpu: 'bytes go through host memory, outside the adapter’s clock',
      };
    },
    release: once(async () => {
      await pair.release();
      await free();
    }),
  };
}
