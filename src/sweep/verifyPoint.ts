/** @file Whether one transfer of a point brings every byte: decode poisoned, one transfer, every word accounted for, behind a self-test of the detector. */
import { SimError } from '../core/errors.ts';
import { counted, formatInteger } from '../core/units.ts';
import { account } from '../session/execute.ts';
import type { PreparedTransfer } from '../strategies/strategy.ts';
import type { FailedPoint } from './benchReport.ts';
import type { Carried, PlaceOnDevice } from './placeOnDevice.ts';

/** What is wrong with a point; null where every word is right. @throws SimError of the device */
export async function verifyPoint(place: PlaceOnDevice, { handOff, lowered }: Carried, prepared: PreparedTransfer): Promise<FailedPoint['reason'] | null> {
  const { device, memory, scenario } = place;
  if (lowered.outOfRange.length > 0)
    return { code: 'out-of-range', message: `${counted(lowered.outOfRange.length, 'block leaves', 'blocks leave')} every registered region` };
  await place.poison();
  await prepared.run();
  const { words, selfTest, findings, contestedBytes } = await account(device, handOff, memory, scenario.seed);
  if (selfTest.planted === 0 || selfTest.found !== selfTest.planted) {
    return {
      code: 'blind-detector',
      message: `the detector found ${selfTest.found} of ${selfTest.planted} planted faults: nothing that it says can be believed`,
    };
  }
  const badWords = words.wrong + words.missing + words.touched;
  if (badWords === 0 && contestedBytes === 0) return null;
  const message =
    findings[0]?.message ??
    `${counted(badWords, 'word is', 'words are')} not as ${badWords === 1 ? 'it' : 'they'} should be, ${formatInteger(contestedBytes)} B are claimed by two requests`;
  return { code: 'wrong-bytes', message };
}

/** A point's failure from what was thrown; what is no SimError is a defect, and goes on. */
export function reasonOf(error: unknown): FailedPoint['reason'] {
  if (!(error instanceof SimError)) throw error;
  return { code: error.code, message: error.message };
}
