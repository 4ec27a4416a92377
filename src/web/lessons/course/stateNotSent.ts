/** @file O1: the state list is never sent, and everything says Success. */
import { counted, formatInteger } from '../../../core/units.ts';
import type { Ask } from '../ask.ts';
import { whatWentWrong } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { O1 } from '../lessonNames.ts';
import { promptOf, rowAt, settingOf, stepAfter } from '../places.ts';

const scenario = (named: Named) => named(O1.scenario);
/** The request's first window page on decode. */
const WINDOW_PAGE = 6;
const windowPage = (ask: Ask) => rowAt(ask, 'decode', 'target/swa', 0, WINDOW_PAGE);

/** Whose the picked word is, why it is due though decode reads less of the page, and from where stories count. */
async function positionsText(ask: Ask): Promise<string> {
  const { tokens } = await promptOf(ask);
  const windowTokens = await settingOf(ask, 'decode', 'windowTokens');
  const pageTokens = await settingOf(ask, 'decode', 'swaPageSizeTokens');
  const needed = tokens - windowTokens;
  const first = Math.floor(needed / pageTokens) * pageTokens;
  const end = first + pageTokens;
  return `The page holds positions ${formatInteger(first)} to ${formatInteger(end - 1)}, and its first word, which is picked, is of position ${formatInteger(first)}. Decode reads from ${formatInteger(needed)} on, the prompt’s ${counted(tokens, 'token')} less the window of ${formatInteger(windowTokens)}; but a page travels whole or not at all, so all of it is due, and what the run tells of missing pages begins at ${formatInteger(first)}, too.`;
}

/** The lesson. */
export const stateNotSent: Lesson = {
  id: O1.id,
  title: `${O1.name}: everything said Success, and the text turned to garbage`,
  about: 'What decode read instead of its data, and why nothing complained.',
  steps: [
    {
      title: 'All lights are green',
      tell: async (ask) => {
        const { verdict } = (await ask.run()).report;
        const { report } = await ask.check();
        return `A prompt of ${counted((await promptOf(ask)).tokens, 'token')} was computed on one node, prefill, and handed over to another, decode, which writes the answer. The start-up checks found nothing (\`${report.verdict}\`). After the hand-off prefill said \`${verdict.engineStatus?.prefill}\` and decode said \`${verdict.engineStatus?.decode}\`. Then decode wrote garbage. Beside this text the same hand-off has just been carried out on real memory, and every word of decode’s was looked at: \`${verdict.status}\`.`;
      },
      show: { scenario, beside: 'verdict' },
      question: {
        text: async () => 'Look down the table: a component is one kind of data. What has happened to them?',
        options: [
          { id: 'flipped', label: 'Data of all kinds came, and a part of it was damaged on the way' },
          { id: 'kinds', label: 'Some kinds are right in every word, others in none' },
          { id: 'swapped', label: 'All data came, and some of it lies in the wrong places' },
        ],
        grade: async (choice, ask) => {
          const { components } = (await ask.run()).report.verdict;
          const due = components.filter(({ right, wrong, missing }) => right + wrong + missing > 0);
          const names = (isMeant: (component: (typeof due)[number]) => boolean) =>
            due
              .filter(isMeant)
              .map(({ name }) => name)
              .join(', ');
          if (choice === 'kinds')
            return {
              isRight: true,
              why: `Right in every word: ${names(({ wrong, missing }) => wrong + missing === 0)}. In none: ${names(({ right, missing }) => right === 0 && missing > 0)}, where nothing came, and ${names(({ right, wrong }) => right === 0 && wrong > 0)}, whose words count as wrong. The next step says what stands there.`,
            };
          const mixed = due.filter(({ right, wrong, missing }) => right > 0 && wrong + missing > 0).length;
          return choice === 'flipped'
            ? {
                isRight: false,
                why: `Then components would be right in part. Of the ${counted(due.length, 'component')} that decode needs ${formatInteger(mixed)} are.`,
              }
            : {
                isRight: false,
                why: 'Then words would be touched that nobody should have written, for what is in a wrong place lies somewhere. None is touched.',
              };
        },
      },
    },
    {
      title: 'What did arrive, and what did not',
      tell: async (ask) => {
        const answer = await ask.run();
        const bytesOf = (name: string, kind: 'right' | 'missing') =>
          (answer.report.verdict.components.find((component) => component.name === name)?.[kind] ?? 0) * 4;
        const kv = ['target/c4_kv', 'target/c4_indexer', 'target/c128_kv'].reduce((sum, name) => sum + bytesOf(name, 'right'), 0);
        return `A request is more than its KV pages. These are all there: ${formatInteger(kv)} B, every word of 4 B right. But the layers that look back only a short window keep their KV elsewhere, in ${formatInteger(bytesOf('target/swa', 'missing'))} B of window pages, and of these nothing came; nor of the compression state of C4 and C128 layers. The words that count as wrong are C128 state: decode resets it when it admits a request, so its own reset stands there instead of what was there before.`;
      },
      show: { scenario, beside: 'verdict' },
    },
    {
      title: 'Look at such a page',
      tell: async (ask) => {
        const { address } = await windowPage(ask);
        const answer = await ask.locate('decode', address);
        if (!answer.ok) throw new Error(answer.why);
        const { holder } = answer.found;
        return `This is page ${WINDOW_PAGE} of decode’s window pool, layer 0, at \`${address}\`. ${holder === null ? 'Nobody holds it.' : `Request ${holder.request} holds it.`} ${await positionsText(ask)} Every copy of the hand-off is a block of a plan, and the text under the maps says which of them writes the word that is picked.`;
      },
      show: { scenario, beside: 'pools', zoom: 'component', selection: windowPage },
      question: {
        text: async () => 'Which block writes it? Read what is told of the picked word, at the end.',
        options: [
          { id: 'elsewhere', label: 'One whose target address is wrong' },
          { id: 'late', label: 'One that comes after decode has begun to read' },
          { id: 'none', label: 'None' },
        ],
        grade: async (choice, ask) => {
          const { side, address } = await windowPage(ask);
          const answer = await ask.locate(side, address);
          if (!answer.ok) throw new Error(answer.why);
          const { moved } = answer.found;
          if (moved !== null) return { isRight: false, why: `The plan writes there: ${moved.text}.` };
          if (choice === 'none') return { isRight: true, why: 'No block of the plan writes there, so what was there before still stands.' };
          const why =
            choice === 'late'
              ? 'A late one would still be a block of the plan, and none has this word for its target.'
              : 'Then its words would have been touched elsewhere, and no word was touched that should not have been.';
          return { isRight: false, why };
        },
      },
    },
    {
      title: 'Look at the steps',
      tell: async (ask) => {
        const { steps } = await ask.steps();
        const sends = steps.filter(({ kind }) => kind === 'send');
        const registered = steps.find(({ kind }) => kind === 'register');
        return `Both nodes registered their state (${registered?.text.replace(/\.$/, '') ?? ''}). Yet the plan has only ${counted(sends.length, 'send')} with anything in ${sends.length === 1 ? 'it' : 'them'}: ${sends.map(({ text }) => `\`${text}\``).join(' and ')} The code that sends chose by the type of state, and for these types it fell through to a default that did nothing and returned success. The step that is marked is where decode takes the request for complete.`;
      },
      show: { scenario, beside: 'transfer', step: (ask) => stepAfter(ask, ({ kind }) => kind === 'commit') },
      question: {
        text: async () => 'Who of these could have noticed?',
        options: [
          { id: 'checks', label: 'The checks at start-up, which compare what both nodes register' },
          { id: 'status', label: 'Decode, which waits for prefill’s status of the request' },
          { id: 'bytes', label: 'Whoever compares the bytes with what should be there' },
        ],
        grade: async (choice, ask) => {
          const { verdict } = (await ask.run()).report;
          if (choice === 'checks') return { isRight: false, why: `Both nodes registered the same lists. The checks say: ${(await ask.check()).sentence}` };
          if (choice === 'status') return { isRight: false, why: `It was told ${verdict.engineStatus?.prefill}: a send that has nothing to send ends well.` };
          return {
            isRight: true,
            why: `${counted((verdict.words?.missing ?? 0) + (verdict.words?.wrong ?? 0), 'word')} are not what they should be, and only they say so.`,
          };
        },
      },
    },
    {
      title: 'So that is why',
      tell: async (ask) => {
        const answer = await ask.run();
        const { words } = answer.report.verdict;
        return `Decode attended to a window of tokens that nobody had written: ${formatInteger((words?.missing ?? 0) * 4)} B hold old contents, and ${formatInteger((words?.wrong ?? 0) * 4)} B more hold its own reset. The run tells the largest part so: \`${whatWentWrong(answer)}\`. No copy failed, so no status changed and no log line was written. Nothing but a comparison of the bytes themselves could have told. The report is sgl-project/sglang#24878; the mend is to send the state list, or to refuse types that one does not know.`;
      },
      show: { scenario, beside: 'run' },
    },
  ],
  exercise: {
    task: async () =>
      'Find a corrupt place yourself: type an address in decode’s memory that a request holds, that should have received something, and that nothing was sent to. The pools are beside this; what you pick there can be taken over with a button.',
    show: { scenario, beside: 'pools', zoom: 'node' },
    form: { kind: 'text', label: 'Address on decode', placeholder: '0x…', takesPicked: true },
    grade: async ({ text }, _ask, given) => {
      const address = text.trim().toLowerCase();
      if (!/^0x[0-9a-f]{1,16}$/.test(address)) return { isRight: false, why: 'An address is 0x and up to 16 hexadecimal digits.' };
      const answer = await given.locate('decode', address);
      if (!answer.ok) {
        const isPrefills = (await given.locate('prefill', address)).ok;
        return { isRight: false, why: isPrefills ? 'That address is prefill’s; the question is about decode.' : answer.why };
      }
      const { holder, due, moved, levels } = answer.found;
      const where = levels.find(({ level }) => level === 'row')?.name ?? address;
      if (holder === null) return { isRight: false, why: `No request holds ${where}: nobody will read it.` };
      if (moved !== null) return { isRight: false, why: `${where} is written: ${moved.text}.` };
      if (due === null || due.address === null)
        return { isRight: false, why: `${where} is held, but nothing of prefill is due there${due === null ? '' : `: ${due.text}`}` };
      return { isRight: true, why: `${where} of request ${holder.request}: ${due.text} And no block writes it.` };
    },
    hints: [
      'The KV pages arrived. What did not is the window: the components called swa, c4_state and c4_indexer_state.',
      'Zoom to the component target/swa on decode and click one of the two pages that have a request’s colour.',
    ],
    solve: async (given) => ({ scenario: given.scenario, text: (await rowAt(given, 'decode', 'target/swa', 0, WINDOW_PAGE)).address }),
  },
};
