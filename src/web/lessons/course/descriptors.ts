/** @file Descriptors: how many pieces a hand-off goes out in, and what merging saves. */
import { counted, formatInteger } from '../../../core/units.ts';
import type { EngineInput, ScenarioInput } from '../../../scenario/scenarioSchema.ts';
import type { Lesson } from '../lesson.ts';
import { promptOf, sentInAll, stepAfter } from '../places.ts';

/** One request of 64 pages in pools of 128. */
const NODE: EngineInput = { poolTokens: 32_768, slots: 1, preallocSlots: 0, swaRatio: 0.0313, fragmentation: 1 };
const SCATTERED: ScenarioInput = {
  name: 'flash-16k',
  title: 'DeepSeek-V4-Flash, one request of 16,384 tokens, pages scattered on both nodes',
  model: 'dsv4-flash',
  prefill: NODE,
  decode: NODE,
  requests: [{ length: 16_384 }],
};
const scenario = () => SCATTERED;

/** The lesson. */
export const descriptors: Lesson = {
  id: 'descriptors',
  title: 'Descriptors, and why merging matters',
  about: 'The bytes are the same; the number of pieces decides how long it takes.',
  steps: [
    {
      title: 'A hand-off in pieces',
      tell: async (ask) => {
        const { items } = await sentInAll(ask);
        const { steps } = await ask.steps();
        const { tokens, pages } = await promptOf(ask);
        const sends = steps.filter(({ kind, text }) => kind === 'send' && !text.includes('metadata row'));
        const kv = sends.filter(({ text }) => text.includes('KV pages')).reduce((sum, { blocks }) => sum + blocks, 0);
        return `One prompt of ${counted(tokens, 'token')} on DeepSeek-V4-Flash is ${counted(pages, 'page')}, and every layer keeps its pages in tensors of its own. So the hand-off is ${counted(items, 'item')}, ${formatInteger(kv)} of KV and ${formatInteger(items - kv)} of state. Each piece that a network card is told of is a descriptor, and posting one costs processor time however small it is.`;
      },
      show: { scenario, beside: 'transfer', step: (ask) => stepAfter(ask, ({ kind }) => kind === 'send') },
    },
    {
      title: 'Neighbours can travel together',
      tell: async (ask) => {
        const { items, descriptors: posted } = await sentInAll(ask);
        return `Items that lie next to each other on both nodes can go as one range. Here the pages are scattered on both nodes, so hardly any do: ${counted(posted, 'descriptor')} for ${counted(items, 'item')}. Beside this, the run column says which items belong together.`;
      },
      show: { scenario, beside: 'transfer', step: (ask) => stepAfter(ask, ({ kind }) => kind === 'send') },
    },
    {
      title: 'Who merges, and who does not',
      tell: async (ask) => {
        const { report } = await ask.check();
        return `The transfer backend decides whether ranges are merged at all: Mooncake merges every list, NIXL posts prepared descriptors, one a page, for KV, and merges state alone. The checks have nothing against this pair (\`${report.verdict}\`): descriptors are a matter of speed, never of right and wrong.`;
      },
      show: { scenario, beside: 'checks' },
    },
  ],
  exercise: {
    task: async (ask) => {
      // The fewest there can be: one range a tensor, where pages lie in order on both nodes and the backend merges.
      const { descriptors: posted, tensors } = await sentInAll(ask);
      return `Bring this hand-off from ${counted(posted, 'descriptor')} to ${formatInteger(tensors)}: the same request, the same bytes.`;
    },
    show: { scenario, beside: 'checks' },
    form: { kind: 'settings', rows: ['Fragmentation', 'Transfer backend'] },
    grade: async (answer, ask, given) => {
      const [before, after] = [await sentInAll(given), await sentInAll(ask)];
      if (after.items !== before.items)
        return { isRight: false, why: `That is another hand-off: ${counted(after.items, 'item')} instead of ${formatInteger(before.items)}.` };
      const why = `${counted(after.descriptors, 'descriptor')} for ${counted(after.items, 'item')}`;
      if (after.descriptors <= before.tensors) return { isRight: true, why: `${why}: one range a tensor.` };
      const backend = answer.scenario.prefill?.backend ?? 'mooncake';
      const scattered = [answer.scenario.prefill?.fragmentation, answer.scenario.decode?.fragmentation].filter((share) => (share ?? 0) > 0).length;
      const reason =
        scattered > 0
          ? `pages are still scattered on ${scattered === 2 ? 'both nodes' : 'one node'}, and a range must be one on both`
          : `${backend} does not merge the KV pages`;
      return { isRight: false, why: `${why}: ${reason}.` };
    },
    hints: [
      'A range has to be without gaps on prefill and on decode.',
      'Fragmentation 0 on both nodes hands pages out in ascending order; the backend must be one that merges.',
    ],
    solve: async ({ scenario: start }) => ({
      scenario: { ...start, prefill: { ...start.prefill, fragmentation: 0 }, decode: { ...start.decode, fragmentation: 0 } },
      text: '',
    }),
  },
};
