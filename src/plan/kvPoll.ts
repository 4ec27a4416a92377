/**
 * @file The states of a room, as the engine names them, what its texts name of a deployment, and its texts about rooms that never end.
 */

/** `KVPoll` and its values: ranks agree on the least of theirs, so one Failed rank fails all and the slowest holds all back. */
export const KV_POLL = { Failed: 0, Bootstrapping: 1, WaitingForInput: 2, Transferring: 3, Success: 4 } as const;
/** Name of a state of a room. */
export type KvPoll = keyof typeof KV_POLL;

/** What ranks agree on: the least of their states (MIN all-reduce over attention-TP, then attention-CP). @returns null without ranks */
export function leastPoll(polls: readonly KvPoll[]): KvPoll | null {
  return polls.reduce<KvPoll | null>((least, poll) => (least === null || KV_POLL[poll] < KV_POLL[least] ? poll : least), null);
}

/**
 * What the engine's texts name of a deployment, and no byte depends on. As a plan has it by default: one machine, the default bootstrap port, ephemeral ports counted from round numbers,
 * the default of `SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT` and `_WAITING_TIMEOUT`.
 */
export interface Deployment {
  /** Room of the first request; the others count on. Any positive 64-bit value, since routers draw them from 63 bits. At least 1: a room of 0 in a metadata row means to the engine that the row is not there yet. */
  readonly firstRoom: bigint;
  /** `host:port` that decode's rank 0 listens on for status messages; the port of each further rank is one higher. */
  readonly decodeEndpoint: string;
  /** Session id of the transfer engine of decode's rank 0, `host:port` as well. */
  readonly decodeSession: string;
  /** `--disaggregation-bootstrap-port`. */
  readonly bootstrapPort: number;
  /** How long each side waits, seconds. */
  readonly timeoutSeconds: number;
}

/** The deployment where none is given. */
export const DEFAULT_DEPLOYMENT: Deployment = {
  firstRoom: 1n,
  decodeEndpoint: '127.0.0.1:40000',
  decodeSession: '127.0.0.1:50000',
  bootstrapPort: 8998,
  timeoutSeconds: 300,
};

/** Room of a request. */
export function roomOf({ firstRoom }: Deployment, request: number): bigint {
  return firstRoom + BigInt(request);
}

/** `host:port` of a decode rank, from that of rank 0. */
export function addressOf(first: string, decodeRank: number): string {
  const colon = first.lastIndexOf(':');
  return `${first.slice(0, colon)}:${Number(first.slice(colon + 1)) + decodeRank}`;
}

/** What D records when nothing tells it the end of a room. */
export function waitingTimeout({ timeoutSeconds }: Deployment, room: bigint): string {
  return `Request ${room} timed out after ${timeoutSeconds.toFixed(1)}s in KVPoll.WaitingForInput`;
}

/** What P records when not all the D infos that it needs arrive. */
export function bootstrapTimeout({ timeoutSeconds }: Deployment, room: bigint): string {
  return `Request ${room} timed out after ${timeoutSeconds.toFixed(1)}s in KVPoll.Bootstrapping`;
}
