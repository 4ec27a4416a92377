/** @file The JSON Schemas that the package publishes, made from the definitions that the code itself uses. */
import { z } from 'zod';
import { linkSchema } from '../../cost/linkSchema.ts';
import { scenarioSchema } from '../../scenario/scenarioSchema.ts';
import { benchReportSchema } from '../../sweep/benchReportSchema.ts';
import { compareSchema, suitesSchema } from './benchOutputs.ts';
import { doctorSchema, dryRunSchema, layoutSchema, runSchema, scenariosSchema } from './outputs.ts';
import { catalogueSchema, checkSchema, diffSchema, explainSchema } from './pairOutputs.ts';
import { reproSchema, shrinkSchema } from './reproOutputs.ts';

const PUBLISHED = {
  scenario: scenarioSchema,
  link: linkSchema,
  run: runSchema,
  'dry-run': dryRunSchema,
  layout: layoutSchema,
  check: checkSchema,
  diff: diffSchema,
  explain: explainSchema,
  catalogue: catalogueSchema,
  repro: reproSchema,
  shrink: shrinkSchema,
  doctor: doctorSchema,
  scenarios: scenariosSchema,
  bench: benchReportSchema,
  compare: compareSchema,
  suites: suitesSchema,
} as const;

/** File name in schemas/ -> its text. */
export function publishedSchemas(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PUBLISHED).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' }), null, 2)}\n`,
    ]),
  );
}
