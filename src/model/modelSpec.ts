/**
 * @file What of a model shapes its memory.
 */

/** The DeepSeek-V4 family, as its Hugging Face config gives it. */
export interface Dsv4ModelSpec {
  readonly kind: 'dsv4';
  readonly name: string;
  /** Main layers, without the NextN (MTP) layers. */
  readonly hiddenLayers: number;
  /** Compression ratio of each main layer (0 = window only, 4, 128); may carry trailing entries for the NextN layers. */
  readonly compressRatios: readonly number[];
  readonly nextnLayers: number;
  readonly qkNopeHeadDim: number;
  readonly qkRopeHeadDim: number;
  readonly indexHeadDim: number;
  readonly windowTokens: number;
  readonly hiddenSize: number;
}

/** What is not DSV4: `layers` tensors of `rows` items, `itemBytes` each, one item a page; no state components. */
export interface PlainModelSpec {
  readonly kind: 'plain';
  readonly name: string;
  readonly layers: number;
  readonly rows: number;
  readonly itemBytes: number;
}

/** Any model the simulator lays out. */
export type ModelSpec = Dsv4ModelSpec | PlainModelSpec;
