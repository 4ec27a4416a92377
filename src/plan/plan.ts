/**
 * @file A plan is data: ordered steps, and blocks as struct-of-arrays. It can be printed, drawn and costed without being run; strategies
 * carry it out and decide nothing. 24 bytes a block.
 */

import type { KvPoll } from './kvPoll.ts';

/** Copies from a P rank's address space into a D rank's, in sending order. Offsets are bytes from the rank's base. */
export interface Blocks {
  readonly count: number;
  readonly srcOffset: Float64Array;
  readonly dstOffset: Float64Array;
  readonly bytes: Uint32Array;
  /** Index into `Plan.entries`. */
  readonly entry: Uint32Array;
}

/** One registration entry pair that blocks refer to: which list, which tensor on each side. */
export interface PlanEntry {
  /** `kv`, `aux`, or the position of a state component. */
  readonly component: 'kv' | 'aux' | number;
  /** `kv`, `aux` or the engine's state type (`swa`, `swa_ring`, `c128_state`). */
  readonly type: string;
  /** Position in the P list of that component, and in D's. */
  readonly srcPosition: number;
  readonly dstPosition: number;
  /** The item length used for both addresses: the sender's. */
  readonly itemBytes: number;
  /** Tensor names, for people. */
  readonly srcTensor: string;
  readonly dstTensor: string;
  readonly prefillRank: number;
  readonly decodeRank: number;
}

/** What a hand-off does, in order. No durations. Without an `observe` step the order of sends does not matter, and all of them are carried out at once. */
export type Step =
  | { readonly kind: 'register'; readonly side: 'prefill' | 'decode'; readonly rank: number; readonly regions: number }
  | {
      readonly kind: 'alloc';
      readonly side: 'prefill' | 'decode';
      readonly request: number;
      readonly slot: number;
      readonly fullPages: readonly number[];
      readonly swaPages: readonly number[];
      readonly metadataRow: number;
    }
  | {
      readonly kind: 'reset';
      readonly request: number;
      readonly decodeRank: number;
      readonly tensor: string;
      readonly byteOffset: number;
      readonly bytes: number;
      /** What is written: rows of `rowBytes`, the first `headBytes` of each `headWord`, the rest `tailWord`. */
      readonly rowBytes: number;
      readonly headBytes: number;
      readonly headWord: number;
      readonly tailWord: number;
    }
  | {
      readonly kind: 'send';
      readonly request: number;
      readonly prefillRank: number;
      readonly decodeRank: number;
      readonly component: 'kv' | 'aux' | number;
      readonly type: string;
      readonly chunk: number;
      readonly last: boolean;
      /** Blocks [fromBlock, toBlock): one an item and entry, before the transport merges any. None where the transport refused the batch. */
      readonly fromBlock: number;
      readonly toBlock: number;
      /** Calls of the transport, and ranges in them: how the backend posts these blocks. */
      readonly submissions: number;
      readonly descriptors: number;
      /** What the transport reports to decode when the batch has landed; null where only a status message tells. */
      readonly notification: string | null;
      readonly refused: boolean;
    }
  | { readonly kind: 'notify'; readonly request: number; readonly prefillRank: number; readonly decodeRank: number; readonly status: KvPoll }
  /** What all ranks of a side agree on at the end of a room. */
  | { readonly kind: 'status'; readonly request: number; readonly side: 'prefill' | 'decode'; readonly status: KvPoll; readonly message: string | null }
  | { readonly kind: 'commit'; readonly request: number }
  /** Decode gives the room up; what it holds for the request stays held until `free`. */
  | { readonly kind: 'abort'; readonly request: number }
  | { readonly kind: 'free'; readonly side: 'prefill' | 'decode'; readonly request: number }
  /** Prefill's forward pass writes the request's source data: a generation of contents of its own. */
  | { readonly kind: 'compute'; readonly request: number; readonly generation: number }
  /** Decode's memory is read here. A plan that has this step is carried out step by step, up to it. */
  | { readonly kind: 'observe' };

/** Ordered steps over one set of blocks. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly entries: readonly PlanEntry[];
  readonly blocks: Blocks;
}
