/** @file What decode compares of two servers when it first asks prefill for its topology. */
import type { Values } from '../../checks/entry.ts';
import { alignUp } from '../../core/units.ts';
import { type Built, countOf, layersOf, MOST_TOKENS, ONE_REQUEST } from './reproCase.ts';

/** Page sizes of the two servers. */
export function pageSizes({ prefill, decode }: Values): Built {
  const [page, decodePage] = [countOf(prefill), countOf(decode)];
  if (page === null || decodePage === null) return 'the page sizes are not whole numbers that pools can be built from';
  if (page === decodePage) return 'the two page sizes are equal: the engine does not say this of them';
  const larger = Math.max(page, decodePage);
  const length = 2 * larger;
  if (length > MOST_TOKENS) return 'pools with these pages are larger than any that are laid out here';
  // A window as long as the prompt: its pages show what any pages would.
  const node = (pageSize: number) => ({ ...ONE_REQUEST, pageSize, poolTokens: alignUp(length, pageSize) });
  const [side, other] = page < decodePage ? (['prefill', 'decode'] as const) : (['decode', 'prefill'] as const);
  return [
    {
      title: `Pages of ${page} tokens on prefill, ${decodePage} on decode`,
      given: {
        model: { ...layersOf([0]), window: length },
        prefill: node(page),
        decode: node(decodePage),
        requests: [{ length }],
      },
      fixed: { [side]: { pageSize: larger, poolTokens: length } },
      mend: `On ${side}: use --page-size ${larger}, as ${other} does.`,
    },
  ];
}

/** KV dtypes of the two servers, as text. */
export function kvDtypes({ prefill, decode }: Values): Built {
  const [own, others] = [dtypeOf(prefill), dtypeOf(decode)];
  if (own === null || others === null) {
    const unknown = [prefill, decode].find((name) => dtypeOf(name) === null) ?? 'what the message leaves open';
    const alias = unknown === 'bf16' ? ', which is bfloat16 under another name' : unknown === 'auto' ? ', which each server settles by its model' : '';
    return `KV here is of fp8_e4m3 or bfloat16, by these names, and not of ${unknown}${alias}`;
  }
  if (own === others) return 'the two dtypes are equal: the engine does not say this of them';
  return [
    {
      title: `KV of ${own} on prefill, ${others} on decode`,
      given: {
        // DSV4 has no paged bf16 KV; items of 1 KiB stand for fp8 pages of decode, or bf16 ones.
        model: { plain: { layers: 1, rows: 5, itemBytes: 1024 } },
        prefill: { slots: 1, kvDtype: own },
        decode: { slots: 1, preallocSlots: 0, kvDtype: others },
        requests: [{ length: 2, prefill: { fullPages: [1, 2] }, decode: { fullPages: [1, 2] } }],
        faults: [{ kind: 'dtype-width', component: 'kv', factor: own === 'bfloat16' ? 2 : 0.5 }],
      },
      fixed: { prefill: { kvDtype: others }, faults: [] },
      mend: `On prefill: use --kv-cache-dtype ${others}, as decode does.`,
      remarks: [
        'Pools of DeepSeek-V4 have one KV dtype a mode, so that a plain pool stands for them; its items are as long on prefill as the other dtype makes them (fault dtype-width).',
      ],
    },
  ];
}

/** Pipeline stages of the two servers. */
export function pipelineStages({ prefill, decode }: Values): Built {
  const [own, others] = [gridSize(prefill), gridSize(decode)];
  if (own === null || others === null) return NO_GRID;
  if (others === 1 || others === own) return 'decode has one stage, or as many as prefill: the engine does not say this of them';
  const node = { ...ONE_REQUEST, poolTokens: 256 };
  const model = layersOf(new Array<number>(Math.max(own, others)).fill(0));
  return [
    {
      title: `${own} pipeline stages on prefill, ${others} on decode`,
      given: { model, prefill: { ...node, grid: { pp: own } }, decode: { ...node, grid: { pp: others } }, requests: [{ length: 1 }] },
      fixed: { decode: { grid: { pp: own } } },
      mend: `On decode: use --pp-size ${own}, as prefill does.`,
      remarks: [NO_PAST],
    },
  ];
}

/** Context-parallel ranks of decode. */
export function decodeContext({ cp }: Values): Built {
  const size = gridSize(cp);
  if (size === null) return NO_GRID;
  if (size === 1) return 'decode has one context-parallel rank: the engine does not say this of it';
  const node = { ...ONE_REQUEST, poolTokens: 256 };
  return [
    {
      title: `${size} context-parallel ranks on decode`,
      given: { model: layersOf([0]), prefill: node, decode: { ...node, grid: { cp: size } }, requests: [{ length: 1 }] },
      fixed: { decode: { grid: { cp: 1 } } },
      mend: 'On decode: use --attn-cp-size 1.',
      remarks: [NO_PAST],
    },
  ];
}

/** Ranks beyond this are many, and show nothing more. */
const MOST_RANKS = 64;
const NO_GRID = `the sizes are not whole numbers from 1 to ${MOST_RANKS}`;
const NO_PAST = 'There is nothing past this check: without it nobody could tell which rank sends to which.';

function gridSize(text: string | undefined): number | null {
  const size = countOf(text);
  return size !== null && size <= MOST_RANKS ? size : null;
}

function dtypeOf(text: string | undefined): 'fp8_e4m3' | 'bfloat16' | null {
  return text === 'fp8_e4m3' || text === 'bfloat16' ? text : null;
}
