/**
 * @file What a link costs, as data: a piecewise alpha-beta line for one message, and the posting of descriptors as a resource of its own.
 * A model of a link, never a measurement of one: every figure made from it carries the link's name and source.
 */

/** One piece of the line `seconds = alphaSeconds + bytes / bytesPerSecond`, for messages up to `toBytes`. */
export interface CostPiece {
  /** The piece holds for messages of at most this many bytes; the last piece's is Infinity. */
  readonly toBytes: number;
  /** Latency of a lone message beside its bytes, seconds. A message in a pipeline does not wait for it: the whole transfer pays it once. */
  readonly alphaSeconds: number;
  readonly bytesPerSecond: number;
}

/** A link, and the processor that posts descriptors to it. */
export interface Link {
  /** Name for the command line and for charts, such as `rdma-400g`. */
  readonly name: string;
  readonly title: string;
  /** Ascending by `toBytes`; at least one. The last one's bandwidth is what many messages in flight reach together, whatever their size. */
  readonly pieces: readonly CostPiece[];
  /** Processor time to post one descriptor, seconds; serial with other descriptors. */
  readonly postingSeconds: number;
  /** Whether messages travel while later ones are still being posted. False: nothing travels until all are posted. */
  readonly postingOverlapsWire: boolean;
  /** Most messages a second that the link takes, whoever posts them; null where none is known. */
  readonly messagesPerSecond: number | null;
  /** Where the figures come from. */
  readonly source: string;
  /** What is assumed, or may be off, and by how much where that is known. */
  readonly uncertain: string;
  /** Message sizes the figures were fitted on or published for; outside of them a prediction is an extrapolation and says so. Null where they come from no sweep over sizes. */
  readonly knownBytes: readonly [from: number, to: number] | null;
}

/** So many messages of one size. */
export interface MessageGroup {
  readonly bytes: number;
  readonly count: number;
}

/** What a transfer would take over a link. */
export interface ModelledTransfer {
  readonly link: string;
  readonly seconds: number;
  /** What the larger part of `seconds` goes to: the wire, the posting processor, the link's message rate; or the latency of one message, where there are too few to hide it. */
  readonly boundBy: 'wire' | 'posting' | 'message-rate' | 'latency';
  /** How long each is busy; all at the same time, except that posting comes first where `Link.postingOverlapsWire` is false. */
  readonly wireSeconds: number;
  readonly postingSeconds: number;
  /** Null where the link has no known ceiling of messages. */
  readonly messageRateSeconds: number | null;
  /** Until the last message has arrived, once what bounds the transfer is done. */
  readonly latencySeconds: number;
  readonly descriptors: number;
  readonly bytes: number;
  /** True where messages lie outside `Link.knownBytes`. */
  readonly extrapolated: boolean;
}
