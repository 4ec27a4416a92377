/** @file Handshake: pipeline sizes of the two servers. */
import { AT_HANDSHAKE } from '../moments.ts';
import type { GridCheck } from '../pairCheck.ts';
import { COMMON_MANAGER } from '../sources.ts';

/** `pp-size-mismatch`: decode has one stage, or as many as prefill. */
export const pipelineSizes: GridCheck = {
  id: 'pp-size-mismatch',
  title: 'Decode has one pipeline stage, or as many as prefill',
  moment: AT_HANDSHAKE,
  said: 'AssertionError',
  words: 'Decode pp size ({decode}) should be equal to prefill pp size ({prefill}) or 1',
  engine: 'refuses',
  severity: 'error',
  compared: '--pp-size of decode, against 1 and --pp-size of prefill.',
  meaning:
    'A stage of prefill writes either into the stage of decode that has the same layers, or into a decode that has all layers. Other splits would have to cut lists on both sides.',
  consequence: ({ prefill, decode }) =>
    `Decode fails its first request from this prefill server, before any transfer${prefill === undefined ? '' : `: ${prefill} stages do not map onto ${decode}`}.`,
  mend: ({ prefill }) => `On decode, use --pp-size 1${prefill === undefined ? '' : ` or ${prefill}`}.`,
  example: { prefill: '4', decode: '2' },
  situations: ['Pipeline stages added on both nodes by memory, not by number.'],
  related: ['decode-cp-size', 'tp-not-divisible', 'component-list', 'pp-end-layer'],
  sources: [COMMON_MANAGER],
  run: ({ prefill, decode }) => {
    if (prefill.engine === null || decode.engine === null || decode.engine.grid.cp !== 1) return [];
    const [p, d] = [prefill.engine.grid.pp, decode.engine.grid.pp];
    return d === 1 || d === p ? [] : [{ side: 'decode', values: { prefill: String(p), decode: String(d) }, prefill: `pp ${p}`, decode: `pp ${d}` }];
  },
};
