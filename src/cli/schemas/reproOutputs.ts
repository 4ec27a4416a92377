/** @file The shape of what `repro --json` and `shrink --json` print. */
import { z } from 'zod';
import { VERDICT_STATUSES } from '../../core/finding.ts';
import { scenarioSchema } from '../../scenario/scenarioSchema.ts';
import { CAUSE_CLASS_IDS } from '../../verify/diagnosis/causes.ts';
import { count, definition, runSchema, schemaVersion } from './outputs.ts';

const { verdict } = runSchema.shape;
const recognised = z.strictObject({ id: z.string().describe('Catalogue id.'), values: z.record(z.string(), z.string()) });
const runs = z.strictObject({
  asGiven: verdict,
  pastCheck: verdict.nullable().describe('Null unless asGiven is refused.'),
  mended: verdict.nullable().describe('Null where no mend is known.'),
});
const scenarios = z.strictObject({
  asGiven: definition,
  mended: definition.nullable().describe('Null where no mend is known.'),
});
const mend = z.string().nullable();
const shortfalls = z.array(z.string()).describe('Why it is not reproduced and mended; empty where it is.');

/** `repro --json`. */
export const reproSchema = z
  .strictObject({
    schemaVersion,
    recognised: z.array(recognised),
    scenarios: scenarios.nullable().optional().describe('What the runs of the first case were of; null where there is none, absent in older reports.'),
    runs: runs.nullable().describe('Of the first case; null where there is none.'),
    mend,
    shortfalls,
    others: z
      .array(z.strictObject({ id: z.string().nullable(), scenario: z.string(), title: z.string(), scenarios: scenarios.optional(), runs, mend, shortfalls }))
      .describe('The other cases: other messages, or another way to bring one about.'),
    unable: z.array(recognised.extend({ reason: z.string() })).describe('Recognised, and no run can show it.'),
  })
  .describe('What disagg-sim repro --json prints.');

/** `shrink --json`. */
export const shrinkSchema = z
  .strictObject({
    schemaVersion,
    failure: z
      .strictObject({
        status: z.enum(VERDICT_STATUSES),
        ids: z.array(z.string()),
        cause: z
          .strictObject({ class: z.enum(CAUSE_CLASS_IDS), component: z.string() })
          .nullable()
          .describe('Of the largest story; null where no byte is wrong.'),
      })
      .describe('Kept by every reduction.'),
    runs: count,
    kept: count.describe('Runs that failed alike, each a reduction.'),
    scenario: scenarioSchema,
  })
  .describe('What disagg-sim shrink --json prints.');
