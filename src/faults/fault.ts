/**
 * @file What a fault is: a pure change at one of the four seams of preparing and carrying out a hand-off. One file a kind, listed in catalogue.ts.
 */
import type { RandomStream } from '../core/random.ts';
import type { IndexGeometry, RequestLengths } from '../indices/requestIndices.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanInput } from '../plan/planInput.ts';
import type { Schedule } from '../plan/schedule.ts';
import type { FaultClass } from './faultClasses.ts';

/** A node of the hand-off. */
export type FaultSide = 'prefill' | 'decode';
/** What a fault of lists or sends is about: the KV pages, the metadata rows, or a state component by its position or as `draft`. */
export type FaultTarget = 'kv' | 'aux' | 'draft' | number;

/** What a hand-off is planned from, with what its lists were built from, so that a fault can build them anew. */
export interface Preparation extends PlanInput {
  readonly geometry: { readonly prefill: IndexGeometry; readonly decode: IndexGeometry };
  /** Of each request. */
  readonly lengths: readonly RequestLengths[];
}

/** The plan, beside what it was made from. */
export interface PlanView {
  readonly plan: Plan;
  readonly preparation: Preparation;
}

/** The order of the hand-off. */
export interface OrderView {
  readonly schedule: Schedule;
  readonly requests: number;
  /** State components that prefill registers, by type; the draft's stand behind the target's. */
  readonly components: readonly string[];
}

/** A stretch of decode memory that holds what a request was sent. */
export interface LandedStretch {
  readonly decodeRank: number;
  /** Byte offset from the rank's base. */
  readonly offset: number;
  readonly bytes: number;
}

/** A word of decode's memory that is changed after everything has landed. */
export interface WordEdit {
  readonly decodeRank: number;
  /** Byte offset from the rank's base; a multiple of 4. */
  readonly offset: number;
  /** Bits that are turned over. */
  readonly xor: number;
}

/** Decode's memory after the transfer, as far as a fault may know it. */
export interface MemoryView {
  readonly landed: readonly LandedStretch[];
  readonly edits: readonly WordEdit[];
}

/** What each seam hands to a fault and takes back. */
export interface Seams {
  /** The order of steps, before anything is placed. */
  readonly order: OrderView;
  /** Registered lists, index lists and places, before anything is planned. */
  readonly lists: Preparation;
  /** Blocks and steps, before anything is carried out. */
  readonly plan: PlanView;
  /** Decode's memory, before it is looked at. */
  readonly memory: MemoryView;
}
/** Name of a seam. */
export type Seam = keyof Seams;

/** What a fault made of a seam, and in one sentence what it did; `did` is null where there was nothing for it to hit. */
export interface Planted<S extends Seam> {
  readonly result: Seams[S];
  readonly did: string | null;
  /** Class of the damage where it follows from what was hit; that of the settings otherwise. */
  readonly class?: FaultClass;
}

/** Settings of every fault have a kind. */
export interface FaultSettings {
  readonly kind: string;
}

/** One kind of fault, at one seam. */
export interface FaultKind<Settings extends FaultSettings, S extends Seam = Seam> {
  readonly kind: Settings['kind'];
  /** One line for lists. */
  readonly title: string;
  readonly seam: S;
  /** What its damage looks like by its settings, unless `plant` says better, or nothing but absence comes of it. */
  classOf(settings: Settings): FaultClass;
  /** Pure: what settings leave open is drawn from `random`. */
  plant(subject: Seams[S], settings: Settings, random: RandomStream): Planted<S>;
}

/** A seam as it was. */
export function untouched<S extends Seam>(result: Seams[S]): Planted<S> {
  return { result, did: null };
}
