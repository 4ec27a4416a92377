/** @file Handshake: decode must not be context-parallel. */
import { AT_HANDSHAKE } from '../moments.ts';
import type { GridCheck } from '../pairCheck.ts';
import { COMMON_MANAGER } from '../sources.ts';

/** `decode-cp-size`: the assertion's text is a tuple of one, which prints in parentheses. */
export const decodeContextParallel: GridCheck = {
  id: 'decode-cp-size',
  title: 'Decode is not context-parallel',
  moment: AT_HANDSHAKE,
  said: 'AssertionError',
  words: "('Decode cp size ({cp}) should be equal to 1',)",
  engine: 'refuses',
  severity: 'error',
  compared: '--attn-cp-size of decode, against 1.',
  meaning: "Prefill's ranks may split a prompt among them; decode's may not: a decode rank needs every position.",
  consequence: () => 'Decode fails its first request from this prefill server, before any transfer.',
  mend: () => 'On decode, use --attn-cp-size 1.',
  example: { cp: '2' },
  situations: ['One launch script for both roles.'],
  related: ['pp-size-mismatch', 'tp-not-divisible'],
  sources: [COMMON_MANAGER],
  run: ({ prefill, decode }) => {
    const cp = decode.engine?.grid.cp ?? 1;
    return cp === 1
      ? []
      : [{ side: 'decode', values: { cp: String(cp) }, prefill: prefill.engine === null ? null : `cp ${prefill.engine.grid.cp}`, decode: `cp ${cp}` }];
  },
};
