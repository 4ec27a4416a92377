/** @file The shape of a diagnosis in the output of the commands that run a hand-off. */
import { z } from 'zod';
import { CAUSE_CLASS_IDS, type CauseClassId } from '../../verify/diagnosis/causes.ts';

const count = z.int().min(0);
const range = z.tuple([z.int(), z.int()]).describe('From, and one past the last.');
const ranges = z.array(range);
const component = z.string().describe('Such as target/swa.');

const origin = z.strictObject({
  side: z.enum(['prefill', 'decode']),
  component,
  layers: ranges,
  rows: ranges.describe('Rows of the tensors, pages of packed pools, from the component’s start.'),
  owners: z.array(z.strictObject({ request: count.nullable(), rows: ranges })).describe('Whose which of the rows were, by request; null = nobody’s, last.'),
});

const relationKinds = [
  'nothing',
  'entries',
  'component',
  'items',
  'bytes',
  'request',
  'nobody',
  'null-item',
  'ring',
  'bits',
  'width',
  'generation',
  'reset',
  'own-words',
  'copy',
  'extra',
  'unknown',
] as const;

const story = z
  .strictObject({
    class: z.enum(CAUSE_CLASS_IDS as readonly [CauseClassId, ...CauseClassId[]]).describe('Class of the cause.'),
    ranks: z.array(count).describe('Decode ranks.'),
    component,
    layers: ranges,
    rows: ranges,
    requests: z.array(z.strictObject({ request: count, positions: ranges })).describe('Requests whose data is hurt, with the positions.'),
    bytes: count.describe('The sum of the next three.'),
    wrongBytes: count,
    missingBytes: count,
    touchedBytes: count,
    isExact: z.boolean().describe('False where damage was larger than what was looked into: bytes are shares of exact sums, places a sample.'),
    content: z.enum(['poison', 'words', 'reset', 'flipped', 'zeros', 'unknown', 'mixed']).describe('What stands there.'),
    origin: origin.nullable().describe('Where it came from, when it is words of this run.'),
    relation: z.strictObject({ kind: z.enum(relationKinds), by: z.number().nullable() }).describe('How what is there relates to what should be.'),
    missing: z.enum(['component', 'entries', 'request', 'list-end', 'items']).nullable().describe('How much is missing, where nothing came.'),
    sentence: z.string(),
  })
  .describe('One thing that went wrong, wherever it shows.');

const words = { right: count, wrong: count, missing: count };

/** `diagnosis` of `run --json`. */
export const diagnosisSchema = z.strictObject({
  stories: z.array(story).describe('The largest first.'),
  layers: z.array(z.strictObject({ component, layer: z.int().min(-1), total: count, ...words, touched: count, untouched: count })).describe('Words; exact.'),
  requests: z.array(z.strictObject({ request: count, ...words })).describe('Words; exact.'),
  victims: z
    .array(
      z.strictObject({
        kind: z.enum(['request', 'null-item', 'free', 'unlisted']),
        component,
        layers: ranges,
        rows: ranges,
        request: count.nullable(),
        bytes: count,
      }),
    )
    .describe('Memory that was written though nobody should have.'),
  scope: z.strictObject({ badSegments: count, seenSegments: count, isComplete: z.boolean() }).describe('How much of the damage was looked into.'),
});
