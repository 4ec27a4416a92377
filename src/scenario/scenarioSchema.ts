/**
 * @file The shape of a scenario file. `schemas/scenario.schema.json` is made from this, so descriptions here are the user's documentation.
 *
 * Only what no engine could be started with is wrong here. A geometry that the engine itself refuses (a page size of 64 with C128 layers, say) is
 * a valid scenario: the refusal is what its author wants to see.
 */
import { z } from 'zod';
import { VERDICT_STATUSES } from '../core/finding.ts';
import { LAYOUTS, TRANSFER_BACKENDS } from '../model/engineConfig.ts';
import { STRATEGY_NAMES } from '../strategies/names.ts';
import { faultSchema, scheduleSchema } from './faultSchema.ts';

/** Largest token count: keeps every byte count of a pool below 2^53. */
const MOST_TOKENS = 2 ** 40;
const MOST_SLOTS = 2 ** 20;
const MOST_LAYERS = 4096;
const MOST_REQUESTS = 2 ** 20;

const ADDRESS_ERROR = { error: 'must be an unsigned 64-bit address, as an integer or as "0x…"' };

function integer(least: number, most: number, description: string) {
  const error = `must be an integer from ${least} to ${most === Number.MAX_SAFE_INTEGER ? '2^53-1' : most}`;
  return z.int({ error }).min(least, { error }).max(most, { error }).describe(description);
}

function ratio(description: string) {
  const error = 'must be a number from 0 to 1';
  return z.number({ error }).min(0, { error }).max(1, { error }).describe(description);
}

const text = (description: string) => z.string({ error: 'must be a text' }).describe(description);
const flag = (description: string) => z.boolean({ error: 'must be true or false' }).describe(description);
const choice = <const T extends readonly string[]>(values: T, description: string) => z.enum(values).describe(description);

const compressRatios = z
  .array(integer(0, 2 ** 20, 'Compression ratio of a layer: 0 (window only), 4 or 128.'), { error: 'must be a list of integers' })
  .max(2 * MOST_LAYERS, { error: `must have at most ${2 * MOST_LAYERS} entries` })
  .describe('Compression ratio of each layer, and optionally of each NextN layer after them.');

const plainModel = z
  .strictObject({
    layers: integer(1, MOST_LAYERS, 'Tensors.'),
    rows: integer(1, MOST_TOKENS, 'Items a tensor holds; item 0 is the null page.'),
    itemBytes: integer(4, 2 ** 32, 'Bytes of an item; a multiple of 4.').multipleOf(4, { error: 'must be a multiple of 4' }),
  })
  .describe('A pool that is not DeepSeek-V4: layers tensors of rows items, itemBytes each, one item a page.');

const modelObject = z
  .strictObject({
    plain: plainModel.optional(),
    preset: text('A built-in model to start from: dsv4-flash, dsv4-pro or dsv4-mini.').optional(),
    config: z
      .union([z.string(), z.record(z.string(), z.unknown())], { error: 'must be the path of a config.json, or its contents' })
      .describe('A Hugging Face config.json to start from: its path (relative to the scenario), or its contents.')
      .optional(),
    name: text('What to call the model in output.').optional(),
    hiddenLayers: integer(1, MOST_LAYERS, 'Main layers, without NextN layers.').optional(),
    compressRatios: compressRatios.optional(),
    nextnLayers: integer(0, MOST_LAYERS, 'NextN (MTP) layers.').optional(),
    qkNopeHeadDim: integer(0, 2 ** 16, 'Head dimension without rope.').optional(),
    qkRopeHeadDim: integer(0, 2 ** 16, 'Rope part of the head dimension.').optional(),
    indexHeadDim: integer(1, 2 ** 16, 'Head dimension of the C4 indexer.').optional(),
    window: integer(1, 2 ** 24, 'Sliding window, tokens.').optional(),
    hiddenSize: integer(1, 2 ** 20, 'Hidden size.').optional(),
  })
  .describe('A plain pool, or a DeepSeek-V4 model: a preset or config.json with single values replaced.');

const poolOverrides = z
  .strictObject({
    mode: choice(['paged', 'unified'], 'Pool mode.').optional(),
    pageSize: integer(1, 2 ** 20, 'Tokens a page.').optional(),
    swaPageSize: integer(1, 2 ** 20, 'Tokens an SWA page.').optional(),
    window: integer(1, 2 ** 24, 'Sliding window, tokens.').optional(),
    compressRatios: compressRatios.optional(),
    swaTokens: integer(0, MOST_TOKENS, 'Tokens of the SWA pool.').optional(),
    c4StateRows: integer(0, MOST_TOKENS, 'Rows of the C4 state pool (c4_state_pool_size).').optional(),
    c128StateRows: integer(0, MOST_TOKENS, 'Rows of the C128 state pool (c128_state_pool_size).').optional(),
    reqSlots: integer(0, MOST_SLOTS, 'Request slots that the pool is built for.').optional(),
    kvDtype: choice(['fp8_e4m3', 'bfloat16'], 'Dtype of KV.').optional(),
    mapping: choice(
      ['shared', 'own'],
      "Whether the pool holds the allocator's full-to-SWA table itself, or a copy of its own; the engine compares identity.",
    ).optional(),
  })
  .describe("Values given to this pool in place of the node's own.");

const engineShape = {
  revision: choice(['2026-08', '2026-09'], 'Which state of the engine is imitated; 2026-08 is complete.').optional(),
  mode: choice(['paged', 'unified'], 'Where sliding-window KV lives: pages of its own pool, or ring rows in every unified buffer.').optional(),
  layout: choice(
    LAYOUTS,
    "How layers lie: layer-first (the engine's, a tensor a layer), page-first (one item holds all layers of a page) or request-packed (page-first, pages reserved by slot). The last two are not SGLang's.",
  ).optional(),
  pageSize: integer(1, 2 ** 20, '--page-size, tokens; 256 by default for DeepSeek-V4.').optional(),
  swaPageSize: integer(1, 2 ** 20, 'Tokens an SWA page; as pageSize by default.').optional(),
  window: integer(1, 2 ** 24, "Sliding window, tokens; the model's by default.").optional(),
  slots: integer(1, MOST_SLOTS, '--max-running-requests: requests at once; 256 by default.').optional(),
  preallocSlots: integer(0, MOST_SLOTS, 'Slots that decode adds for requests in transfer; twice slots where slots is at most 32.').optional(),
  speculation: z
    .strictObject({
      draftTokens: integer(1, 4096, '--speculative-num-draft-tokens.'),
      draftLayers: integer(0, MOST_LAYERS, "NextN layers of the draft model; the model's by default, 0 = rings widen but no draft pool.").optional(),
    })
    .nullable()
    .describe('EAGLE speculation with topk 1, or null.')
    .optional(),
  poolTokens: integer(1, MOST_TOKENS, 'Tokens of the full pool, whole pages; 65,536 by default.').optional(),
  swaRatio: ratio('--swa-full-tokens-ratio: SWA tokens as a part of poolTokens; 0.1 by default.').optional(),
  kvDtype: choice(['fp8_e4m3', 'bfloat16'], '--kv-cache-dtype.').optional(),
  stateDtype: choice(['float32', 'bfloat16'], 'SGLANG_DSV4_COMPRESS_STATE_DTYPE.').optional(),
  onlineCompress: flag('SGLANG_OPT_USE_ONLINE_COMPRESS; takes effect in paged mode.').optional(),
  onlineC128Mtp: flag('SGLANG_EXPERIMENTAL_ONLINE_C128_MTP.').optional(),
  fp4Indexer: flag('The C4 indexer holds fp4.').optional(),
  attentionBackend: choice(['flashmla', 'trtllm'], '--dsv4-attn-backend.').optional(),
  unifiedFp8: flag('SGLANG_DSV4_UNIFIED_KV_FP8; 2026-09 only.').optional(),
  c4StateIndex: choice(['swa-page', 'slot'], 'What addresses C4 state in unified mode: swa-page (2026-08) or slot (2026-09).').optional(),
  metadataRows: integer(1, MOST_SLOTS * 4, 'Rows of the metadata buffers; twice slots by default.').optional(),
  grid: z
    .strictObject({
      tp: integer(1, 1024, 'Tensor parallel ranks.').optional(),
      pp: integer(1, 1024, 'Pipeline stages.').optional(),
      cp: integer(1, 1024, 'Context parallel ranks.').optional(),
    })
    .describe('Parallel grid; one rank by default.')
    .optional(),
  backend: choice(TRANSFER_BACKENDS, "--disaggregation-transfer-backend; mooncake by default. Prefill's decides how things are sent.").optional(),
  allCpRanksTransfer: flag(
    "SGLANG_DISAGGREGATION_ALL_CP_RANKS_TRANSFER: every context-parallel rank of prefill sends its part; decode's is prefill's by default.",
  ).optional(),
  addressBase: z
    .preprocess(
      (value) => (typeof value === 'bigint' && value >= 0n ? `0x${value.toString(16)}` : value),
      z.union([z.int(ADDRESS_ERROR).min(0, ADDRESS_ERROR), z.string().regex(/^0x[0-9a-fA-F]{1,16}$/, ADDRESS_ERROR)], ADDRESS_ERROR),
    )
    .describe('First virtual address of rank 0: an integer, or "0x…" of at most 16 digits.')
    .optional(),
  fragmentation: ratio('How scattered pages are handed out, from 0 (ascending) to 1 (shuffled).').optional(),
  target: poolOverrides.optional(),
  draft: poolOverrides.optional(),
};

const prefill = z
  .strictObject({ ...engineShape, chunkTokens: integer(1, MOST_TOKENS, '--chunked-prefill-size: KV is sent after every so many tokens.').optional() })
  .describe('The prefill node; what is left out takes the default of the server.');
const decode = z.strictObject(engineShape).describe('The decode node; what is left out takes the default of the server.');

const pageList = (least: number, description: string) =>
  z
    .array(integer(least, MOST_TOKENS, 'Page id.'), { error: 'must be a list of page ids' })
    .max(MOST_REQUESTS, { error: `must have at most ${MOST_REQUESTS} entries` })
    .describe(description);

const placementShape = {
  slot: integer(1, MOST_SLOTS * 4, 'Request slot (req_pool_idx); 0 is padding.').optional(),
  fullPages: pageList(1, 'Full-pool page of each page of the request, from 1; 0 is the null page.').optional(),
  swaPages: pageList(0, 'SWA page of each page of the request, or of its last pages where the list is shorter; 0 = none.').optional(),
};

const requestLength = integer(1, MOST_TOKENS, 'Prompt length, tokens.');

const request = z.strictObject({
  length: requestLength,
  ...placementShape,
  prefillEnd: integer(1, MOST_TOKENS, 'Tokens that prefill has materialised when it sends state; the length by default.').optional(),
  decodePrefixLen: integer(0, MOST_TOKENS, 'Tokens that decode already holds, whole pages; 0 by default.').optional(),
  prefill: z.strictObject(placementShape).describe('Where the request sits on prefill.').optional(),
  decode: z.strictObject(placementShape).describe('Where the request sits on decode.').optional(),
});

const requestGenerator = z
  .strictObject({
    count: integer(0, MOST_REQUESTS, 'How many requests; as many as lengths by default.').optional(),
    lengths: z.array(requestLength, { error: 'must be a list of lengths' }).min(1, { error: 'must have an entry' }).describe('Lengths, taken in turn.'),
  })
  .describe('Requests by number.');

const requests = z.union([z.array(request).max(MOST_REQUESTS, { error: `must have at most ${MOST_REQUESTS} entries` }), requestGenerator], {
  error: 'must be a list of requests, or {count, lengths}',
});
const model = z.union([z.string(), modelObject], { error: 'must be the name of a model, the path of a config.json, or an object' });
const faults = z
  .array(faultSchema, { error: 'must be a list' })
  .max(64, { error: 'must have at most 64 entries' })
  .describe('Faults to plant, one after another; what they leave open is drawn by the seed.');
const judgedBy = choice(
  ['memory', 'plan'],
  'What the verdict rests on: every word of memory, or, for pools larger than any adapter, the addresses of the plan alone; memory by default.',
);
const byteCounts = z.strictObject({
  right: integer(0, Number.MAX_SAFE_INTEGER, 'Bytes that arrived as they should.').optional(),
  wrong: integer(0, Number.MAX_SAFE_INTEGER, 'Bytes that hold something else.').optional(),
  missing: integer(0, Number.MAX_SAFE_INTEGER, 'Bytes that are still as before.').optional(),
  touched: integer(0, Number.MAX_SAFE_INTEGER, 'Bytes that nobody should have written.').optional(),
});
const expectation = z
  .strictObject({
    status: choice(VERDICT_STATUSES, 'The verdict.'),
    findings: z.array(text('Id of a finding.'), { error: 'must be a list of finding ids' }).describe('Findings that must be reported.').optional(),
    bytes: z.record(z.string(), byteCounts).describe('Bytes by component, such as target/swa; those that are given must come out.').optional(),
  })
  .describe('What should come out; a run that meets it ends with exit code 0.');

/** `host:port`, the host a name, an IPv4 address, or an IPv6 address in brackets. */
export const HOST_PORT = /^(?:[^\s:]{1,253}|\[[0-9a-fA-F:]{2,39}\]):\d{1,5}$/;

const address = (description: string) =>
  z.string({ error: 'must be host:port' }).regex(HOST_PORT, { error: 'must be host:port' }).describe(description).optional();
const ROOM_ERROR = { error: 'must be a positive integer of at most 19 digits' };
const deployment = z
  .strictObject({
    firstRoom: z
      .preprocess(
        (value) => (typeof value === 'bigint' ? String(value) : value),
        z.union([z.int(ROOM_ERROR).min(1, ROOM_ERROR), z.string().regex(/^[1-9]\d{0,18}$/, ROOM_ERROR)], ROOM_ERROR),
      )
      .describe('Bootstrap room of the first request; the others count on. 1 by default. A number, or its digits as text where it is large.')
      .optional(),
    decodeEndpoint: address('host:port that decode’s rank 0 listens on for status messages.'),
    decodeSession: address('Session id of decode’s transfer engine, host:port as well.'),
    bootstrapPort: integer(1, 65_535, '--disaggregation-bootstrap-port; 8998 by default.').optional(),
    timeoutSeconds: z
      .number()
      .positive()
      .max(1e9)
      .describe('SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT and _WAITING_TIMEOUT, in seconds; 300 by default.')
      .optional(),
  })
  .describe('What the engine’s texts name, and no byte depends on.');

const fixedVariant = z
  .strictObject({
    model: model.optional(),
    prefill: prefill.optional(),
    decode: decode.optional(),
    requests: requests.optional(),
    faults: faults.optional(),
    schedule: scheduleSchema.nullable().optional(),
    judgedBy: judgedBy.optional(),
    expect: expectation,
  })
  .describe('What changes when the fault is mended: values put over those of the scenario. Lists replace lists.');

/** A scenario as its author writes it. */
export const scenarioSchema = z
  .strictObject({
    name: text('Short name for output.').optional(),
    title: text('One line.').optional(),
    description: text('What the scenario shows.').optional(),
    model: model.describe('A built-in model (dsv4-flash, dsv4-pro, dsv4-mini), the path of a config.json, or an object.'),
    prefill: prefill.optional(),
    decode: decode.optional(),
    requests: requests.describe('Requests handed over; an empty list is a hand-off of nothing.'),
    strategy: choice(STRATEGY_NAMES, 'How the plan is carried out; auto by default.').optional(),
    seed: integer(0, Number.MAX_SAFE_INTEGER, 'Seed of everything random; 1 by default.').optional(),
    faults: faults.optional(),
    schedule: scheduleSchema.nullable().optional(),
    judgedBy: judgedBy.optional(),
    deployment: deployment.optional(),
    expect: expectation.optional(),
    fixed: fixedVariant.optional(),
  })
  .describe('A hand-off of state from a prefill node to a decode node.');

/** What `scenarioSchema` accepts. */
export type ScenarioInput = z.infer<typeof scenarioSchema>;
/** What a scenario says of the names in the engine's texts. */
export type DeploymentInput = NonNullable<ScenarioInput['deployment']>;
/** One node of a scenario. */
export type EngineInput = NonNullable<ScenarioInput['prefill']>;
/** The `target` or `draft` block of a node. */
export type PoolInput = NonNullable<EngineInput['target']>;
/** The model of a scenario. */
export type ModelInput = ScenarioInput['model'];
/** One entry of a list of requests. */
export type RequestInput = z.infer<typeof request>;
/** Where a request sits on one node. */
export type PlacementInput = NonNullable<RequestInput['prefill']>;
