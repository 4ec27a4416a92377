/** @file The faults of a hand-off, planted seam by seam. Each draws from a stream of its own, so that one more fault leaves the others as they were. */
import { randomStream } from '../core/random.ts';
import { type AnyFault, FAULT_KINDS } from './catalogue.ts';
import type { FaultKind, Seam, Seams } from './fault.ts';
import type { FaultClass } from './faultClasses.ts';

/** A fault that has been planted. */
export interface PlantedFault {
  readonly kind: AnyFault['kind'];
  readonly class: FaultClass;
  /** What it did, in a sentence; null where there was nothing for it to hit. */
  readonly did: string | null;
}

/** The faults of one hand-off. */
export interface Faults {
  /** The seam with all its faults planted, in the order of the list. A seam is planted once. */
  at<S extends Seam>(seam: S, subject: Seams[S]): Seams[S];
  /** Whether any fault is at this seam. */
  hits(seam: Seam): boolean;
  /** Every fault, in order, as far as its seam has been reached. */
  planted(): readonly PlantedFault[];
}

/** Settings to faults. @param seed the scenario's */
export function createFaults(settings: readonly AnyFault[], seed: number): Faults {
  const did = new Map<number, string | null>();
  const atSeam = (seam: Seam) => [...settings.entries()].filter(([, fault]) => FAULT_KINDS[fault.kind].seam === seam);
  return {
    at: <S extends Seam>(seam: S, subject: Seams[S]): Seams[S] =>
      atSeam(seam).reduce((held, [index, fault]) => {
        // A kind's settings and seam belong together by name; the table cannot say so to the type checker.
        const kind = FAULT_KINDS[fault.kind] as unknown as FaultKind<AnyFault, S>;
        const planted = kind.plant(held, fault, randomStream(seed, `fault/${index}/${fault.kind}`));
        did.set(index, planted.did);
        return planted.result;
      }, subject),
    hits: (seam) => atSeam(seam).length > 0,
    planted: () =>
      settings.map((fault, index) => ({
        kind: fault.kind,
        class: (FAULT_KINDS[fault.kind] as unknown as FaultKind<AnyFault>).classOf(fault),
        did: did.get(index) ?? null,
      })),
  };
}
