/** @file Why target and draft must hold the very same mapping object. */
import { changedPlaces } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { gradeOneChange } from '../oneChange.ts';

const scenario = (named: Named) => named('guard-mapping-identity');

/** The lesson. */
export const sameMapping: Lesson = {
  id: 'mapping',
  title: 'Why the mapping must be the same object',
  about: 'An equal copy is right today and wrong after the next request.',
  steps: [
    {
      title: 'Two numbers for one page',
      tell: async (ask) => {
        const { report } = await ask.check();
        const finding = report.findings[0];
        return `A page of tokens has a number in the full pool and, while it is in the window, another in the much smaller window pool. A table says which: window page = mapping[full page]. The draft model has a window pool of its own that goes by the same table. On this prefill node the two do not hold one table: ${finding?.prefill ?? ''}. The engine refuses to start: \`${finding?.message ?? ''}\`.`;
      },
      show: { scenario, beside: 'checks' },
    },
    {
      title: 'What the refusal prevents',
      tell: async (ask) => {
        const { verdict } = (await ask.run()).report;
        const { report } = await ask.check();
        return `Go on past the refusal and the first hand-off ends in \`${verdict.status}\`: the copy was equal, so every word is right. That is the trap. The allocator writes each new page into its own table only, and from then on the copy is out of date. ${report.findings[0]?.consequence ?? ''}`;
      },
      show: { scenario, beside: 'run', pastChecks: true },
    },
    {
      title: 'So identity is what is compared',
      tell: async (ask) => {
        const { report } = await ask.check();
        return `Equal contents at start-up prove nothing, so the engine asks whether it is the same object. A node that is refused here would have drafted from other requests’ pages hours later. What the engine advises: ${report.findings[0]?.mend ?? ''}`;
      },
      show: { scenario, beside: 'checks' },
    },
  ],
  exercise: {
    task: async () => 'Change one setting on one node so that the pair fits.',
    show: { scenario, beside: 'checks' },
    form: { kind: 'settings', rows: ['Draft: mapping', 'Draft: pool mode', 'Draft tokens'] },
    grade: (answer, ask, given) => gradeOneChange(changedPlaces(given.scenario, answer.scenario), ask),
    hints: ['Which of the two nodes does the refusal name?', 'Prefill’s draft pool has a mapping of its own; it should hold the shared one.'],
    solve: async ({ scenario: start }) => ({
      scenario: { ...start, prefill: { ...start.prefill, draft: { ...start.prefill?.draft, mapping: 'shared' } } },
      text: '',
    }),
  },
};
