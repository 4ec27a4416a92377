/** @file DeepSeek-V4-Pro: 61 layers, no window-only ones. */
import type { ScenarioInput } from '../scenarioSchema.ts';

/** 31 pages, 6 SWA pages. About 1 GiB on both nodes. */
export const dsv4Pro: ScenarioInput = {
  name: 'dsv4-pro',
  title: 'DeepSeek-V4-Pro, scaled down: 16,384 pool tokens a node, 5 requests, speculation with 4 draft tokens',
  description: 'All 61 layers and real item sizes; pools and slots are a fraction of a server.',
  model: 'dsv4-pro',
  prefill: { poolTokens: 16_384, slots: 5, speculation: { draftTokens: 4, draftLayers: 1 }, fragmentation: 1 },
  decode: { poolTokens: 18_432, slots: 5, preallocSlots: 1, speculation: { draftTokens: 4, draftLayers: 1 }, fragmentation: 1 },
  requests: { lengths: [300, 127, 1024, 4096, 2047] },
  strategy: 'auto',
  seed: 1,
};
