/**
 * @file The personality of each backend's name.
 */
import type { TransferBackend } from '../../model/engineConfig.ts';
import { FAKE } from './fake.ts';
import { MOONCAKE } from './mooncake.ts';
import { MOONCAKE_OLD } from './mooncakeOld.ts';
import { MORI } from './mori.ts';
import { NIXL } from './nixl.ts';
import type { Personality } from './personality.ts';

/** Every personality, by name. */
export const PERSONALITIES: Readonly<Record<TransferBackend, Personality>> = {
  mooncake: MOONCAKE,
  'mooncake-old': MOONCAKE_OLD,
  nixl: NIXL,
  mori: MORI,
  fake: FAKE,
};
