/** @file Why sliding-window KV lives in a ring, and why two nodes may have rings of unlike lengths. */
import { counted, formatInteger } from '../../../core/units.ts';
import type { ScenarioInput } from '../../../scenario/scenarioSchema.ts';
import type { Ask } from '../ask.ts';
import { typedInteger, wordsText } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { rowAt, stepAfter } from '../places.ts';

const scenario = (named: Named) => named('ring-128-against-131');
const LONGER_TOKENS = 1500;
const SLOT = 5;
const longerCache = new Map<ScenarioInput, ScenarioInput>();
const longer = (named: Named): ScenarioInput => {
  const given = scenario(named);
  const known = longerCache.get(given);
  if (known !== undefined) return known;
  const made: ScenarioInput = { ...given, requests: [{ length: LONGER_TOKENS, prefill: { slot: 3 }, decode: { slot: SLOT } }] };
  longerCache.set(given, made);
  return made;
};

/** The rows of the first request's window, and the positions they stand for. */
async function ringOf(
  ask: Ask,
): Promise<{ tokens: number; window: number; rows: Record<'prefill' | 'decode', number>; last: Record<'prefill' | 'decode', number> }> {
  const { rings } = await ask.steps();
  const step = await stepAfter(ask, ({ kind, text }) => kind === 'send' && text.includes('swa_ring'));
  const { lists, tokens } = await ask.stepDetail(step - 1);
  const list = lists.find(({ name }) => name === 'swa_ring');
  if (rings === null || list === undefined) throw new Error('these nodes have no rings');
  return {
    tokens,
    window: rings.windowTokens,
    rows: { prefill: rings.prefillRows, decode: rings.decodeRows },
    last: { prefill: list.prefill.at(-1) ?? 0, decode: list.decode.at(-1) ?? 0 },
  };
}

/** The lesson. */
export const whyARing: Lesson = {
  id: 'ring',
  title: 'Why a ring',
  about: 'How a window of tokens lives in a few rows for ever, and what its two lengths are.',
  steps: [
    {
      title: 'A window does not grow',
      tell: async (ask) => {
        const { window, tokens, rows } = await ringOf(ask);
        return `Each layer keeps the last ${counted(window, 'token')} as they are; what lies before them it has compressed, or does without. Rows for all ${counted(tokens, 'token')} of this prompt would mostly be waste. So each request has a ring of ${counted(rows.prefill, 'row')} a layer on prefill, and position p lies in row p mod ${formatInteger(rows.prefill)} of it: a new token takes the place of the oldest. Beside this are two rings small enough to read. Drag the prompt’s length past the window, and watch rows being used again.`;
      },
      show: { scenario, beside: 'rings' },
    },
    {
      title: 'Speculation needs a longer one',
      tell: async (ask) => {
        const { window, rows, tokens, last } = await ringOf(ask);
        const slot = (side: 'prefill' | 'decode') => Math.floor(last[side] / rows[side]);
        return `A node that drafts several tokens ahead writes them before it knows that they are right, and must not lose the window for it. Decode drafts here, so its ring has ${counted(rows.decode, 'row')}: ${formatInteger(rows.decode - window)} more than the window. The same position lies in other rows then: the last token, position ${formatInteger(tokens - 1)}, is in row ${formatInteger(last.prefill)} of prefill’s pool, in the ring of slot ${slot('prefill')}, and in row ${formatInteger(last.decode)} of decode’s, in that of slot ${slot('decode')}.`;
      },
      show: {
        scenario,
        beside: 'pools',
        zoom: 'component',
        selection: async (ask) => rowAt(ask, 'decode', 'target/swa_ring', 0, (await ringOf(ask)).last.decode),
      },
    },
    {
      title: 'Unlike rings may talk to each other',
      tell: async (ask) => {
        const answer = await ask.run();
        return `Each node lists the rows of the window by its own count, and the lists are paired position by position. A row is a row on both sides, so nothing is lost: ${wordsText(answer)}, \`${answer.report.verdict.status}\`. It goes wrong when somebody counts with the other node’s ring: in the rings of the first step, tick the box that says so.`;
      },
      show: { scenario, beside: 'run' },
    },
  ],
  exercise: {
    task: async (ask) => {
      const { rows } = await ringOf(ask);
      return `A prompt of ${counted(LONGER_TOKENS, 'token')} sits in slot ${SLOT} on decode, whose rings have ${counted(rows.decode, 'row')} each, one ring a slot, slot 0 first. In which row of the pool does its last token, position ${formatInteger(LONGER_TOKENS - 1)}, lie?`;
    },
    show: { scenario: longer, beside: 'rings' },
    form: { kind: 'text', label: 'Row on decode', placeholder: 'a row number' },
    grade: async ({ text }, _ask, given) => {
      const typed = typedInteger(text);
      if (typed === null) return { isRight: false, why: 'A row number is a whole number.' };
      const { rows, last } = await ringOf(given);
      const rowOfSlot = last.decode % rows.decode;
      if (typed === last.decode)
        return {
          isRight: true,
          why: `The engine lists row ${formatInteger(last.decode)}: ${SLOT} × ${formatInteger(rows.decode)} + ${formatInteger(rowOfSlot)}.`,
        };
      const why =
        typed === rowOfSlot
          ? 'That is the row within the slot’s own ring; the rings of the slots before it come first.'
          : typed === last.prefill
            ? 'That is its row on prefill, which has other rings and another slot.'
            : `The engine does not list row ${formatInteger(typed)} for this token.`;
      return { isRight: false, why };
    },
    hints: [
      'Row = slot × ring rows + position mod ring rows.',
      `${formatInteger(LONGER_TOKENS - 1)} mod the rows of decode’s ring is the row within the ring. The rings of ${SLOT} slots come before it.`,
    ],
    solve: async (given) => ({ scenario: given.scenario, text: String((await ringOf(given)).last.decode) }),
  },
};
