/** @file The moments at which the engine checks, each in one wording. */
import type { Moment } from './entry.ts';

/** Server arguments are looked at. */
export const AT_ARGUMENTS = 'at start-up, while server arguments are checked, before the model loads';
/** Pools are sized and built. */
export const AT_POOL = 'at start-up, while the memory pools are built, after the model has loaded';
/** State is registered; where the five refusals stand. */
export const AT_STATE_SETUP: Moment = {
  node: 'both',
  at: 'at start-up of each node by itself, in setup_state_kv_args, after the target has registered and before any request',
};
/** The transfer manager is made. */
export const AT_MANAGER = 'at start-up, when the transfer manager is made';
/** The disaggregation queues are made. */
export const AT_QUEUE = 'at start-up, when the queue of disaggregated requests is made';
/** Decode asks for prefill's topology. */
export const AT_HANDSHAKE: Moment = {
  node: 'decode',
  at: 'at the first request from this prefill server, when decode fetches its topology (try_ensure_parallel_info)',
};
/** Decode takes a request in. */
export const AT_ADMISSION = 'when decode admits the request, before it sends its page lists';
/** KV, state or metadata of a request are sent. */
export const AT_TRANSFER: Moment = { node: 'prefill', at: "in prefill's transfer worker, when the request's data are sent" };
/** Nobody notices. */
export const NEVER: Moment = { node: 'decode', at: 'never: no check looks at it; decode is the node whose memory is wrong' };
