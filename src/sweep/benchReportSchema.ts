/** @file The shape of a benchmark report, for reading one back and for schemas/bench.schema.json. `benchReport.ts` says what the fields mean. */
import { z } from 'zod';
import { STRATEGY_NAMES } from '../strategies/names.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);
/** Of something that was carried out: none takes no time, and whoever divides by it must be sure of that. */
const taken = z.number().gt(0, { error: 'must be above 0' });
const list = z.array(seconds);
const hash = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 in hex' });
const nullable = <T extends z.ZodType>(type: T) => type.nullable();

const statisticsOf = (figure: z.ZodNumber) => z.strictObject({ avg: figure, p50: figure, p90: figure, p99: figure, min: figure, max: figure });

const samples = z
  .strictObject({
    iterationsPerSample: z.int().min(1),
    wall: z.array(taken).min(1).describe('Seconds a transfer, one value a sample, in the order taken.'),
    encode: list.describe('Of it, recording of commands.'),
    submit: list.describe('Of it, handing them over.'),
    gpu: nullable(list).describe('On the adapter’s own clock; null where it gives no believable figure.'),
    prepare: list.min(1).describe('Making ready, beside wall: once, or with --recreate one value a sample.'),
  })
  .describe('Raw samples: every figure of a point can be computed again from these.');

const ceilingFigure = z.strictObject({ seconds: taken, gbps: taken, samples: z.array(taken).min(1) });
const ceiling = z
  .strictObject({ bytes: count, contiguousCopy: ceilingFigure, contiguousShader: ceilingFigure, memoryCopy: nullable(ceilingFigure) })
  .describe('The same bytes, contiguous, on the same adapter, in turns with the transfer.');

const work = z.strictObject({
  bytes: count,
  usefulBytes: count.describe('Rows that decode needs.'),
  paddingBytes: count.describe('What else travels with them.'),
  blocks: count.describe('Items of the plan.'),
  runs: count.describe('After merging of neighbours on both sides.'),
  descriptors: count.describe('What the device is told: copy commands, kernel launches, trips through the host.'),
  copyCommands: count,
  kernelLaunches: count,
  hostTrips: count,
  hostBytes: count,
  bytesPerDescriptor: z.number().min(0),
});

const modelled = z
  .strictObject({
    link: z.string(),
    seconds,
    boundBy: z.enum(['wire', 'posting', 'message-rate', 'latency']),
    wireSeconds: seconds,
    postingSeconds: seconds,
    messageRateSeconds: nullable(seconds),
    latencySeconds: seconds,
    descriptors: count,
    bytes: count,
    extrapolated: z.boolean(),
  })
  .describe('What a link would take, from the same plan: a model, never a measurement.');

const link = z
  .strictObject({
    name: z.string().min(1),
    title: z.string(),
    pieces: z
      .array(
        z.strictObject({
          toBytes: nullable(z.int().min(1)).describe('Largest message that the piece holds for; null for the last one.'),
          alphaSeconds: seconds.describe('Latency of a lone message beside its bytes.'),
          bytesPerSecond: z.number().gt(0),
        }),
      )
      .min(1),
    postingSeconds: seconds.describe('Processor time to post one descriptor.'),
    postingOverlapsWire: z.boolean(),
    messagesPerSecond: nullable(z.number().gt(0)),
    source: z.string(),
    uncertain: z.string(),
    knownBytes: nullable(z.tuple([count, count])).describe('Message sizes that the figures are known for; outside of them a prediction is extrapolated.'),
  })
  .describe('A link, named or the user’s own, with every figure.');

const place = {
  index: count.describe('Place in the whole sweep.'),
  id: z.string().min(1),
  coordinates: z.record(z.string(), z.union([z.string(), z.number()])).describe('Axis name to value.'),
  strategy: z.enum(STRATEGY_NAMES),
};

const measured = z.strictObject({
  ...place,
  status: z.literal('measured'),
  note: nullable(z.string()).describe('What the strategy chose, and why.'),
  scenarioHash: hash,
  verified: z.enum(['verified', 'unverified']),
  work,
  samples,
  wall: statisticsOf(taken),
  gpu: nullable(statisticsOf(seconds)),
  prepare: statisticsOf(seconds),
  ceiling,
  gbps: seconds.describe('bytes over the p50 of wall, 1 GB = 1e9 B.'),
  fractionOfCeiling: seconds.describe('Of the contiguous copy’s.'),
  boundBy: nullable(z.enum(['device', 'processor'])),
  modelled: z.array(modelled),
});

const failed = z.strictObject({ ...place, status: z.literal('failed'), reason: z.strictObject({ code: z.string(), message: z.string() }) });

/** One point, measured or failed. */
export const pointSchema = z.discriminatedUnion('status', [measured, failed]);

const head = {
  schemaVersion: z.literal(1).describe('Version of this format.'),
  suite: z.string(),
  shard: z.string().regex(/^[1-9]\d*\/[1-9]\d*$/, { error: 'must be a shard such as 1/4' }),
  adapter: z.strictObject({ name: z.string(), backend: z.string(), software: z.boolean(), foundBy: z.string(), driver: nullable(z.string()) }),
  limits: z.strictObject({ maxArenaBytes: count, maxMemoryBytes: count }),
  versions: z.record(z.string(), nullable(z.string())),
  clockQuantumNs: z.strictObject({ gpu: nullable(z.number().min(0)), wall: z.number().min(0) }),
  seed: count,
  scenarioHash: hash.describe('Over all points of the whole sweep.'),
  sweepPoints: count,
  verified: z.boolean(),
  recreated: z.boolean(),
  samples: z
    .int()
    .min(1)
    .optional()
    .describe('Samples of each contender that were asked for; slow transfers have fewer. Reports from before it was told lack it.'),
  links: z.array(link).describe('What was modelled beside it; each point has one transfer a link, in this order.'),
  startedAt: z.string(),
};

/** The first line of a journal, and of `--jsonl`. */
export const headSchema = z.strictObject(head);

/** `bench --json`. */
export const benchReportSchema = z
  .strictObject({ ...head, complete: z.boolean(), points: z.array(pointSchema) })
  .describe('What disagg-sim bench --json and disagg-sim merge --json print, and what merge and compare read.');
