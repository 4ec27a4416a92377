/** @file The faults there are, as data for lists: kind, title, class, and why kinds share a class. */
import { FAULT_KINDS, type FaultName } from './catalogue.ts';
import type { FaultKind, FaultSettings, Seam } from './fault.ts';
import { FAULT_CLASSES, type FaultClass } from './faultClasses.ts';

/** One kind in the list. */
export interface FaultEntry {
  readonly kind: FaultName;
  readonly title: string;
  readonly seam: Seam;
  /** Class with the settings' defaults. */
  readonly class: FaultClass;
  /** Why other kinds of this class leave the same bytes. */
  readonly why: string;
}

/** All kinds, in the order of the seams that they sit at. */
export function faultCatalogue(): readonly FaultEntry[] {
  return (Object.keys(FAULT_KINDS) as FaultName[]).map((kind) => {
    const entry = FAULT_KINDS[kind] as unknown as FaultKind<FaultSettings>;
    const faultClass = entry.classOf({ kind });
    return { kind, title: entry.title, seam: entry.seam, class: faultClass, why: FAULT_CLASSES[faultClass].why };
  });
}
