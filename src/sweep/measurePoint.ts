/** @file One point measured: the transfer, in turns with the ceilings; then verified. */

import type { Link } from '../cost/link.ts';
import { groupMessages } from '../cost/messages.ts';
import { modelTransfer } from '../cost/transfer.ts';
import type { Device } from '../device/device.ts';
import type { LoweredPlan } from '../strategies/lower.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { BenchPoint, Ceiling, CeilingFigure, MeasuredPoint, PointSamples } from './benchReport.ts';
import { timedOf } from './ceilings.ts';
import type { ClockQuanta } from './clocks.ts';
import type { PlaceOnDevice } from './placeOnDevice.ts';
import type { SweepPoint } from './planSweep.ts';
import { messagesOf, pointWork } from './pointWork.ts';
import { alternate, type Contender, type Effort, type Samples } from './sampling.ts';
import { gbpsOf, median, summarize } from './statistics.ts';
import { verifyPoint } from './verifyPoint.ts';

/** How points are measured. */
export interface MeasureRules {
  readonly quanta: ClockQuanta;
  readonly effort: Effort;
  readonly verify: boolean;
  /** Make every transfer ready anew, as an engine does that keeps no handles. */
  readonly recreate: boolean;
  /** Modelled beside what is measured. */
  readonly links: readonly Link[];
}

/** Beside an effort's rules, how it goes on. */
export type OnRound = (done: number, total: number) => void;

/**
 * Measures one point of a place that is laid out.
 * @returns a failed point where words came out wrong
 * @throws SimError of the device or the strategy
 */
export async function measurePoint(
  point: Pick<SweepPoint, 'index' | 'id' | 'coordinates'>,
  place: PlaceOnDevice,
  strategy: Strategy,
  rules: MeasureRules,
  onRound?: OnRound,
): Promise<BenchPoint> {
  const { device, scenario } = place;
  const carried = place.carriedBy(strategy);
  const { lowered } = carried;
  const ceilings = place.ceilings.of(lowered.bytes);
  const named = { index: point.index, id: point.id, coordinates: point.coordinates, strategy: strategy.name };
  await place.poison();
  // The first may measure the adapter, and pays for what is kept: what preparing costs shows from the second on.
  await (await strategy.prepare(device, lowered)).release();
  const start = performance.now();
  const prepared = await strategy.prepare(device, lowered);
  const preparedOnce = (performance.now() - start) / 1000;
  try {
    const work = pointWork(lowered, place.usefulBytes, prepared);
    const { note } = prepared;
    const { contiguousCopy, contiguousShader, memoryCopy } = ceilings;
    const transfer: Contender = rules.recreate ? recreated(device, lowered, strategy) : async () => timedOf(await prepared.run());
    const contenders = { transfer, contiguousCopy, contiguousShader };
    const taken: Record<keyof typeof contenders, Samples> & { readonly memoryCopy?: Samples } = await (memoryCopy === null
      ? alternate(contenders, rules.quanta, rules.effort, onRound)
      : alternate({ ...contenders, memoryCopy }, rules.quanta, rules.effort, onRound));
    const wrong = rules.verify ? await verifyPoint(place, carried, prepared) : null;
    if (wrong !== null) return { ...named, status: 'failed', reason: wrong };
    const figure = (samples: Samples): CeilingFigure => ceilingFigure(ceilings.bytes, samples.wall);
    const ceiling: Ceiling = {
      bytes: ceilings.bytes,
      contiguousCopy: figure(taken.contiguousCopy),
      contiguousShader: figure(taken.contiguousShader),
      memoryCopy: taken.memoryCopy === undefined ? null : figure(taken.memoryCopy),
    };
    const messages = groupMessages(messagesOf(strategy.name, lowered));
    return {
      ...named,
      status: 'measured',
      note,
      scenarioHash: scenario.hash,
      verified: rules.verify ? 'verified' : 'unverified',
      work,
      ...figuresOf(samplesOf(taken.transfer, preparedOnce), work.bytes, ceiling, device.adapter.backend === 'cpu'),
      ceiling,
      modelled: rules.links.map((link) => modelTransfer(link, messages)),
    };
  } finally {
    await prepared.release();
  }
}

/** A transfer that is made ready, carried out and let go, each time. */
function recreated(device: Device, lowered: LoweredPlan, strategy: Strategy): Contender {
  return async () => {
    const start = performance.now();
    const prepared = await strategy.prepare(device, lowered);
    const prepare = (performance.now() - start) / 1000;
    try {
      return { ...timedOf(await prepared.run()), prepare };
    } finally {
      await prepared.release();
    }
  };
}

function samplesOf({ iterationsPerSample, wall, encode, submit, gpu, prepare }: Samples, preparedOnce: number): PointSamples {
  return { iterationsPerSample, wall, encode: encode ?? [], submit: submit ?? [], gpu, prepare: prepare ?? [preparedOnce] };
}

/** A ceiling's figures from its samples. */
export function ceilingFigure(bytes: number, samples: readonly number[]): CeilingFigure {
  const seconds = median(samples);
  return { seconds, gbps: gbpsOf(bytes, seconds), samples };
}

/** All that follows from a point's raw samples: computed here and nowhere else, so that whoever has the samples can compute it again. */
export function figuresOf(
  samples: PointSamples,
  bytes: number,
  ceiling: Ceiling,
  isCpu: boolean,
): Pick<MeasuredPoint, 'samples' | 'wall' | 'gpu' | 'prepare' | 'gbps' | 'fractionOfCeiling' | 'boundBy'> {
  const wall = summarize(samples.wall);
  const gbps = gbpsOf(bytes, wall.p50);
  return {
    samples,
    wall,
    gpu: samples.gpu === null ? null : summarize(samples.gpu),
    prepare: summarize(samples.prepare),
    gbps,
    fractionOfCeiling: gbps / ceiling.contiguousCopy.gbps,
    boundBy: isCpu ? null : boundBy(samples),
  };
}

/** The processor, where feeding the device (recording and handing over) takes the larger part of the time; else the device. The CPU device is both. */
function boundBy({ wall, encode, submit }: PointSamples): MeasuredPoint['boundBy'] {
  if (encode.length === 0 || submit.length === 0) return null;
  return median(encode) + median(submit) > median(wall) / 2 ? 'processor' : 'device';
}
