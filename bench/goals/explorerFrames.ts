/**
 * @file Goal `explorer-frames`: animation frames a second while memory is picked from at every zoom and transfers are stepped and played, each as fast as a key that is held down repeats, or
 * as the player goes. The browser's clock gives 60 a second at most; headless, it has no screen, and draws in software.
 */
import type { Visit } from '../explorer/visit.ts';
import { explorerGoal } from './explorerGoal.ts';

/** 60, when rounded. */
const LEAST = 59.5;

const rateOf = ({ frames, seconds }: Visit['scenes'][number]) => frames / seconds;

/** Frames a second of the visit's slowest scene. */
export const explorerFrames = explorerGoal({
  name: 'explorer-frames',
  goal: '60 frames a second (59.5 or more in the slowest scene)',
  unit: 'frames/s',
  met: (figure) => figure >= LEAST,
  figureOf: ({ scenes }) => Math.min(...scenes.map(rateOf)),
  evidenceOf: ({ scenes }) => ({ scenes: scenes.map((scene) => ({ ...scene, rate: rateOf(scene) })) }),
});
