/**
 * @file The shape of what the commands print with `--json`, as published in schemas/. The commands' own types are plain TypeScript, so that printing loads no schema
 * library; the tests hold real output against these.
 */
import { z } from 'zod';
import { VERDICT_STATUSES } from '../../core/finding.ts';
import { scenarioSchema } from '../../scenario/scenarioSchema.ts';
import { diagnosisSchema } from './diagnosis.ts';

/** Version of the format. */
export const schemaVersion = z.literal(1).describe('Version of this format.');
/** How many. */
export const count = z.int().min(0);
/** A scenario as a file has it. Named, so that a published schema, of which it is the larger part, has it once. */
export const definition = scenarioSchema.meta({ id: 'scenario' });
const address = z.string().regex(/^0x[0-9a-f]{1,16}$/);

/** The one type of finding. */
export const finding = z
  .strictObject({
    id: z.string().describe('Catalogue id.'),
    severity: z.enum(['error', 'warning', 'info']),
    engine: z.enum(['refuses', 'dies', 'silent']).nullable().describe('What the engine does about it.'),
    side: z.enum(['prefill', 'decode', 'both']),
    message: z.string().describe("The engine's exact words where it has some."),
    prefill: z.string().nullable().describe("Prefill's value of what was compared."),
    decode: z.string().nullable().describe("Decode's value of what was compared."),
    consequence: z.string(),
    mend: z.string().describe('The smallest change that mends it.'),
  })
  .describe('A fact about one or both nodes.');

const adapter = z.strictObject({ name: z.string(), backend: z.string(), software: z.boolean() });
const scenario = z.strictObject({ name: z.string(), hash: z.string().regex(/^[0-9a-f]{64}$/), seed: count });

const wordCounts = {
  total: count.describe('The sum of the others.'),
  right: count,
  wrong: count,
  missing: count.describe('Still as before the transfer.'),
  touched: count.describe('Written though nobody should have.'),
  untouched: count,
};

const transfer = z.strictObject({
  strategy: z.string(),
  blocks: count,
  bytes: count,
  kvBytes: count,
  stateBytes: count,
  auxBytes: count,
  seconds: z.number().nullable().optional(),
  gpuSeconds: z.number().nullable().optional().describe("On the adapter's own clock, from the first command begun to the last one done."),
  gpuQuantumSeconds: z.number().nullable().optional().describe("Step of the adapter's own clock; null where it has none."),
  whyNoGpu: z.string().nullable().optional().describe('Why gpuSeconds is null; null where it is not, or nothing was timed.'),
  gbps: z.number().nullable().optional().describe('Payload bytes a second / 1e9.'),
  ceilingGbps: z.number().nullable().optional().describe("This adapter's own contiguous copy in the same run."),
  ceilingFraction: z.number().nullable().optional(),
});

const kvPoll = z.enum(['Failed', 'Bootstrapping', 'WaitingForInput', 'Transferring', 'Success']);

/** `run --json`. */
export const runSchema = z
  .strictObject({
    schemaVersion,
    adapter: adapter.optional().describe('Absent with --stable.'),
    scenario: scenario.extend({
      definition: definition.describe('What was run, as a file would have it: it resolves to the same hash, and can be run again.'),
    }),
    checks: z.array(finding),
    transfer: transfer.nullable().describe('Null when a node refuses. Timings are absent with --stable.'),
    verdict: z.strictObject({
      status: z.enum(VERDICT_STATUSES),
      engineStatus: z
        .strictObject({ prefill: kvPoll, decode: kvPoll })
        .nullable()
        .describe("The engine's own view: the least state that a request ended in, by side; null when none was begun."),
      words: z.strictObject(wordCounts).nullable().describe("All of decode's memory; null when a node refuses."),
      components: z.array(z.strictObject({ name: z.string(), ...wordCounts })),
      selfTest: z.strictObject({ planted: count, found: count }),
      findings: z.array(finding),
    }),
    diagnosis: diagnosisSchema.nullable().describe('What went wrong, and where; null where no memory was looked at.'),
  })
  .describe('What disagg-sim run --json prints.');

/** `run --dry-run --json`. */
export const dryRunSchema = z
  .strictObject({
    schemaVersion,
    scenario,
    memory: z.strictObject({ prefillBytes: count, decodeBytes: count, bytes: count }).nullable().describe('Null when a node refuses.'),
  })
  .describe('What disagg-sim run --dry-run --json prints.');

const kvArgs = z.strictObject({
  engine_rank: count,
  pp_rank: count,
  page_size: count,
  kv_cache_dtype_str: z.string(),
  prefill_start_layer: count.nullable(),
  prefill_end_layer: count.nullable(),
  mla_compression_ratios: z.array(count).nullable(),
  is_hybrid_mla_backend: z.literal(false),
  num_draft_entries: count,
  kv_tensors: z.array(z.string()),
  kv_data_ptrs: z.array(address),
  kv_data_lens: z.array(count),
  kv_item_lens: z.array(count),
  kv_layer_ids: z.array(count),
  aux_tensors: z.array(z.string()),
  aux_data_ptrs: z.array(address),
  aux_data_lens: z.array(count),
  aux_item_lens: z.array(count),
  state_types: z.array(z.enum(['swa', 'swa_ring', 'c128_state'])),
  state_tensors: z.array(z.array(z.string())),
  state_data_ptrs: z.array(z.array(address)),
  state_data_lens: z.array(z.array(count)),
  state_item_lens: z.array(z.array(count)),
  state_layer_ids: z.array(z.array(count)),
  state_dim_per_tensor: z.array(z.array(count)),
});

const nodeLayout = z.strictObject({ ranks: z.array(kvArgs), refusal: finding.nullable().describe('Why the node does not start; its ranks are empty then.') });

/** `layout --json`. */
export const layoutSchema = z
  .strictObject({ schemaVersion, prefill: nodeLayout, decode: nodeLayout })
  .describe("What disagg-sim layout --json prints: the engine's kv_args of every rank.");

const verdictWord = z.enum(VERDICT_STATUSES).nullable();

/** `scenarios --json`. */
export const scenariosSchema = z
  .strictObject({
    schemaVersion,
    scenarios: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        class: z.string().describe('Class of the report; preset, derived or control where there is none.'),
        report: z.string().nullable().describe('Number in the list of public reports.'),
        source: z.string().nullable().describe('Repository and number of the thread.'),
        caughtBy: z.string().nullable().describe('What of the program notices.'),
        expect: z.strictObject({ given: verdictWord, fixed: verdictWord }).describe('The verdicts that should come out, as given and mended.'),
        needs: z.strictObject({ device: z.boolean(), memoryBytes: count }).describe('Memory that is laid out, as given.'),
      }),
    ),
  })
  .describe('What disagg-sim scenarios --json prints.');

const foundAdapter = adapter.extend({ foundBy: z.string() });
const openedAdapter = foundAdapter.extend({
  clockQuantumSeconds: z.number().nullable().describe('Step of its own clock; null where it has none.'),
  problem: z.string().nullable().describe('Why it gives no device; null where it does.'),
});

/** `doctor --json`. */
export const doctorSchema = z
  .strictObject({
    schemaVersion,
    machine: z.strictObject({
      node: z.string(),
      platform: z.string(),
      arch: z.string(),
      libc: z.string().nullable(),
      memory: z.strictObject({ totalBytes: count, freeBytes: count, availableBytes: count }),
    }),
    webgpu: z.strictObject({ version: z.string().nullable(), problem: z.string().nullable() }),
    tried: z.array(z.strictObject({ link: z.string(), what: z.string(), outcome: z.string(), adapters: z.array(openedAdapter) })),
    wouldTake: z.strictObject({ auto: foundAdapter.nullable(), gpu: foundAdapter.nullable(), software: foundAdapter.nullable() }),
    help: z.string().nullable(),
  })
  .describe('What disagg-sim doctor --json prints.');
