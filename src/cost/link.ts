/**
 * @file What a link costs, as data: a piecewise alpha-beta line for one message, and the posting of descriptors as a resource of its own.
 * A model of a link, never a measurement of one: every figure made from it carries the link's name and source.
 */

/** One piece of the line `seconds = alphaSeconds + bytes / bytesPerSecond`, for messages up to `toBytes`. */
export interface CostPiece {
  /** The piece holds for messages of at most this many bytes; the last piece's is Infinity. */
  readonly toBytes: number;
  /** Fixed cost of a message, seconds. */
  readonly alphaSeconds: number;
  readonly bytesPerSecond: number;
}

/** A link, and the processor that posts descriptors to it. */
export interface Link {
  /** Name for the command line and for charts, such as `rdma-400g`. */
  readonly name: string;
  readonly title: string;
  /** Ascending by `toBytes`; at least one. */
  readonly pieces: readonly CostPiece[];
  /** Processor time to post one descriptor, seconds; serial with other descriptors, in parallel with the wire. */
  readonly postingSeconds: number;
  /** Most messages a second that the link takes, whoever posts them; null where none is known. */
  readonly messagesPerSecond: number | null;
  /** Where the figures come from, and what is known to be uncertain. */
  readonly source: string;
  /** Message sizes the figures were fitted on or published for; outside of them a prediction is an extrapolation and says so. */
  readonly knownBytes: readonly [from: number, to: number];
}

/** What a transfer would take over a link. */
export interface ModelledTransfer {
  readonly link: string;
  readonly seconds: number;
  /** What bounds it: the wire, the posting processor, or the link's message rate. */
  readonly boundBy: 'wire' | 'posting' | 'message-rate';
  readonly wireSeconds: number;
  readonly postingSeconds: number;
  readonly descriptors: number;
  readonly bytes: number;
  /** True where messages lie outside `Link.knownBytes`. */
  readonly extrapolated: boolean;
}
