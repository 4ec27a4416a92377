/** @file The lessons there are, in the order in which they are offered. The first two are what a newcomer is shown. */
import { benchChart } from './course/benchChart.ts';
import { descriptors } from './course/descriptors.ts';
import { draftState } from './course/draftState.ts';
import { itemLength } from './course/itemLength.ts';
import { lateWrites } from './course/lateWrites.ts';
import { readingARefusal } from './course/readingARefusal.ts';
import { sameMapping } from './course/sameMapping.ts';
import { silentMismatch } from './course/silentMismatch.ts';
import { stateNotSent } from './course/stateNotSent.ts';
import { twoItemLengths } from './course/twoItemLengths.ts';
import { whyARing } from './course/whyARing.ts';
import type { Lesson } from './lesson.ts';

/** Why did the text turn to garbage? */
export const GARBAGE_LESSONS: readonly Lesson[] = [stateNotSent, twoItemLengths];

/** All of them. */
export const LESSONS: readonly Lesson[] = [
  ...GARBAGE_LESSONS,
  itemLength,
  whyARing,
  sameMapping,
  draftState,
  silentMismatch,
  lateWrites,
  readingARefusal,
  descriptors,
  benchChart,
];
