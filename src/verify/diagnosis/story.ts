/** @file What a story says: one thing that went wrong, wherever it shows. */
import type { Relation } from './attribute.ts';
import type { CauseClassId } from './causes.ts';
import type { Content } from './observe.ts';
import type { Range } from './ranges.ts';

/** How much of what should have arrived is missing, at the least: the largest whole that is. */
export type MissingScope = 'component' | 'entries' | 'request' | 'list-end' | 'items';

/** A request in a story, with the positions whose data is hurt. */
export interface StoryRequest {
  readonly request: number;
  readonly positions: readonly Range[];
}

/** Rows of one owner, where the words of a story came from. */
export interface StoryOwner {
  /** Null = nobody's. */
  readonly request: number | null;
  readonly rows: readonly Range[];
}

/** Where the words came from that stand in the wrong place. */
export interface StoryOrigin {
  readonly side: 'prefill' | 'decode';
  readonly component: string;
  readonly layers: readonly Range[];
  /** Rows of the tensors, counted from the component's start. */
  readonly rows: readonly Range[];
  /** Whose which of the rows were, by request; nobody's last. A row that two hold parts of is both's. */
  readonly owners: readonly StoryOwner[];
}

/** One thing that went wrong, wherever it shows. All ranges are half-open. */
export interface Story {
  readonly class: CauseClassId;
  /** Decode ranks on which it shows. */
  readonly ranks: readonly number[];
  readonly component: string;
  readonly layers: readonly Range[];
  /** Rows of the tensors (pages of packed pools), counted from the component's start. */
  readonly rows: readonly Range[];
  /** Requests hurt; empty where no request's data was to be. */
  readonly requests: readonly StoryRequest[];
  /** Sum of the next three. */
  readonly bytes: number;
  readonly wrongBytes: number;
  readonly missingBytes: number;
  readonly touchedBytes: number;
  /** False where damage was larger than what was looked into: bytes are then shares of exact sums, places a sample. */
  readonly isExact: boolean;
  /** What stands there; `mixed` where it is not the same everywhere. */
  readonly content: Content['kind'] | 'mixed';
  readonly origin: StoryOrigin | null;
  readonly relation: Relation;
  /** Set where nothing came. */
  readonly missing: MissingScope | null;
  /** All of it in one sentence. */
  readonly sentence: string;
}
