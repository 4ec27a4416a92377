/** @file The shape of a link that a user writes in YAML. The published JSON Schema is made from it. */
import { z } from 'zod';
import { LINK_NAMES } from './namedLinks.ts';

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'must be a name of up to 40 small letters, digits, dots and dashes')
  .refine((text) => !LINK_NAMES.includes(text), 'is the name of a built-in link: give yours another, and build on that one with from')
  .describe('Name in tables and charts; not that of a built-in link.');
const positive = (most: number, unit: string) =>
  z
    .number({ error: `must be a number of ${unit} above 0 and up to ${most}` })
    .gt(0, `must be above 0 ${unit}`)
    .max(most, `must be at most ${most} ${unit}`);
const micros = z.number({ error: 'must be a number of microseconds from 0 to 1e9' }).min(0, 'must not be below 0 us').max(1e9, 'must be at most 1e9 us');
const bytes = z.int('must be a whole number of bytes from 1').min(1, 'must be a whole number of bytes from 1');
const text = (most: number) => z.string().min(1, 'must not be empty').max(most, `must be at most ${most} characters long`);

const piece = z
  .strictObject({
    upToBytes: bytes.optional().describe('Largest message that the piece holds for; left out of the last piece, and of no other.'),
    alphaMicros: micros.describe('Latency of a lone message beside its bytes, microseconds.'),
    gigabytesPerSecond: positive(1e5, 'GB/s').describe("1e9 bytes a second. The last piece's is the bandwidth that many messages reach together."),
  })
  .describe('One piece of the line: alpha + bytes / bandwidth.');

/** A link in YAML. */
export const linkSchema = z
  .strictObject({
    name,
    from: z
      .enum(LINK_NAMES as [string, ...string[]])
      .optional()
      .describe('A named link whose figures stand for what is left out here.'),
    title: text(120).optional().describe('For charts; the name by default.'),
    pieces: z
      .array(piece)
      .min(1, 'must have at least one piece')
      .max(8, 'must have at most 8 pieces')
      .optional()
      .describe('By ascending upToBytes. Needed without from.'),
    postingMicros: micros.optional().describe('Processor time to post one descriptor, microseconds. Needed without from.'),
    postingOverlapsWire: z.boolean().optional().describe('Whether messages travel while later ones are being posted; true by default.'),
    messagesPerSecond: positive(1e12, 'messages a second')
      .nullable()
      .optional()
      .describe('Most messages a second that the link takes; null, the default, where none is known.'),
    source: text(1000).optional().describe('Where the figures come from. Needed without from: a figure without a source is no figure.'),
    uncertain: text(1000).optional().describe('What may be off.'),
    knownBytes: z
      .tuple([bytes, bytes])
      .refine(([from, to]) => from <= to, 'must be the smallest and the largest message size')
      .nullable()
      .optional()
      .describe('Message sizes that the figures are known for; predictions outside of them are marked as extrapolated. Null, the default: all are.'),
  })
  .superRefine((link, context) => {
    const missing = (['pieces', 'postingMicros', 'source'] as const).filter((key) => link.from === undefined && link[key] === undefined);
    if (missing.length > 0)
      context.addIssue({ code: 'custom', message: `a link that is not from a named one needs ${missing.join(', ')} as well`, input: link });
    link.pieces?.forEach(({ upToBytes }, index, pieces) => {
      const isLast = index === pieces.length - 1;
      const before = pieces[index - 1]?.upToBytes ?? 0;
      const wrong = isLast ? upToBytes !== undefined : upToBytes === undefined || upToBytes <= before;
      const message = isLast
        ? 'the last piece has no upToBytes: it holds for all larger messages'
        : `the piece needs an upToBytes above that of the one before it, ${before}`;
      if (wrong) context.addIssue({ code: 'custom', path: ['pieces', index], message, input: upToBytes ?? 'nothing' });
    });
  })
  .describe('A link, for disagg-sim bench --link FILE.');

/** What `linkSchema` accepts. */
export type LinkInput = z.infer<typeof linkSchema>;
