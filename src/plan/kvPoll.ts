/**
 * @file The states of a room, as the engine names them, and its texts about rooms that never end.
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
 * Values that the engine's texts carry and that a plan has to choose: one machine, the default bootstrap port, ephemeral ports counted from round numbers, timeouts as
 * `SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT` and `_WAITING_TIMEOUT` default to.
 */
const HOST = '127.0.0.1';
const TIMEOUT_SECONDS = 300;
/** `--disaggregation-bootstrap-port` as it defaults. */
export const BOOTSTRAP_PORT = 8998;

/** Room of a request. Counted from 1: a room of 0 in a metadata row means to the engine that the row is not there yet. */
export function roomOf(request: number): number {
  return request + 1;
}

/** `host:port` that a decode rank listens on for status messages. */
export function decodeEndpoint(decodeRank: number): string {
  return `${HOST}:${40_000 + decodeRank}`;
}

/** Session id of a decode rank's transfer engine. */
export function decodeSession(decodeRank: number): string {
  return `${HOST}:${50_000 + decodeRank}`;
}

/** What D records when nothing tells it the end of a room. */
export function waitingTimeout(room: number): string {
  return `Request ${room} timed out after ${TIMEOUT_SECONDS.toFixed(1)}s in KVPoll.WaitingForInput`;
}

/** What P records when not all the D infos that it needs arrive. */
export function bootstrapTimeout(room: number): string {
  return `Request ${room} timed out after ${TIMEOUT_SECONDS.toFixed(1)}s in KVPoll.Bootstrapping`;
}
