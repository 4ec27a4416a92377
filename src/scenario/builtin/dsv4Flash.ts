/** @file The scenario that `npm start` runs, and its unified twin. */
import type { ScenarioInput } from '../scenarioSchema.ts';

/** Every boundary of pages (256), windows (128) and C128 groups (128), and long prompts; 119 pages, 10 SWA pages. */
const LENGTHS = [300, 1, 127, 128, 257, 4096, 8191, 16_384];

const SPECULATION = { draftTokens: 4, draftLayers: 1 };

/** DeepSeek-V4-Flash, paged: all 43 layers and the draft, real item sizes; only the number of tokens and slots is small. About 1.3 GiB on both nodes. */
export const dsv4Flash: ScenarioInput = {
  name: 'dsv4-flash',
  title: 'DeepSeek-V4-Flash, scaled down: 65,536 pool tokens a node, 8 requests, speculation with 4 draft tokens',
  description: 'All layers and real item sizes; pools and slots are a fraction of a server. Fragmented pages, other slots and another SWA pool on decode.',
  model: 'dsv4-flash',
  prefill: { poolTokens: 65_536, slots: 8, swaRatio: 0.06, speculation: SPECULATION, fragmentation: 1 },
  decode: { poolTokens: 65_536, slots: 8, preallocSlots: 2, swaRatio: 0.05, speculation: SPECULATION, fragmentation: 1 },
  requests: { lengths: LENGTHS },
  strategy: 'auto',
  seed: 1,
};

/** The same in unified mode, with pools of unlike sizes. About 1.1 GiB on both nodes. */
export const dsv4FlashUnified: ScenarioInput = {
  ...dsv4Flash,
  name: 'dsv4-flash-unified',
  title: 'DeepSeek-V4-Flash in unified mode, scaled down: 32,768 pool tokens on prefill, 36,864 on decode, 8 requests, speculation with 4 draft tokens',
  description: 'Every layer has one buffer of bf16 rows, the sliding-window ring at its head. Fragmented pages, other slots and another pool on decode.',
  prefill: { ...dsv4Flash.prefill, mode: 'unified', poolTokens: 32_768, swaRatio: 0.1 },
  decode: { ...dsv4Flash.decode, mode: 'unified', poolTokens: 36_864, swaRatio: 0.08 },
};
