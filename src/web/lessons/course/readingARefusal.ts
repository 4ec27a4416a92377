/** @file Reading a refusal: what the numbers in `target=(1, 4096), draft=(32, 4096)` are. */
import { pagedPageSize } from '../../../checks/start/pagedPageSize.ts';
import type { EngineInput, ScenarioInput } from '../../../scenario/scenarioSchema.ts';
import { changedPlaces, whatWentWrong } from '../grading.ts';
import type { Lesson } from '../lesson.ts';
import { gradeOneChangeByBytes } from '../oneChange.ts';

/** The smallest node that the message can come from: a layer of the window alone, and a draft layer. */
const PAGE_TOKENS = 32;
const NODE: EngineInput = {
  pageSize: PAGE_TOKENS,
  poolTokens: 64,
  swaRatio: 1,
  slots: 1,
  preallocSlots: 0,
  speculation: { draftTokens: 1, draftLayers: 1 },
  draft: { pageSize: PAGE_TOKENS, swaPageSize: PAGE_TOKENS },
};
const REFUSED: ScenarioInput = {
  name: 'reading-a-refusal',
  title: `A target with pages of 1 token beside a draft with pages of ${PAGE_TOKENS}`,
  model: { name: 'window-only', hiddenLayers: 1, compressRatios: [0], nextnLayers: 1, window: 4096 },
  prefill: { ...NODE, pageSize: 1 },
  decode: NODE,
  requests: [{ length: 64 }],
};
const scenario = () => REFUSED;

/** The lesson. */
export const readingARefusal: Lesson = {
  id: 'refusal',
  title: 'Reading a refusal',
  about: 'What the pairs of numbers mean, on which node, and which of them to change.',
  steps: [
    {
      title: 'A message with two pairs',
      tell: async (ask) => {
        const finding = (await ask.check()).report.findings[0];
        return `A server does not start, and its log ends with \`${finding?.message ?? ''}\`. Each pair is (tokens a page of the window pool, tokens of the sliding window), first of the large model, then of its draft. The windows agree, the pages do not. It is said by ${finding?.side === 'both' ? 'both nodes' : finding?.side}, about its own two pools: the other node has no part in it.`;
      },
      show: { scenario, beside: 'checks' },
    },
    {
      title: 'Why the engine minds',
      tell: async (ask) =>
        `Both pools are filled from one list of window pages, made from the target. ${(await ask.check()).report.findings[0]?.consequence ?? ''}`,
      show: { scenario, beside: 'checks' },
    },
    {
      title: 'What it saves you from',
      tell: async (ask) => {
        const answer = await ask.run();
        const [first, ...others] = (await ask.check()).report.findings;
        // Both nodes may say the same.
        const rest = [...new Set(others.filter(({ id }) => id !== first?.id).map(({ message }) => message.replace(/\.$/, '')))];
        return `Let the hand-off go on past the refusal, and it ends in \`${answer.report.verdict.status}\`. The largest of what is told: \`${whatWentWrong(answer)}\`. A refusal at start-up is the cheap end of this story.${rest.length === 0 ? '' : ` The checks found more: ${rest.map((message) => `\`${message}\``).join('; ')}.`}`;
      },
      show: { scenario, beside: 'run', pastChecks: true },
    },
  ],
  exercise: {
    task: async (ask) => {
      const server = (await ask.check()).report.findings.find(({ id }) => id === pagedPageSize.id);
      return `Change one setting on one node so that target and draft agree, and every byte arrives. (Pages of ${PAGE_TOKENS} tokens keep this example small: the pools take them, but a server that builds DSV4 pools takes 256 alone, and says \`${server?.message ?? pagedPageSize.words}\`)`;
    },
    show: { scenario, beside: 'run' },
    form: { kind: 'settings', rows: ['Page size', 'Sliding window', 'Draft: page size', 'Draft: window'] },
    grade: (answer, ask, given) => gradeOneChangeByBytes(changedPlaces(given.scenario, answer.scenario), ask),
    hints: [
      'The first number of each pair is the page size. Which of the two is the odd one out, looking at both nodes?',
      `Decode’s target and draft both have pages of ${PAGE_TOKENS} tokens: give prefill’s target the same.`,
    ],
    solve: async ({ scenario: start }) => ({ scenario: { ...start, prefill: { ...start.prefill, pageSize: PAGE_TOKENS } }, text: '' }),
  },
};
