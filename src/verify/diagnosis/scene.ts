/** @file What a diagnosis looks at: both nodes' ranks with their places by name, the requests, and decode's memory as it was accounted for. */
import type { StampWidth } from '../../core/stampCode.ts';
import type { SegmentCounts } from '../../device/device.ts';
import type { Area } from '../areas.ts';
import type { ExpectationRank, ExpectedRequest } from '../expectation.ts';
import type { Numbering } from '../numbering.ts';
import type { AccountedArena } from '../selfTest.ts';

/** A rank with its places. */
export interface SceneRank extends ExpectationRank {
  readonly side: 'prefill' | 'decode';
  readonly index: number;
  readonly areas: readonly Area[];
}

/** Both nodes. Ranks stand at their index. */
export interface Scene {
  readonly width: StampWidth;
  readonly numbering: Numbering;
  readonly requests: readonly ExpectedRequest[];
  /** Requests in the order in which their claims to decode's memory cover each other, the last on top: pages change hands. */
  readonly standing: readonly number[];
  readonly prefill: readonly SceneRank[];
  readonly decode: readonly SceneRank[];
}

/** One arena of decode, accounted for. */
export interface AccountedPiece extends AccountedArena {
  readonly rank: SceneRank;
  /** Byte of the rank's address space that the arena starts at. */
  readonly windowOffset: number;
  readonly counts: SegmentCounts;
}
