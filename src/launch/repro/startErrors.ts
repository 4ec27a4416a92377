/** @file Errors of constructors and of registration. There is nothing past them: no pool exists then. */
import type { Values } from '../../checks/entry.ts';
import type { EngineInput } from '../../scenario/scenarioSchema.ts';
import { type Built, countOf, layersOf, ONE_REQUEST, onBoth, SPECULATIVE } from './reproCase.ts';

/** One page of 256 tokens for one request. */
const ONE_PAGE = { ...ONE_REQUEST, poolTokens: 256 };

/** A case in which both nodes have a wrong setting, and the mend gives both another. */
function settings(title: string, ratios: readonly number[], wrong: EngineInput, right: EngineInput, mend: string): Built {
  return [{ title, given: { model: layersOf(ratios), ...onBoth({ ...ONE_PAGE, ...wrong }), requests: [{ length: 1 }] }, fixed: onBoth(right), mend }];
}

/** Online C128 beside speculation. */
export function onlineWithSpeculation(): Built {
  const { speculation } = SPECULATIVE;
  return settings(
    'Online C128 compression beside speculation',
    [128],
    { onlineCompress: true, speculation: { draftTokens: speculation?.draftTokens ?? 1, draftLayers: 0 } },
    { onlineCompress: false },
    'Leave online compression out on each node.',
  );
}

/** A ratio that pools of this mode do not know. */
export function unknownRatio(mode: 'paged' | 'unified'): (values: Values) => Built {
  return ({ ratio }) => {
    const number = countOf(ratio);
    if (number === null || number === 4 || number === 128) return 'the pools know this ratio, or it is none';
    return [
      {
        title: `A layer of compression ratio ${number} in ${mode} pools`,
        given: { model: layersOf([number]), ...onBoth({ ...ONE_PAGE, mode }), requests: [{ length: 1 }] },
        fixed: { model: layersOf([0]) },
        mend: 'Use ratios of 0, 4 and 128.',
        remarks: ['Mended with ratio 0, which is one layer that keeps its window alone.'],
      },
    ];
  };
}

/** trtllm with another KV dtype. */
export function trtllmDtype({ dtype }: Values): Built {
  if (dtype !== 'bfloat16') return `the model has KV of fp8_e4m3 and bfloat16, and not of ${dtype ?? 'what the message leaves open'}`;
  const wrong: EngineInput = { revision: '2026-09', attentionBackend: 'trtllm', kvDtype: 'bfloat16' };
  return settings('bfloat16 KV for the trtllm backend', [0], wrong, { kvDtype: 'fp8_e4m3' }, 'Use fp8_e4m3 KV on each node.');
}

/** Head dimensions that rows have no form for. */
export function rowDims(attentionBackend: 'flashmla' | 'trtllm'): () => Built {
  const model = (qkNopeHeadDim: number) => ({ ...layersOf([0]), qkNopeHeadDim });
  const revision: EngineInput = attentionBackend === 'trtllm' ? { revision: '2026-09', attentionBackend } : {};
  return () => [
    {
      title: `Head dimensions of 64 + 64 for ${attentionBackend}`,
      given: { model: model(64), ...onBoth({ ...ONE_PAGE, ...revision }), requests: [{ length: 1 }] },
      fixed: { model: model(448) },
      mend: 'Use a model with head dimensions 448 + 64.',
      remarks: ['The message does not name the dimensions: 64 without position is taken.'],
    },
  ];
}

/** An assertion without words. */
export function bareAssertion(): Built {
  return settings('SWA pages that do not divide a page', [0], { swaPageSize: 48 }, { swaPageSize: 256 }, 'Make SWA pages as large as pages on each node.');
}

/** A page without a C4 row. */
export function sizeOfZero(_values: Values, text: string): Built {
  if (text.includes('integer modulo')) return 'Python says this of the remainder by a page of 0 tokens, and no node here can be given one';
  return settings('Pages of 1 token with a C4 layer', [4], { pageSize: 1 }, { pageSize: 256 }, 'Use pages of 256 tokens on each node.');
}

/** A unified pool without slots. */
export function noRequestSlots(): Built {
  const wrong: EngineInput = { mode: 'unified', target: { reqSlots: 0 } };
  return settings('A unified pool without request slots', [0], wrong, { target: { reqSlots: 2 } }, 'Give the pool its request slots on each node.');
}

/** The fp8 form of unified KV. */
export function unifiedFp8(): Built {
  const wrong: EngineInput = { revision: '2026-09', mode: 'unified', unifiedFp8: true };
  return settings('Unified KV in fp8', [4], wrong, { unifiedFp8: false }, 'Unset SGLANG_DSV4_UNIFIED_KV_FP8 on each node.');
}
