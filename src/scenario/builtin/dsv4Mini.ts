/** @file Six layers with every kind of ratio: the whole of a hand-off in a moment. */
import type { ScenarioInput } from '../scenarioSchema.ts';

/** 13 pages, 5 SWA pages. About 120 MiB on both nodes. */
export const dsv4Mini: ScenarioInput = {
  name: 'dsv4-mini',
  title: 'Six layers of DeepSeek-V4 (ratios 0, 0, 4, 128, 4, 128): 16,384 pool tokens on prefill, 20,480 on decode, 4 requests, speculation',
  description: 'Small enough to run at once; every kind of layer, page and state is there.',
  model: 'dsv4-mini',
  prefill: { poolTokens: 16_384, slots: 4, speculation: { draftTokens: 4, draftLayers: 1 }, fragmentation: 1 },
  decode: { poolTokens: 20_480, slots: 4, preallocSlots: 2, speculation: { draftTokens: 4, draftLayers: 1 }, fragmentation: 1 },
  requests: { lengths: [300, 128, 1, 2047] },
  strategy: 'auto',
  seed: 1,
};
