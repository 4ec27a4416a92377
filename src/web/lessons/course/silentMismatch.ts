/** @file How a mismatch looks that no check of the engine looks at. */
import { counted, formatInteger } from '../../../core/units.ts';
import { changedPlaces, whatWentWrong } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { gradeOneChangeByBytes } from '../oneChange.ts';
import { areaOf, stepAfter } from '../places.ts';

const scenario = (named: Named) => named('c4-ring-8-against-16');
const STATE = 'target/c4_state';
const LAYER = 2;
const STATE_TENSOR = `target/attn_state/${LAYER}`;

/** The lesson. */
export const silentMismatch: Lesson = {
  id: 'silent-mismatch',
  title: 'How a silent mismatch looks',
  about: 'Two nodes that differ in one flag, pass every check of the engine, and corrupt a part of the state.',
  steps: [
    {
      title: 'The engine is content',
      tell: async (ask) => {
        const answer = await ask.run();
        const { engineStatus } = answer.report.verdict;
        return `Decode speculates, prefill does not: one flag on one node. The engine starts both, and after the hand-off they say \`${engineStatus?.prefill}\` and \`${engineStatus?.decode}\`. No check of the engine compares what this flag changes. The bytes tell another story: \`${answer.report.verdict.status}\`.`;
      },
      show: { scenario, beside: 'run' },
    },
    {
      title: 'One flag, two item lengths',
      tell: async (ask) => {
        const step = await stepAfter(ask, ({ kind, text }) => kind === 'send' && text.includes('(swa)'));
        const { sent } = await ask.stepDetail(step - 1);
        const entry = sent?.entries.find(({ srcTensor }) => srcTensor === STATE_TENSOR);
        if (entry === undefined) throw new Error('no C4 state is sent');
        const { rowBytes } = await areaOf(ask, 'decode', STATE, LAYER);
        return `Speculation doubles the rings of compression state. Prefill’s items of C4 state are ${formatInteger(entry.itemBytes)} B; a row is ${formatInteger(rowBytes)} B on both nodes, but decode’s items have twice as many rows. The sender multiplies decode’s indices with its own length, so every item lands half as far from the pointer as it should. Choose the entry \`${STATE_TENSOR}\` beside this to see the addresses.`;
      },
      show: { scenario, beside: 'transfer', step: (ask) => stepAfter(ask, ({ kind, text }) => kind === 'send' && text.includes('(swa)')) },
    },
    {
      title: 'How to read the story',
      tell: async (ask) => {
        const answer = await ask.run();
        const { components } = answer.report.verdict;
        const hurt = components.filter(({ wrong, missing, touched }) => wrong + missing + touched > 0).length;
        return `${formatInteger(hurt)} of ${counted(components.length, 'component')} are hurt and the others are perfect, so that whoever looks at the KV pages alone finds nothing. Each story says where, whose words stand there, and what kind of mistake leaves such a trace: \`${whatWentWrong(answer)}\`. Words of the right layer, off by more the higher the item: that is a wrong item length.`;
      },
      show: { scenario, beside: 'run' },
    },
  ],
  exercise: {
    task: async () => 'Change one setting on one node so that every byte arrives where it should. The engine carries the hand-off out to see.',
    show: { scenario, beside: 'run' },
    form: { kind: 'settings', rows: ['Draft tokens', 'Page size', 'SWA share', 'Pool mode'] },
    grade: (answer, ask, given) => gradeOneChangeByBytes(changedPlaces(given.scenario, answer.scenario), ask),
    hints: ['Which setting differs between the two columns?', 'Either both nodes speculate or neither does. Emptying one field is one change.'],
    solve: async ({ scenario: start }) => {
      const { speculation: _speculation, ...decode } = start.decode ?? {};
      return { scenario: { ...start, decode }, text: '' };
    },
  },
};
