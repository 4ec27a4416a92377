/**
 * @file Gather, one copy, scatter: what engines do that pack a request's blocks into a staging buffer before they send it. The link sees one descriptor a round instead of one a
 * block; the price is that every byte is read and written three times.
 */
import type { Batch } from '../device/device.ts';
import { recorded } from './recorded.ts';
import { countLaunches, recordGathers, recordScatters, roundsOf } from './rounds.ts';
import { stagingPair } from './stagingPair.ts';
import type { Strategy } from './strategy.ts';

/** Of each of the two staging areas, at most: what is larger goes in rounds. */
const STAGING_BYTES = 64 * 2 ** 20;

/** One kernel gathers blocks into staging on prefill's side, one copy carries it across, one kernel scatters on decode's side. */
export const staging: Strategy = {
  name: 'staging',
  kind: 'single',
  title: 'gathered by kernel into one piece, one copy, scattered by kernel; in rounds of bounded memory',
  prepare: async (device, { moves, bytes }) => {
    const { near, far, bytes: stagingBytes, release } = await stagingPair(device, device, Math.min(bytes, STAGING_BYTES));
    const rounds = roundsOf(moves, stagingBytes);
    const told = { copyCommands: rounds.length, kernelLaunches: countLaunches(rounds) };
    const record = (batch: Batch) => {
      for (const round of rounds) {
        recordGathers(batch, round, near);
        batch.copy(near, 0, far, 0, round.bytes);
        recordScatters(batch, round, far);
        batch.flush();
      }
    };
    return recorded(device, told, record, release);
  },
};
