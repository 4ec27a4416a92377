/** @file Why the draft model's state must travel as well. */
import { formatInteger } from '../../../core/units.ts';
import type { ScenarioInput } from '../../../scenario/scenarioSchema.ts';
import { gradeRun, whatWentWrong } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { rowAt } from '../places.ts';

const scenario = (named: Named) => named('draft-window-missing');
const registeredOn =
  (side: 'prefill' | 'decode') =>
  (start: ScenarioInput): ScenarioInput => ({
    ...start,
    faults: [{ kind: 'component-not-registered', component: 'draft', side: side === 'prefill' ? 'decode' : 'prefill' }],
  });

/** The lesson. */
export const draftState: Lesson = {
  id: 'draft-state',
  title: 'Why draft state must travel',
  about: 'The answer stays right and becomes slow: a draft that starts blind.',
  steps: [
    {
      title: 'Two models on a node',
      tell: async (ask) => {
        const { report, sentence } = await ask.check();
        return `With speculation a small draft model guesses the next tokens and the large one, the target, checks them. The draft has KV of its own. The checks say of this pair: \`${report.verdict}\`, ${sentence}`;
      },
      show: { scenario, beside: 'checks' },
    },
    {
      title: 'Only half of it arrives',
      tell: async (ask) => {
        const answer = await ask.run();
        const draft = answer.report.verdict.components.find(({ name }) => name === 'draft/swa');
        const target = answer.report.verdict.components.find(({ name }) => name === 'target/swa');
        return `The draft’s window was not put into the list of what travels. The target is whole: ${formatInteger((target?.missing ?? 0) * 4)} B of its window are missing. Of the draft’s, ${formatInteger((draft?.missing ?? 0) * 4)} B never came: \`${whatWentWrong(answer)}\`.`;
      },
      show: { scenario, beside: 'run' },
    },
    {
      title: 'A draft that starts blind',
      tell: async (ask) => {
        const { address } = await rowAt(ask, 'decode', 'draft/swa', 0, 1);
        const answer = await ask.locate('decode', address);
        if (!answer.ok) throw new Error(answer.why);
        const { moved, due } = answer.found;
        return `Here is the draft’s page on decode. ${due?.text ?? ''} ${moved === null ? 'No block of the plan writes it.' : `The plan writes it: ${moved.text}.`} The target throws away every wrong guess, so the text stays right and only the speed goes, until new tokens have filled the window. That makes it hard to find: nothing fails, and tests of the text pass.`;
      },
      show: { scenario, beside: 'pools', zoom: 'component', selection: (ask) => rowAt(ask, 'decode', 'draft/swa', 0, 1) },
    },
  ],
  exercise: {
    task: async () => 'What mends it? Choose, and the engine carries the hand-off out that way.',
    show: { scenario, beside: 'run' },
    form: {
      kind: 'options',
      question: 'The mend',
      options: [
        { id: 'slots', label: 'Give decode more slots', put: (start) => ({ ...start, decode: { ...start.decode, slots: 4 } }) },
        { id: 'prefill', label: 'Register the draft’s window on prefill', put: registeredOn('prefill') },
        { id: 'both', label: 'Register the draft’s window on both nodes', put: (start) => ({ ...start, faults: [] }) },
      ],
    },
    grade: ({ text }, ask) => (text === '' ? Promise.resolve({ isRight: false, why: 'Nothing is chosen yet.' }) : gradeRun(ask)),
    hints: ['What is not in a node’s list has no address on it.', 'A sender needs an address on both sides: the list must have it on prefill and on decode.'],
    solve: async ({ scenario: start }) => ({ scenario: { ...start, faults: [] }, text: 'both' }),
  },
};
