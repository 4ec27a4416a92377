/** @file The shape of what `check`, `diff` and `explain` print with `--json`, as published in schemas/. */
import { z } from 'zod';
import { PAIR_VERDICTS } from '../../session/checkPair.ts';
import { count, finding, schemaVersion } from './outputs.ts';

const side = z.enum(['prefill', 'decode']);
const place = z.strictObject({ file: z.string().optional(), line: count.optional(), column: count.optional(), path: z.string().optional() });

const setting = z
  .strictObject({
    value: z.union([z.string(), z.number(), z.boolean()]).nullable().describe('Null where it is unknown, or where the server itself has none.'),
    origin: z.enum(['flag', 'variable', 'default', 'derived', 'unknown']),
    by: z.string().nullable().describe('The flag or variable that gives it.'),
    text: z.string().nullable().describe('What is written, secrets masked.'),
    where: place.nullable(),
    note: z.string().nullable().describe('Whose default it is, how it was derived, or why it is not known.'),
  })
  .describe('A setting of a launch.');
const settings = z.union([z.record(z.string(), setting), z.record(z.string(), z.unknown())]);

const settingChange = z.strictObject({ side, setting: z.string(), value: z.unknown().describe('Null takes the setting away.') });
const nodeHash = z.strictObject({ hash: z.string().nullable(), factors: z.array(z.strictObject({ name: z.string(), value: z.string() })) });

const verdictFields = {
  schemaVersion,
  verdict: z.enum(PAIR_VERDICTS).describe('The worst finding that is not waived decides.'),
  findings: z.array(finding),
  waived: z.array(finding).describe('Findings accepted with --allow-mismatch.'),
};

/** `check --json`. */
export const checkSchema = z
  .strictObject({
    ...verdictFields,
    settings: z
      .strictObject({ prefill: settings, decode: settings })
      .describe('Both nodes: of launches every setting with its origin, of scenarios every value.'),
    unknown: z
      .array(
        z.strictObject({ side, setting: z.string(), by: z.string().nullable(), text: z.string().nullable(), where: place.nullable(), assumed: z.string() }),
      )
      .optional()
      .describe('Settings of launches that are not known, and what they were taken for: what the other node has, else the default.'),
    problems: z
      .array(z.strictObject({ side, code: z.string(), what: z.string(), where: place, nearest: z.string().nullable(), mend: z.string().nullable() }))
      .optional()
      .describe('What is wrong in launches, or was not read.'),
    heard: z
      .array(z.strictObject({ id: z.string(), text: z.string(), remark: z.string() }))
      .optional()
      .describe('What a node was heard to say (--message), masked, and what the launches have to do with it.'),
    mended: z
      .strictObject({
        verdict: z.enum(PAIR_VERDICTS),
        changes: z.array(settingChange),
        left: z.array(z.string()).describe('Ids of what is found then.'),
        hidden: z.array(z.string()).describe('Ids of what only came to light when a refusal before it was mended, and was mended as well.'),
        byHand: z.string().optional().describe('What no flag or variable changes, as an instruction; the verdict is that of the lines without it.'),
        givesUp: z.string().optional().describe('What the mended lines do without, where a node was heard to refuse for a cause that no line shows.'),
        lines: z
          .strictObject({ prefill: z.string().nullable(), decode: z.string().nullable() })
          .optional()
          .describe('Mended launch lines; null where a line stays as it is.'),
      })
      .optional()
      .describe('The pair with all mends carried out, checked again.'),
    hashes: z.strictObject({ prefill: nodeHash, decode: nodeHash }).optional().describe('Compatibility of each node, with its factors.'),
  })
  .describe('What disagg-sim check --json prints.');

const difference = z.strictObject({
  place: z.string(),
  what: z.enum(['entries', 'type', 'tensor', 'item length', 'length']),
  prefill: z.string(),
  decode: z.string(),
});

/** `diff --json`. */
export const diffSchema = z
  .strictObject({
    ...verdictFields,
    settings: z.strictObject({}).describe('Dumps tell no settings.'),
    differences: z
      .strictObject({
        first: difference.nullable(),
        counts: z.strictObject({ entries: count, type: count, tensor: count, 'item length': count, length: count }),
      })
      .optional()
      .describe('Lengths, which follow from the sizes of pools, among them.'),
  })
  .describe('What disagg-sim diff --json prints.');

const explanation = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    found: z.strictObject({ count, firstLine: count, lastLine: count }).nullable().describe('Null where it was asked for by its id.'),
    text: z.string().describe('The message as it stands there; else its words, the places of values in braces.'),
    moment: z.strictObject({ node: z.enum(['prefill', 'decode', 'both', 'neither']), at: z.string() }),
    said: z.string().nullable().describe('How the engine says it; null where it says nothing.'),
    engine: z.enum(['refuses', 'dies', 'silent']).nullable(),
    severity: z.enum(['error', 'warning', 'info']),
    values: z.array(z.strictObject({ what: z.string(), value: z.string(), setBy: z.string().nullable() })),
    remarks: z.array(z.string()).describe('What follows from these values.'),
    meaning: z.string(),
    compared: z.string(),
    consequence: z.string(),
    mend: z.string(),
    situations: z.array(z.string()),
    related: z.array(z.string()),
    sources: z.array(z.string()),
    isChecked: z.boolean().describe('Whether check makes it from two launch lines or their settings.'),
    fittingPair: z.strictObject({ prefill: z.string(), decode: z.string() }).nullable().describe('Launch lines that fit.'),
  })
  .describe('A message or check of the catalogue.');

/** `explain --json`. */
export const explainSchema = z
  .strictObject({
    schemaVersion,
    recognised: z.array(explanation).describe('In the order of first appearance.'),
    nearest: z
      .strictObject({ id: z.string(), words: z.string(), line: z.string() })
      .nullable()
      .describe('Where nothing is recognised: the known message that the text is most like.'),
  })
  .describe('What disagg-sim explain --json prints.');

/** `explain --list --json`. */
export const catalogueSchema = z.strictObject({ schemaVersion, entries: z.array(explanation) }).describe('What disagg-sim explain --list --json prints.');
