/** @file Lists of entries and components that do not pair: decode registered fewer KV regions, another number of components, or none where prefill has some. */
import type { Values } from '../../checks/entry.ts';
import type { PoolMode } from '../../model/engineConfig.ts';
import type { EngineInput } from '../../scenario/scenarioSchema.ts';
import { type Built, type BuiltCase, countOf, layersOf, ONE_REQUEST, SPECULATIVE } from './reproCase.ts';

/** Longer lists would be laid out for nothing more to see. */
const MOST_ENTRIES = 128;
const { speculation } = SPECULATIVE;

/** NIXL: fewer KV entries on decode. A C128 layer has one. */
export function kvRegions(values: Values): Built {
  const [sent, expected] = [countOf(values.prefill, 0), countOf(values.decode, 0)];
  if (sent === null || expected === null) return 'the numbers of regions are not whole numbers';
  if (expected >= sent) return 'NIXL refuses fewer entries on decode, and not as many or more';
  if (sent > MOST_ENTRIES) return `more than ${MOST_ENTRIES} layers would be laid out`;
  // Online, the state of a C128 layer is a row.
  const node: EngineInput = { ...ONE_REQUEST, poolTokens: 256, backend: 'nixl', onlineCompress: true };
  const compressRatios = Array.from({ length: sent }, (_, layer) => (layer < expected ? 128 : 0));
  return [
    {
      title: `${sent} KV entries on prefill against ${expected} on decode`,
      given: {
        model: layersOf(new Array<number>(sent).fill(128)),
        prefill: node,
        decode: { ...node, target: { compressRatios } },
        requests: [{ length: 129 }],
      },
      fixed: { decode: { target: { compressRatios: new Array<number>(sent).fill(128) } } },
      mend: 'Load the same model on both nodes.',
      remarks: ['Layers of ratio 128, which have one KV entry each; on decode the others keep their window alone.'],
    },
  ];
}

/** What decides how many components a node registers: SWA pages always, rings in unified mode, C128 state where a layer has some, the draft's window. */
interface Registration {
  readonly mode: PoolMode;
  readonly hasC128: boolean;
  readonly hasDraft: boolean;
}

function componentsOf({ mode, hasC128, hasDraft }: Registration): number {
  return (mode === 'unified' ? 2 : 1) + Number(hasC128) + Number(hasDraft);
}

/** Pairs of one model, those of one mode first. */
const PAIRS: readonly { readonly prefill: Registration; readonly decode: Registration }[] = (['same', 'other'] as const).flatMap((modes) =>
  (['paged', 'unified'] as const).flatMap((mode) =>
    [false, true].flatMap((hasC128) =>
      [false, true].flatMap((prefillDraft) =>
        [false, true].map((decodeDraft) => ({
          prefill: { mode, hasC128, hasDraft: prefillDraft },
          decode: { mode: modes === 'same' ? mode : mode === 'paged' ? 'unified' : 'paged', hasC128, hasDraft: decodeDraft },
        })),
      ),
    ),
  ),
);

/** Mori counts components. */
export function componentCount(values: Values): Built {
  const [sent, expected] = [countOf(values.prefill, 0), countOf(values.decode, 0)];
  if (sent === expected) return 'the two numbers are equal: the engine does not say this of them';
  if (sent === 0) return 'Mori sends no state where prefill has no component, and does not say this then';
  const pair = PAIRS.find(({ prefill, decode }) => componentsOf(prefill) === sent && componentsOf(decode) === expected);
  if (pair === undefined) return `no two nodes with one model have ${values.prefill ?? '?'} and ${values.decode ?? '?'} components`;
  const { prefill, decode } = pair;
  const node = ({ mode, hasDraft }: Registration): EngineInput => ({
    ...ONE_REQUEST,
    backend: 'mori',
    mode,
    poolTokens: 256,
    ...(hasDraft ? { speculation } : {}),
  });
  return [
    {
      title: `${sent} state components on prefill, ${expected} on decode`,
      given: { model: layersOf(prefill.hasC128 ? [0, 128] : [0], 1), prefill: node(prefill), decode: node(decode), requests: [{ length: 200 }] },
      fixed: { decode: { mode: prefill.mode, speculation: prefill.hasDraft ? speculation : null } },
      mend: `On decode: use ${prefill.mode === decode.mode ? '' : `${prefill.mode} mode and `}the same speculation as on prefill.`,
      remarks: [
        'The message does not say which components they are. Each mode has SWA, unified mode rings, a model with C128 layers their state, speculation the draft’s window.',
      ],
    },
  ];
}

/** A list of decode with none of the known lengths. It is empty where prefill alone speculates, since decode lacks the draft's component. */
export function listLength({ length, kv, state, c4, c128, total }: Values): Built {
  const [c4Layers, c128Layers, layers] = [countOf(c4, 0), countOf(c128, 0), countOf(total)];
  if (c4Layers === null || c128Layers === null || layers === null) return 'the numbers of layers are not whole numbers';
  if (kv !== String(2 * c4Layers + c128Layers) || state !== String(2 * c4Layers) || c4Layers + c128Layers > layers) {
    return 'the numbers contradict one another: two KV entries a C4 layer and one a C128 layer, two states a C4 layer';
  }
  if (length !== '0') return 'the one such list here is empty: that of a draft on prefill alone';
  if (c4Layers === 0) return 'without C4 layers an empty list is taken for SWA layers: the engine does not say this of it';
  if (layers > MOST_ENTRIES) return `more than ${MOST_ENTRIES} layers would be laid out`;
  const ratios = Array.from({ length: layers }, (_, layer) => (layer < c4Layers ? 4 : layer < c4Layers + c128Layers ? 128 : 0));
  return [draftOnPrefill(`A draft on prefill alone, beside ${c4Layers} C4 layers and ${c128Layers} C128 layers`, ratios)];
}

/** Prefill pairs an entry with one that decode does not have. Window-only layers: nothing else is refused before. */
export function entryMissing(): Built {
  const built = draftOnPrefill('A draft on prefill alone, beside a window-only layer', [0]);
  return [{ ...built, remarks: ['The message does not say which list: decode’s list of the draft’s component is empty here.'] }];
}

function draftOnPrefill(title: string, ratios: readonly number[]): BuiltCase {
  const node: EngineInput = { ...ONE_REQUEST, poolTokens: 256 };
  return {
    title,
    given: { model: layersOf(ratios, 1), prefill: { ...node, speculation }, decode: node, requests: [{ length: 1 }] },
    fixed: { decode: { speculation } },
    mend: 'On decode: use the same speculation as on prefill.',
  };
}
