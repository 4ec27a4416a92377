/**
 * @file What a transfer takes over a link.
 *
 * Three resources serve every message: the processor posts its descriptor, the link takes it, the wire carries its bytes. Each is busy for the sum of what its
 * messages need (`U`), and they work at the same time, so the busiest one decides. When it is done with the last message, that message still has the rest of its own
 * latency before it, once (`D`):
 *
 *     posting  U = N * postingSeconds      wire  U = bytes / bandwidth of the last piece      messages  U = N / messagesPerSecond
 *     D = the largest, over sizes n, of t1(n) - u(n)        where t1(n) = alpha + n / beta of n's piece, and u(n) is the resource's share of one message
 *     seconds = the largest U + D
 *
 * So a lone message takes t1(n), which is what sweeps of single messages measure, and of many each pays bandwidth and posting, not alpha: alpha is latency.
 * The largest `D` is taken since the order of messages is not known: a further message never makes a transfer faster. Where posting does not overlap the wire,
 * posting comes first and the other two follow.
 *
 * Overlap is full: a plan whose large messages are all posted last overlaps less, and takes posting and wire together at most.
 */
import type { CostPiece, Link, MessageGroup, ModelledTransfer } from './link.ts';

/** The piece that holds for messages of this size. */
export function pieceFor(link: Link, bytes: number): CostPiece {
  const piece = link.pieces.find(({ toBytes }) => bytes <= toBytes) ?? link.pieces.at(-1);
  if (piece === undefined) throw new RangeError(`the link ${link.name} has no pieces`);
  return piece;
}

/** Seconds that one message takes alone: what a sweep of single messages measures. */
export function predictSeconds(link: Link, bytes: number): number {
  const { alphaSeconds, bytesPerSecond } = pieceFor(link, bytes);
  return alphaSeconds + bytes / bytesPerSecond;
}

/** Bytes a second that many messages in flight reach together: those of the last piece. */
export function wireBytesPerSecond(link: Link): number {
  return pieceFor(link, Number.POSITIVE_INFINITY).bytesPerSecond;
}

/** Size of a message whose wire time equals its posting: the processor bounds transfers of smaller ones. */
export function breakEvenBytes(link: Link): number {
  return link.postingSeconds * wireBytesPerSecond(link);
}

/** Whether a message lies outside of what the link's figures are known for. */
export function isExtrapolated(link: Link, bytes: number): boolean {
  return link.knownBytes === null || bytes < link.knownBytes[0] || bytes > link.knownBytes[1];
}

/** One of the three, with its total over all messages and its share of one. */
interface Resource {
  readonly name: 'wire' | 'posting' | 'message-rate';
  readonly busySeconds: number;
  shareOf(bytes: number): number;
}

/**
 * What these messages take together, in one transfer.
 * @param messages by size, as `groupMessages` counts them; none takes no time
 */
export function modelTransfer(link: Link, messages: readonly MessageGroup[]): ModelledTransfer {
  const descriptors = messages.reduce((sum, { count }) => sum + count, 0);
  const bytes = messages.reduce((sum, group) => sum + group.bytes * group.count, 0);
  const bandwidth = wireBytesPerSecond(link);
  const { postingSeconds: postingShare, messagesPerSecond } = link;
  const wire: Resource = { name: 'wire', busySeconds: bytes / bandwidth, shareOf: (size) => size / bandwidth };
  const posting: Resource = { name: 'posting', busySeconds: descriptors * postingShare, shareOf: () => postingShare };
  const rate: Resource | null =
    messagesPerSecond === null ? null : { name: 'message-rate', busySeconds: descriptors / messagesPerSecond, shareOf: () => 1 / messagesPerSecond };

  // Posting that comes first is over when the others begin: a lone message's latency counts its own posting, so that is taken off what is left.
  const before = link.postingOverlapsWire ? { busySeconds: 0, share: 0 } : { busySeconds: posting.busySeconds, share: postingShare };
  const together = [wire, ...(link.postingOverlapsWire ? [posting] : []), ...(rate === null ? [] : [rate])];
  const sizes = messages.filter(({ count }) => count > 0).map((group) => group.bytes);
  const endOf = (resource: Resource) => {
    const left = sizes.map((size) => predictSeconds(link, size) - resource.shareOf(size) - before.share);
    return resource.busySeconds + Math.max(0, ...left);
  };
  const last = together.reduce((latest, resource) => (endOf(resource) > endOf(latest) ? resource : latest), wire);
  const seconds = before.busySeconds + endOf(last);
  const latencySeconds = endOf(last) - last.busySeconds;
  const busiest = [wire, posting, ...(rate === null ? [] : [rate])].reduce(
    (most, resource) => (resource.busySeconds > most.busySeconds ? resource : most),
    wire,
  );
  return {
    link: link.name,
    seconds,
    boundBy: latencySeconds > busiest.busySeconds ? 'latency' : busiest.name,
    wireSeconds: wire.busySeconds,
    postingSeconds: posting.busySeconds,
    messageRateSeconds: rate?.busySeconds ?? null,
    latencySeconds,
    descriptors,
    bytes,
    extrapolated: sizes.some((size) => isExtrapolated(link, size)),
  };
}
