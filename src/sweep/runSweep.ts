/**
 * @file A sweep carried out, point by point. A point that fails is recorded with its reason, and the sweep goes on; on a device that was lost, with another one.
 */
import type { SimErrorCode } from '../core/errors.ts';
import type { Device } from '../device/device.ts';
import { strategyNamed } from '../strategies/registry.ts';
import type { BenchPoint } from './benchReport.ts';
import { type MeasureRules, measurePoint } from './measurePoint.ts';
import { layOutPlace, type PlaceOnDevice } from './placeOnDevice.ts';
import type { SweepPoint } from './planSweep.ts';
import { reasonOf } from './verifyPoint.ts';

/** What a sweep is carried out with. */
export interface SweepRun {
  /** Points to measure, those of one place one after another. */
  readonly points: readonly SweepPoint[];
  /** Another device like the first, after that was lost. @throws SimError(no-device) */
  readonly reacquire: () => Promise<Device>;
  readonly rules: MeasureRules;
  /** Told of every finished point, at once; what it throws ends the sweep. */
  readonly onPoint: (point: BenchPoint) => void | Promise<void>;
  /** Told what is being done: the point, and the share of it that is over (0..1). */
  readonly onProgress?: (point: SweepPoint, share: number) => void;
}

/** After these nothing more can be had of a device. */
const LOST: ReadonlySet<SimErrorCode | string> = new Set<SimErrorCode>(['device-lost', 'device-timeout']);

/**
 * Measures all points.
 * @param device closed at the end, or when it is lost
 * @throws SimError(no-device) where a lost device cannot be had again; whatever `onPoint` throws
 */
export async function runSweep(device: Device, run: SweepRun): Promise<void> {
  const session = new SweepSession(device, run);
  try {
    for (const point of run.points) await run.onPoint(await session.measure(point));
  } finally {
    await session.close();
  }
}

/** A device, and the place that is laid out on it. */
class SweepSession {
  readonly #run: SweepRun;
  /** Null after a loss, until the next point. */
  #device: Device | null;
  #laidOut: { readonly of: SweepPoint['place']; readonly place: PlaceOnDevice } | null = null;

  constructor(device: Device, run: SweepRun) {
    this.#device = device;
    this.#run = run;
  }

  async measure(point: SweepPoint): Promise<BenchPoint> {
    const { rules, onProgress } = this.#run;
    onProgress?.(point, 0);
    this.#device ??= await this.#run.reacquire();
    try {
      const place = await this.#placeOf(point, this.#device);
      return await measurePoint(point, place, strategyNamed(point.strategy), rules, (done, total) => onProgress?.(point, done / total));
    } catch (error) {
      const reason = reasonOf(error);
      if (LOST.has(reason.code)) await this.#lose();
      const { index, id, coordinates, strategy } = point;
      return { index, id, coordinates, status: 'failed', strategy, reason };
    }
  }

  async close(): Promise<void> {
    this.#laidOut = null;
    await this.#device?.close();
  }

  /** The point's place, laid out once for all of its strategies; the one before it makes room first. */
  async #placeOf({ place: wanted }: SweepPoint, device: Device): Promise<PlaceOnDevice> {
    if (this.#laidOut?.of === wanted) return this.#laidOut.place;
    const before = this.#laidOut;
    this.#laidOut = null;
    await before?.place.release();
    const place = await layOutPlace(device, wanted.scenario);
    this.#laidOut = { of: wanted, place };
    return place;
  }

  async #lose(): Promise<void> {
    const lost = this.#device;
    this.#device = null;
    this.#laidOut = null;
    await lost?.close();
  }
}
