/** @file Ownership: pages that are given away while a write into them is under way. */
import type { ScenarioInput } from '../../../scenario/scenarioSchema.ts';
import { gradeRun, whatWentWrong } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { rowAt, stepAfter } from '../places.ts';

const scenario = (named: Named) => named('late-write-after-abort');
/** The first page that both requests have had. */
const SHARED_PAGE = 14;

type Schedule = NonNullable<ScenarioInput['schedule']>;
const inOrder =
  (schedule: Schedule) =>
  (start: ScenarioInput): ScenarioInput => ({ ...start, schedule });
const admit = (request: number): Schedule[number] => ({ step: 'admit', request });
const send = (request: number): Schedule[number] => ({ step: 'send', request });
const [abort, free, commit]: readonly [Schedule[number], Schedule[number], Schedule[number]] = [
  { step: 'abort', request: 0 },
  { step: 'free', request: 0 },
  { step: 'commit', request: 1 },
];
const WHEN_DRAINED: Schedule = [admit(0), abort, send(0), free, admit(1), send(1), commit];

/** The lesson. */
export const lateWrites: Lesson = {
  id: 'ownership',
  title: 'Ownership, and writes that come late',
  about: 'A page belongs to whoever may still write into it, not to whoever asked for it.',
  steps: [
    {
      title: 'An abort, and a page changes hands',
      tell: async (ask) => {
        const { steps } = await ask.steps();
        return `Request 0 is being written to decode when its user gives up. Decode aborts it and gives its pages back at once: step ${steps.findIndex(({ kind }) => kind === 'free') + 1} of ${steps.length}. Request 1 comes, gets some of the same pages, and is complete. Then request 0’s write, which nobody could call back, lands.`;
      },
      show: { scenario, beside: 'transfer', step: (ask) => stepAfter(ask, ({ kind }) => kind === 'free') },
    },
    {
      title: 'Another request’s words',
      tell: async (ask) => {
        const answer = await ask.run();
        const finding = answer.report.verdict.findings[0];
        return `${finding?.message ?? ''}. ${finding?.consequence ?? ''} Decode has committed request 1 and reads what is there: \`${whatWentWrong(answer)}\`. Its answer is built on somebody else’s prompt.`;
      },
      show: { scenario, beside: 'run' },
    },
    {
      title: 'Look at such a page',
      tell: async (ask) => {
        const { address } = await rowAt(ask, 'decode', 'target/plain', 0, SHARED_PAGE);
        const answer = await ask.locate('decode', address);
        if (!answer.ok) throw new Error(answer.why);
        const { holder, due, moved } = answer.found;
        return `Page ${SHARED_PAGE} ${holder === null ? 'belongs to nobody' : `belongs to request ${holder.request}`}. ${due?.text ?? ''} ${moved === null ? '' : `The last write of the plan puts there what is at prefill ${moved.address} (${moved.text}).`} The addresses are right, the lengths are right: only the order is wrong.`;
      },
      show: { scenario, beside: 'pools', zoom: 'layer', selection: (ask) => rowAt(ask, 'decode', 'target/plain', 0, SHARED_PAGE) },
    },
  ],
  exercise: {
    task: async () => 'When may decode give request 0’s pages back? Choose an order, and the engine carries it out.',
    show: { scenario, beside: 'run' },
    form: {
      kind: 'options',
      question: 'Request 0’s pages are given back',
      options: [
        { id: 'at-abort', label: 'as soon as the user gives up', put: inOrder([admit(0), abort, free, admit(1), send(1), commit, send(0)]) },
        {
          id: 'hope',
          label: 'as soon as the user gives up, if the late write lands before request 1’s own data',
          put: inOrder([admit(0), abort, free, admit(1), send(0), send(1), commit]),
        },
        { id: 'drained', label: 'when prefill has confirmed that nothing is under way any more', put: inOrder(WHEN_DRAINED) },
      ],
    },
    grade: ({ text }, ask) => (text === '' ? Promise.resolve({ isRight: false, why: 'Nothing is chosen yet.' }) : gradeRun(ask)),
    hints: ['Right bytes by luck are a HAZARD, not a PASS.', 'A write that is under way owns its target until it has landed.'],
    solve: async ({ scenario: start }) => ({ scenario: inOrder(WHEN_DRAINED)(start), text: 'drained' }),
  },
};
