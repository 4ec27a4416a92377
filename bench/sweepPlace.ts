/** @file A place of a sweep on the software adapter at hand, for the goals about measuring itself. */
import type { Device } from '../src/device/device.ts';
import { acquireDevice } from '../src/device/node/acquireDevice.ts';
import { layOutPlace, type PlaceOnDevice } from '../src/sweep/placeOnDevice.ts';
import { planSuite, type SweepPoint } from '../src/sweep/planSweep.ts';
import { suiteNamed } from '../src/sweep/suites.ts';

/** A point, laid out. */
export interface LaidOutPoint {
  readonly device: Device;
  readonly place: PlaceOnDevice;
  readonly point: SweepPoint;
}

/** One request of `length` tokens of the small model, scattered, merged runs: hundreds of copies of some tens of kilobytes. @param length tokens */
export async function laidOutPoint(length: number): Promise<LaidOutPoint> {
  const values = { mode: ['paged'], fragmentation: [1], length: [length] } as const;
  const [point] = planSuite({ suite: suiteNamed('quick'), values, strategies: ['merged'], seed: 1 }).points;
  if (point === undefined) throw new Error('the sweep is empty');
  const device = await acquireDevice({ choice: 'auto' });
  return { device, place: await layOutPlace(device, point.place.scenario), point };
}
