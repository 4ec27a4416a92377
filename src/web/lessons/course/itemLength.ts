/** @file What an item length is: the one number that turns an index into an address. */
import { counted, formatInteger } from '../../../core/units.ts';
import type { Ask } from '../ask.ts';
import { typedInteger } from '../grading.ts';
import type { Lesson, Named } from '../lesson.ts';
import { areaOf, rowAt, settingOf, stepAfter } from '../places.ts';

const scenario = (named: Named) => named('bytes-equal-look-elsewhere');
const C4 = 'target/c4_kv';
const C4_LAYER = 2;
const ASKED_ITEM = 3;

const swaSend = (ask: Ask) => stepAfter(ask, ({ kind, text }) => kind === 'send' && text.includes('(swa)'));

/** The lesson. */
export const itemLength: Lesson = {
  id: 'item-length',
  title: 'What an item length is',
  about: 'A tensor is registered with three numbers, and everything else is multiplication.',
  steps: [
    {
      title: 'Three numbers a tensor',
      tell: async (ask) => {
        const { base, offset, bytes, rowBytes, rows } = await areaOf(ask, 'decode', 'target/swa', 0);
        return `Before anything moves, each node registers its tensors, with three numbers each: a pointer, a length, and the length of one item. Decode sends its pointers to prefill, which will write there. For layer 0 of the window pool on decode they are \`0x${(base + BigInt(offset)).toString(16)}\`, ${formatInteger(bytes)} B and ${formatInteger(rowBytes)} B. An item is what an index counts, here a page: ${formatInteger(rows)} of them fit.`;
      },
      show: { scenario, beside: 'pools', zoom: 'component', selection: (ask) => rowAt(ask, 'decode', 'target/swa', 0, 1) },
    },
    {
      title: 'An index becomes an address',
      tell: async (ask) => {
        const { sent } = await ask.stepDetail((await swaSend(ask)) - 1);
        const entry = sent?.entries[0];
        const item = entry?.items[0];
        if (entry === undefined || item === undefined) throw new Error('nothing is sent');
        return `For a request decode sends no addresses, only indices: the window goes into these items of mine. Prefill works out both ends. Its item ${item.srcIndex} is at \`${entry.srcPointer}\` + ${item.srcIndex} × ${formatInteger(entry.itemBytes)} = \`${item.src}\`, and decode’s item ${item.dstIndex} at \`${entry.dstPointer}\` + ${item.dstIndex} × ${formatInteger(entry.itemBytes)} = \`${item.dst}\`. One item length serves both, so both nodes must mean the same by it.`;
      },
      show: { scenario, beside: 'transfer', step: swaSend },
    },
    {
      title: 'Each kind of data has its own',
      tell: async (ask) => {
        const lengths = await Promise.all(
          (
            [
              ['target/swa', 0],
              [C4, C4_LAYER],
              ['target/c128_kv', 3],
            ] as const
          ).map(async ([name, layer]) => `\`${name}\` ${formatInteger((await areaOf(ask, 'decode', name, layer)).rowBytes)} B`),
        );
        const { rowBytes } = await areaOf(ask, 'decode', 'target/c4_state', C4_LAYER);
        const { sent } = await ask.stepDetail((await swaSend(ask)) - 1);
        const state = sent?.entries.find(({ dstTensor }) => dstTensor === `target/attn_state/${C4_LAYER}`);
        if (state === undefined) throw new Error('no C4 state is sent');
        return `A page of ${counted(await settingOf(ask, 'decode', 'pageSizeTokens'), 'token')} takes as many bytes as its kind of data needs: ${lengths.join(', ')}. Items of compression state are rings of rows: \`target/c4_state\` has ${formatInteger(state.itemBytes)} B, ${counted(state.itemBytes / rowBytes, 'row')} of ${formatInteger(rowBytes)} B. Page size, dtypes and speculation, which lengthens those rings, go into such numbers. When two nodes differ in one of them, item lengths are where it shows first.`;
      },
      show: { scenario, beside: 'pools', zoom: 'node', selection: (ask) => rowAt(ask, 'decode', C4, C4_LAYER, 1) },
    },
  ],
  exercise: {
    task: async () =>
      `How many bytes after its pointer does item ${ASKED_ITEM} of \`${C4}\`, layer ${C4_LAYER}, begin on decode? The pools beside this say how long a page of it is.`,
    show: { scenario, beside: 'pools', zoom: 'layer', selection: (ask) => rowAt(ask, 'decode', C4, C4_LAYER, 0) },
    form: { kind: 'text', label: 'Bytes after the pointer', placeholder: 'a number of bytes' },
    grade: async ({ text }, _ask, given) => {
      const typed = typedInteger(text);
      if (typed === null) return { isRight: false, why: 'Bytes are a whole number.' };
      const { base, offset, rowBytes, bytes } = await areaOf(given, 'decode', C4, C4_LAYER);
      if (typed >= bytes) return { isRight: false, why: `The tensor ends ${formatInteger(bytes)} B after its pointer.` };
      const answer = await given.locate('decode', `0x${(base + BigInt(offset + typed)).toString(16)}`);
      if (!answer.ok) return { isRight: false, why: answer.why };
      const row = answer.found.levels.find(({ level }) => level === 'row');
      const isRight = typed === ASKED_ITEM * rowBytes;
      return {
        isRight,
        why: `There the engine finds ${row?.name ?? 'nothing'}${isRight ? `, and it begins there: ${row?.formula}.` : `, which begins at ${row?.address}.`}`,
      };
    },
    hints: [
      'Item 0 begins at the pointer itself.',
      'Multiply the item’s number by the length of a page of this component, which stands beside “page” in the list under the maps.',
    ],
    solve: async (given) => ({ scenario: given.scenario, text: String(ASKED_ITEM * (await areaOf(given, 'decode', C4, C4_LAYER)).rowBytes) }),
  },
};
