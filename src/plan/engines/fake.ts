/**
 * @file The fake backend, made for warm-up requests: both sides say Success as soon as they have been called, and nothing moves.
 */
import type { Personality, RankEnd } from './personality.ts';
import type { Sending } from './sending.ts';

const NOTHING: Sending = { batches: [], warnings: [], error: null };

/** The sender's own words. */
const FAILED: RankEnd = {
  status: 'Failed',
  message: 'Fake KVSender Exception',
  after: 'exception',
  tellsDecode: null,
  postsRestOfChunk: false,
  laterRooms: null,
};

/** Fake: no bytes, Success at once on both sides. */
export const FAKE: Personality = {
  name: 'fake',
  movesBytes: false,
  sendsStatus: false,
  checksBootstrapTimeout: false,
  sendKv: () => NOTHING,
  sendState: () => NOTHING,
  posting: () => ({ submissions: 0, descriptors: 0 }),
  notification: () => null,
  onException: () => FAILED,
  onRefusedCopy: () => null,
  isComplete: () => true,
};
