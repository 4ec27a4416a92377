/** @file What the pools view asks for, and what it gets: both nodes' memory by name, who holds what, and any byte located. */
import type { Finding } from '../../core/finding.ts';

/** One area: a layer of a component. Rows are what is painted as one cell: pages of packed pools, else token or state rows. */
export interface AreaMap {
  /** Number of the area in its rank. */
  readonly area: number;
  readonly tensor: string;
  /** -1 for metadata. */
  readonly layer: number;
  /** Bytes from the rank's base, and length. */
  readonly offset: number;
  readonly bytes: number;
  readonly rowBytes: number;
  readonly rows: number;
}

/** Areas that hold the same kind of data, a layer each. */
export interface ComponentMap {
  /** `target/swa`, as reports count words. */
  readonly name: string;
  readonly areas: readonly AreaMap[];
}

/** One rank's memory. */
export interface RankMap {
  readonly rank: number;
  /** `0x…`, and bytes to the end of the last tensor. */
  readonly base: string;
  readonly bytes: number;
  readonly components: readonly ComponentMap[];
}

/** Both nodes. */
export interface PoolsMap {
  readonly prefill: readonly RankMap[];
  readonly decode: readonly RankMap[];
  readonly refusals: readonly Finding[];
  /** Why nothing is held; null where requests have places. */
  readonly why: string | null;
}

/** What requests hold in one area, in address order; arrays are parallel. */
export interface HoldingLine {
  readonly area: number;
  /** Bytes from the area's start: [from, to). */
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly request: Uint32Array;
}

/** A level of a place, from the node down to the word. */
export interface PlaceLevel {
  readonly level: 'node' | 'component' | 'layer' | 'row' | 'word';
  readonly name: string;
  /** What it is. */
  readonly what: string;
  /** How its address comes about, with the numbers in it. */
  readonly formula: string;
  /** First byte, `0x…`, and length. */
  readonly address: string;
  readonly bytes: number;
}

/** A word, located. */
export interface LocatedWord {
  readonly side: 'prefill' | 'decode';
  readonly rank: number;
  readonly area: number;
  /** Of the word's first byte. */
  readonly address: string;
  /** Bytes from the rank's base. */
  readonly offset: number;
  readonly levels: readonly PlaceLevel[];
  /** Whose it is; null where it is nobody's. */
  readonly holder: { readonly request: number; readonly fromPosition: number; readonly toPosition: number } | null;
  /** Its number in the run, and the value that stands there before the transfer; null where nothing is handed over. */
  readonly word: { readonly number: number; readonly value: number } | null;
  /** Of prefill: where the plan sends it. Of decode: what the plan puts there. The last block that touches it. */
  readonly moved: { readonly address: string; readonly rank: number; readonly block: number; readonly text: string } | null;
  /** Of decode: what should arrive, apart from any plan. */
  readonly due: { readonly address: string | null; readonly text: string } | null;
}

/** A word, or why the address is none. */
export type LocateAnswer = { readonly ok: true; readonly found: LocatedWord } | { readonly ok: false; readonly why: string };
