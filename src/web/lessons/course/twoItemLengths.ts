/** @file O5: prefill counts with items of its own length, and decode's are half as long. */
import { kvDtypeMismatch } from '../../../checks/handshake/kvDtypeMismatch.ts';
import { formatInteger } from '../../../core/units.ts';
import type { ScenarioInput } from '../../../scenario/scenarioSchema.ts';
import type { Ask } from '../ask.ts';
import { typedInteger, whatWentWrong } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { O5 } from '../lessonNames.ts';
import { areaOf, rowAt, stepAfter } from '../places.ts';

const COMPONENT = 'target/plain';
const scenario = (named: Named) => named(O5.scenario);
/** Decode gives the first request another page. */
const MOVED_PAGE = 100;
const movedCache = new Map<ScenarioInput, ScenarioInput>();
const moved = (named: Named): ScenarioInput => {
  const given = scenario(named);
  const known = movedCache.get(given);
  if (known !== undefined) return known;
  const made: ScenarioInput = { ...given, requests: [{ length: 1, prefill: { fullPages: [1] }, decode: { fullPages: [MOVED_PAGE] } }] };
  movedCache.set(given, made);
  return made;
};

const firstSend = (ask: Ask) => stepAfter(ask, ({ kind, text }) => kind === 'send' && text.includes('KV pages'));

/** Where the first item of the first send lands, in decode's own pages. */
async function landing(ask: Ask): Promise<{ index: number; page: number; address: string; sentBytes: number; ownBytes: number }> {
  const { sent } = await ask.stepDetail((await firstSend(ask)) - 1);
  const { base, offset, rowBytes } = await areaOf(ask, 'decode', COMPONENT, 0);
  const entry = sent?.entries[0];
  const item = entry?.items[0];
  if (entry === undefined || item === undefined) throw new Error('nothing is sent');
  return {
    index: item.dstIndex,
    page: Number((BigInt(item.dst) - base - BigInt(offset)) / BigInt(rowBytes)),
    address: item.dst,
    sentBytes: entry.itemBytes,
    ownBytes: rowBytes,
  };
}

/** The lesson. */
export const twoItemLengths: Lesson = {
  id: O5.id,
  title: `${O5.name}: a bf16 prefill, an fp8 decode, and the text turned to garbage`,
  about: 'Where the bytes went, and what nobody had compared.',
  steps: [
    {
      title: 'Nothing fails here, either',
      tell: async (ask) => {
        const { verdict } = (await ask.run()).report;
        return `Prefill keeps its cache in bf16, decode keeps the same cache in fp8. Both started, prefill said \`${verdict.engineStatus?.prefill}\`, decode said \`${verdict.engineStatus?.decode}\`, and the text was garbage. The hand-off beside this, carried out just now, ends in \`${verdict.status}\`: of the words that decode needs, ${formatInteger(verdict.words?.missing ?? 0)} are missing, and ${formatInteger(verdict.words?.touched ?? 0)} were touched that nobody should have written.`;
      },
      show: { scenario, beside: 'verdict' },
      question: {
        text: async () => 'Twice as many words were touched as are missing. Which of these fits that, as far as decode’s memory goes?',
        options: [
          { id: 'lost', label: 'Half of what was sent got lost' },
          { id: 'long', label: 'Pieces twice as long as decode’s pages were written, and on other pages than the request’s' },
          { id: 'twice', label: 'It was written twice, once on the right pages and once beside them' },
        ],
        grade: async (choice, ask) => {
          const { words } = (await ask.run()).report.verdict;
          const { sentBytes, ownBytes } = await landing(ask);
          if (choice === 'long')
            return {
              isRight: true,
              why: `An item goes out with ${formatInteger(sentBytes)} B, and a page of decode’s has ${formatInteger(ownBytes)} B. The next step shows what that does to addresses.`,
            };
          return choice === 'lost'
            ? { isRight: false, why: `Then fewer words would have been written than decode needs, not ${formatInteger(words?.touched ?? 0)}.` }
            : { isRight: false, why: `Then decode’s own pages would be right. ${formatInteger(words?.right ?? 0)} words are: those of the metadata.` };
        },
      },
    },
    {
      title: 'How a page finds its address',
      tell: async (ask) => {
        const { index, sentBytes, ownBytes } = await landing(ask);
        return `Prefill writes straight into decode’s memory, so it has to work out the address: pointer + index × item length. It has decode’s pointer and the index that decode asked for, page ${index}, but multiplies with an item length of its own: ${formatInteger(sentBytes)} B, as bf16 takes, where decode’s pages have ${formatInteger(ownBytes)} B. Here that is a fault planted in the sender, which counts so on its own side, too, and reads other pages of its own than a bf16 server would. Look at decode’s side: which pages are hit, and which stay stale.`;
      },
      show: { scenario, beside: 'transfer', step: firstSend },
      question: {
        text: async (ask) =>
          `On which page of decode’s does the item for page ${(await landing(ask)).index} begin? The addresses are in the table beside this.`,
        options: [3, 4, 6, 8].map((page) => ({ id: String(page), label: `page ${page}` })),
        grade: async (choice, ask) => {
          const { index, page, address, sentBytes, ownBytes } = await landing(ask);
          const isRight = Number(choice) === page;
          const sum = `${index} × ${formatInteger(sentBytes)} B from the pointer is ${address}`;
          return {
            isRight,
            why: isRight
              ? `${sum}, and with ${formatInteger(ownBytes)} B a page that is not page ${index} but page ${page}.`
              : `Page ${choice} begins ${choice} × ${formatInteger(ownBytes)} B from the pointer; ${sum}.`,
          };
        },
      },
    },
    {
      title: 'Look at where it landed',
      tell: async (ask) => {
        const { page, index, sentBytes, ownBytes } = await landing(ask);
        const { address } = await rowAt(ask, 'decode', COMPONENT, 0, page);
        const answer = await ask.locate('decode', address);
        if (!answer.ok) throw new Error(answer.why);
        const { holder, moved: from } = answer.found;
        return `${index} × ${formatInteger(sentBytes)} B with pages of ${formatInteger(ownBytes)} B: that is not page ${index} but page ${page}. Page ${page} at \`${address}\` ${holder === null ? 'belongs to no request' : `belongs to request ${holder.request}`}. ${from === null ? 'Nothing is written there.' : `The plan writes there: ${from.text}.`} Page ${index}, which the request will read, stays as it was: rows marked m miss their words, rows marked t were touched. Zoom to the row to see every word and where it came from.`;
      },
      show: {
        scenario,
        beside: 'pools',
        zoom: 'layer',
        selection: async (ask) => rowAt(ask, 'decode', COMPONENT, 0, (await landing(ask)).page),
      },
    },
    {
      title: 'So that is why',
      tell: async (ask) => {
        const answer = await ask.run();
        const { words } = answer.report.verdict;
        const { sentBytes, ownBytes } = await landing(ask);
        return `For each page that decode asked for, the pages hit begin at ${formatInteger(sentBytes / ownBytes)} times its number, and the page itself stays stale: ${formatInteger((words?.touched ?? 0) * 4)} B were written where nobody looks, and ${formatInteger((words?.missing ?? 0) * 4)} B that decode reads were never written. The run says it so: \`${whatWentWrong(answer)}\`. Had the pages hit been in use, other requests would have been overwritten. The report is sgl-project/sglang#19398. Later revisions compare the KV dtypes when decode registers (\`${kvDtypeMismatch.words.split(':')[0]}\`, in the catalogue as \`${kvDtypeMismatch.id}\`), so that the same with DSV4 pools in the playground is refused before a byte moves. On servers the mend is the same \`--kv-cache-dtype\` on both; to take the planted fault out, as the card beside this says, is that mend here.`;
      },
      show: { scenario, beside: 'run' },
    },
  ],
  exercise: {
    task: async () =>
      `Now decode gives the request page ${MOVED_PAGE} instead. The lengths are as before. On which page of decode’s does what is sent for it begin? The steps of that hand-off are beside this.`,
    show: { scenario: moved, beside: 'transfer' },
    form: { kind: 'text', label: 'Page of decode', placeholder: 'a page number' },
    grade: async ({ text }, _ask, given) => {
      const typed = typedInteger(text);
      if (typed === null) return { isRight: false, why: 'A page number is a whole number.' };
      const { index, page, address, sentBytes, ownBytes } = await landing(given);
      const sum = `${index} × ${formatInteger(sentBytes)} B`;
      if (typed === page)
        return {
          isRight: true,
          why: `The engine sends it to ${address}: ${sum} from the pointer, which is page ${page} of ${formatInteger(ownBytes)} B each.`,
        };
      if (typed === index) return { isRight: false, why: `Page ${index} is where it should be. The engine sends it to ${address}, ${sum} from the pointer.` };
      return {
        isRight: false,
        why: `Page ${formatInteger(typed)} begins ${formatInteger(typed * ownBytes)} B from the pointer, and the engine writes ${sum} from it.`,
      };
    },
    hints: [
      'The sender multiplies decode’s page number with its own item length.',
      'Divide those bytes by the length of decode’s pages: one is twice as long as the other.',
    ],
    solve: async (given) => ({ scenario: given.scenario, text: String((await landing(given)).page) }),
  },
};
