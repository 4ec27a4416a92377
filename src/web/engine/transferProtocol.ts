/** @file What the transfer view asks for, and what it gets: the plan's steps in words, what a step sends item by item, and decode's memory as of a step. */
import type { DamageMap } from '../../verify/diagnosis/damageMap.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import type { WordCounts } from '../../verify/wordCounts.ts';

/** One step, for the list. */
export interface StepLine {
  readonly kind: string;
  /** In one sentence. */
  readonly text: string;
  /** -1 where the step is no request's. */
  readonly request: number;
  /** Items that it sends; 0 where it sends none. */
  readonly blocks: number;
}

/** A plan's steps; none where nothing is handed over, and why. */
export interface StepsAnswer {
  readonly steps: readonly StepLine[];
  readonly why: string | null;
  /** Bytes of both nodes' memory. */
  readonly memoryBytes: number;
  /** What decides the rings of both nodes, for the ring view; null where there are none. */
  readonly rings: { readonly windowTokens: number; readonly prefillRows: number; readonly decodeRows: number } | null;
}

/** One item of a send, with its addresses. */
export interface SentItem {
  readonly block: number;
  readonly srcIndex: number;
  readonly dstIndex: number;
  /** `0x…` */
  readonly src: string;
  readonly dst: string;
  /** Number of the run it belongs to: neighbours on both sides travel as one range. */
  readonly run: number;
}

/** One entry of a send: a tensor of prefill to one of decode. */
export interface SentEntry {
  /** Component and layer, of both nodes where they are not the same. */
  readonly name: string;
  readonly srcTensor: string;
  readonly dstTensor: string;
  readonly itemBytes: number;
  readonly srcPointer: string;
  readonly dstPointer: string;
  readonly items: readonly SentItem[];
  /** Items in all; more than are listed where there are many. */
  readonly itemCount: number;
  readonly runs: number;
}

/** What a step does, in detail. */
export interface StepDetail {
  readonly step: number;
  /** Index lists of the step's request, by name: prefill's and decode's. Empty where it has none. */
  readonly lists: readonly { readonly name: string; readonly prefill: Int32Array; readonly decode: Int32Array }[];
  /** Tokens of the request's prompt; 0 where there is none. */
  readonly tokens: number;
  /** Null for steps that send nothing. */
  readonly sent: { readonly entries: readonly SentEntry[]; readonly entryCount: number; readonly submissions: number; readonly descriptors: number } | null;
}

/** Decode's memory as it is after so many steps. */
export interface StepState {
  /** Steps carried out. */
  readonly steps: number;
  /** As a run counts them, but for those of `toCome`, which are neither missing nor wrong. */
  readonly words: WordCounts;
  /** Words that are still to come: of requests that decode has not ended with; 0 after the last step. */
  readonly toCome: number;
  /** As pictures have it; what has not come yet is untouched in it, and what is not settled yet `unseen`. */
  readonly map: DamageMap;
  /** Without what has simply not come yet, and without causes that the whole hand-off does not bear out. */
  readonly stories: readonly Story[];
  /** Damage whose cause shows only when more has landed: bytes that do not belong where they are, by component. */
  readonly unsettled: readonly { readonly component: string; readonly bytes: number }[];
  /** Items and bytes that have landed. */
  readonly blocks: number;
  readonly bytes: number;
}
