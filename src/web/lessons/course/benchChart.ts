/** @file How to read a bench chart: lines, ceiling, bars, and the figures that are the same on every machine. */
import { counted, formatInteger } from '../../../core/units.ts';
import { measuredPoints } from '../../../report/charts/panels.ts';
import { typedInteger } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { recordedBench, recordedPoint } from './recordedBench.ts';

const scenario = (named: Named) => named('dsv4-mini');
const ASKED = { strategy: 'merged', fragmentation: 0.5 } as const;

const rounded = (value: number) => value.toFixed(1);
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** The lesson. */
export const benchChart: Lesson = {
  id: 'chart',
  title: 'How to read a bench chart',
  about: 'What a line is held against, which figures travel from machine to machine, and which do not.',
  steps: [
    {
      title: 'A line a strategy, and a ceiling',
      tell: async (ask) => {
        const point = await recordedPoint(ask, 'merged', 0);
        const { report } = await recordedBench(ask);
        return `Each line is a way to carry out the same plan; to the right the pages are the more scattered. The dotted line is the ceiling: the same bytes copied in one piece, in the same run, on the same device. Where pages lie in order, \`merged\` reaches ${rounded(point.gbps)} of ${rounded(point.ceiling.contiguousCopy.gbps)} GB/s, ${percent(point.fractionOfCeiling)} of it. This report was recorded on ${report.adapter.name}${report.adapter.software ? ', which is no GPU' : ''}: read shapes off it, not speeds.`;
      },
      show: { scenario, beside: 'chart' },
    },
    {
      title: 'How sure a point is',
      tell: async (ask) => {
        const { samples, wall } = await recordedPoint(ask, 'merged', 1);
        const above = measuredPoints((await recordedBench(ask)).report).filter(({ fractionOfCeiling }) => fractionOfCeiling > 1).length;
        const noise =
          above === 0
            ? ''
            : ` ${formatInteger(above)} of the points here lie above their ceiling, which nothing can: the machine was busy with other things, and no speed of this report should be quoted.`;
        return `A point is the middle of ${samples.wall.length} samples, and the bar through it goes from the fastest to the one that nine of ten stay under. For \`merged\` at fragmentation 1 that is ${rounded(wall.min * 1e3)} to ${rounded(wall.p90 * 1e3)} ms around ${rounded(wall.p50 * 1e3)} ms. Where bars of two lines overlap, the chart does not say which is faster.${noise}`;
      },
      show: { scenario, beside: 'chart' },
    },
    {
      title: 'What is the same everywhere',
      tell: async (ask) => {
        const [perItem, inOrder, scattered] = [
          await recordedPoint(ask, 'per-item', 0),
          await recordedPoint(ask, 'merged', 0),
          await recordedPoint(ask, 'merged', 1),
        ];
        return `Seconds belong to a machine; descriptors belong to the plan. \`per-item\` tells the device ${counted(perItem.work.descriptors, 'copy', 'copies')} whatever the order of pages. \`merged\` needs ${formatInteger(inOrder.work.descriptors)} where pages lie in order and ${formatInteger(scattered.work.descriptors)} where they are shuffled. Look for the section on descriptors, and the table under it that has the figure of every point.`;
      },
      show: { scenario, beside: 'chart' },
    },
  ],
  exercise: {
    task: async () =>
      `How many descriptors does \`${ASKED.strategy}\` need at fragmentation ${ASKED.fragmentation}? The chart gives the size, the table under it the number.`,
    show: { scenario, beside: 'chart' },
    form: { kind: 'text', label: 'Descriptors', placeholder: 'a number' },
    grade: async ({ text }, _ask, given) => {
      const typed = typedInteger(text);
      if (typed === null) return { isRight: false, why: 'A number of descriptors is a whole number.' };
      const right = (await recordedPoint(given, ASKED.strategy, ASKED.fragmentation)).work.descriptors;
      if (typed === right) return { isRight: true, why: `The report counts ${formatInteger(right)} for that point.` };
      const { report } = await recordedBench(given);
      const other = report.points.find((point) => point.status === 'measured' && point.work.descriptors === typed);
      const whose = other === undefined ? 'No point of the report has that many.' : `That is the figure of ${other.id}.`;
      return { isRight: false, why: whose };
    },
    hints: [
      'Under the charts of descriptors there is a table, “Work of every point”: unfold it.',
      `Its rows are named by fragmentation and strategy: look for ${ASKED.fragmentation} and ${ASKED.strategy}.`,
    ],
    solve: async (given) => ({ scenario: given.scenario, text: String((await recordedPoint(given, ASKED.strategy, ASKED.fragmentation)).work.descriptors) }),
  },
};
