/** @file The faults of a hand-off, planted seam by seam. Each draws from a stream of its own, so that one more fault leaves the others as they were. */
import { randomStream } from '../core/random.ts';
import { type AnyFault, FAULT_KINDS } from './catalogue.ts';
import type { FaultKind, Planted, Seam, Seams } from './fault.ts';
import type { FaultClass } from './faultClasses.ts';

/** A fault that has been planted. */
export interface PlantedFault {
  readonly kind: AnyFault['kind'];
  /** What its damage looks like: what the kind says, or `not-arrived` where nothing but absence comes of it; null where there was nothing for it to hit. */
  readonly class: FaultClass | null;
  /** What it did, in a sentence; null where there was nothing for it to hit. */
  readonly did: string | null;
}

/** The faults of one hand-off. */
export interface Faults {
  /** The seam with all its faults planted, in the order of the list. A seam is planted once. */
  at<S extends Seam>(seam: S, subject: Seams[S]): Seams[S];
  /** Whether any fault is at this seam. */
  hits(seam: Seam): boolean;
  /**
   * Says what came of all faults together. An engine that notices one sends no more, whatever it was; so do copies that leave their regions, or that later ones overwrite.
   * @param leavesOut decode lacks something, and nothing else shows
   */
  cameTo(leavesOut: boolean): void;
  /** Every fault, in order, as far as its seam has been reached. */
  planted(): readonly PlantedFault[];
}

/** Settings to faults. @param seed the scenario's */
export function createFaults(settings: readonly AnyFault[], seed: number): Faults {
  const planted = new Map<number, Planted<Seam>>();
  let leavesOut = false;
  const atSeam = (seam: Seam) => [...settings.entries()].filter(([, fault]) => FAULT_KINDS[fault.kind].seam === seam);
  return {
    at: <S extends Seam>(seam: S, subject: Seams[S]): Seams[S] =>
      atSeam(seam).reduce((held, [index, fault]) => {
        // A kind's settings and seam belong together by name; the table cannot say so to the type checker.
        const kind = FAULT_KINDS[fault.kind] as unknown as FaultKind<AnyFault, S>;
        const outcome = kind.plant(held, fault, randomStream(seed, `fault/${index}/${fault.kind}`));
        planted.set(index, outcome);
        return outcome.result;
      }, subject),
    hits: (seam) => atSeam(seam).length > 0,
    cameTo: (absence) => {
      leavesOut = absence;
    },
    planted: () =>
      settings.map((fault, index) => {
        const kind = FAULT_KINDS[fault.kind] as unknown as FaultKind<AnyFault>;
        const hit = planted.get(index);
        if (hit?.did === null) return { kind: fault.kind, class: null, did: null };
        // What is done to memory afterwards shows in any case.
        const isAbsence = leavesOut && kind.seam !== 'memory';
        return { kind: fault.kind, class: isAbsence ? 'not-arrived' : (hit?.class ?? kind.classOf(fault)), did: hit?.did ?? null };
      }),
  };
}
