/** @file docs/links.md: the formula, every named link with its figures, source and doubts, and the model beside what others measured. */

import { formatBytes, formatInteger } from '../core/units.ts';
import { sweepErrors } from '../cost/calibrate.ts';
import type { Link } from '../cost/link.ts';
import { MOONCAKE_EFA_WRITES, NIXLBENCH_UCX } from '../cost/publicSweeps.ts';
import { modelTransfer } from '../cost/transfer.ts';
import { linkFigures, linkGbps, linkTime } from './linkFigures.ts';

/** The worked example: DeepSeek-V4-Flash, 16,384 tokens, paged; fully fragmented, and merged. */
const EXAMPLE_BYTES = 72_045_312;
const EXAMPLE_DESCRIPTORS = [4053, 147] as const;
/** Messages in flight while EFA was measured: enough for latency to vanish. */
const MANY = 1_000_000;

/** The page. @param links by name; `rdma-400g` and `efa-p5en` are among them */
export function linksPage(links: ReadonlyMap<string, Link>): string {
  const all = [...links.values()];
  return [
    '# Links',
    '',
    'Beside every measured transfer, `disagg-sim bench` prints what the same plan would take over a link. These are models: figures others have published, put into one formula. **Two buffer sets',
    'on one device test a layout, never a link**; no figure here was measured by this program. Made by `npm run docs`; do not edit.',
    '',
    '## The formula',
    '',
    'Three resources serve every message, all at the same time: the processor posts its descriptor, the link takes it, the wire carries its bytes.',
    '',
    '    posting   U = descriptors x postingSeconds',
    '    messages  U = descriptors / messagesPerSecond          (where a ceiling is known)',
    '    wire      U = bytes / bandwidth of the last piece',
    '',
    '    t1(n)   = alpha + n / beta of the piece that n falls in     one message alone: what sweeps of single messages measure',
    "    D       = the largest t1(n) - u(n) over the sizes sent      u(n): the resource's share of one message",
    '    seconds = the largest U + D',
    '',
    '- **alpha is latency.** A message in a pipeline does not wait for it; a transfer pays it once, at its end. Adding it up for every message would charge 4,053 descriptors 36 ms on a link that posts them in 14.',
    '- **One line does not fit.** A protocol switch sits between 128 and 256 KiB in the sweep below: 256 KiB arrive sooner than 128. Hence pieces.',
    '- **Posting is a resource of its own.** Below the break-even size, `postingSeconds x bandwidth`, the processor decides and a faster wire changes nothing.',
    '- **Overlap is full.** Messages travel while later ones are posted. A plan whose large messages are posted last overlaps less, and takes the sum of posting and wire at most. `postingOverlapsWire: false` in a YAML',
    '  link says that posting comes first: then `seconds = posting + the largest U + D of the other two`.',
    "- **Extrapolated** is said of every transfer with messages outside the sizes that a link's figures are known for; where the figures come from no sweep, of all.",
    '- Not modelled: several transfers that share a link, congestion, loss, slow start, and the copy engines at both ends.',
    '',
    '## The links',
    '',
    '| link | alpha | bandwidth | posting | messages/s | break-even | known for | 4,053 descriptors | merged to 147 |',
    '|---|---|---|---|---|---|---|---|---|',
    ...all.map(figures),
    '',
    `The last two columns: DeepSeek-V4-Flash, 16,384 tokens, paged, ${formatInteger(EXAMPLE_BYTES)} B, every page a descriptor, and neighbours merged; what bounds it in brackets.`,
    '',
    ...all.flatMap(({ name, title, source, uncertain }) => [
      `### ${name}`,
      '',
      `${title}.`,
      '',
      `- **Source.** ${source}`,
      `- **Uncertain.** ${uncertain}`,
      '',
    ]),
    '## Your own',
    '',
    '`--link FILE.yaml` (schema: `schemas/link.schema.json`):',
    '',
    '```yaml',
    'name: our-fabric',
    'from: rdma-400g          # what is left out is taken from there',
    'postingMicros: 0.5       # descriptors posted in batches',
    '```',
    '',
    '`--calibrate FILE.csv` fits one to a sweep; an unknown column is an error. It reads',
    '',
    '- `block_size, batch_size, avg_lat`: microseconds a message, as CloudAI writes of nixlbench, with its other columns;',
    '- `bytes` of a message, `seconds` of all, and perhaps `messages`; or `gbps`, 1e9 bytes a second, in place of `seconds`;',
    '- `disagg-sim bench --csv`: its verified points of `per-item`, a descriptor a message. What comes out is how this device copies, not a link.',
    '',
    'Breaks are found by trying all; a piece must pay for itself (Bayesian information criterion of relative errors) and has three sizes at least. Every fourth point is held out first, and the error of the fit',
    'without them is printed; a held-out point between two pieces is shown apart, since on which side of the switch it lies cannot be told without it. The link itself is then fitted to all points. Batches beside',
    'single messages show the posting cost; batches alone give one line, posting first and then the bytes.',
    '',
    '## Held against measurements',
    '',
    'nixlbench over UCX, one message at a time (NVIDIA/cloudai#550), and `rdma-400g`:',
    '',
    '| message | measured | modelled | error |',
    '|---|---|---|---|',
    ...sweepRows(links),
    '',
    "Mooncake's bench on EFA, p5en, writes, and `efa-p5en` (many messages in flight):",
    '',
    '| message | measured | modelled | bound by |',
    '|---|---|---|---|',
    ...efaRows(links),
    '',
    'vllm-project/vllm#55841: 23,252 descriptors, posted in 79.6 ms, done in 117 ms; afterwards 8,926 to 10,222, about 32 and about 53 ms. Fitted on the first alone, posting comes out at 30.6 to 35.0 ms (within 10 %). The bytes are not',
    'told, so what is left after posting (37 ms) may be bytes, which then shrink with the blocks before merging, or a cost a message: 57 to 64 ms, or 45 to 51 ms. The two readings hold the measured 53 between',
    'them, each within 25 %. Were the bytes the same before and after, the first reading would say 68 to 72 ms.',
    '',
  ].join('\n');
}

function figures(link: Link): string {
  const examples = EXAMPLE_DESCRIPTORS.map((descriptors) => {
    const { seconds, boundBy } = modelTransfer(link, [{ bytes: EXAMPLE_BYTES / descriptors, count: descriptors }]);
    return `${linkTime(seconds)} (${boundBy})`;
  });
  const { alpha, bandwidth, posting, rate, breakEven, known } = linkFigures(link);
  return `| \`${link.name}\` | ${alpha} | ${bandwidth} | ${posting} | ${rate} | ${breakEven} | ${known} | ${examples.join(' | ')} |`;
}

function sweepRows(links: ReadonlyMap<string, Link>): string[] {
  const link = links.get('rdma-400g');
  if (link === undefined) return [];
  return sweepErrors(link, NIXLBENCH_UCX).map(({ bytes, relativeError }, index) => {
    const measured = NIXLBENCH_UCX[index]?.seconds ?? Number.NaN;
    const percent = `${relativeError > 0 ? '+' : ''}${(relativeError * 100).toFixed(1)} %`;
    return `| ${formatBytes(bytes)} | ${linkTime(measured)} | ${linkTime(measured * (1 + relativeError))} | ${percent} |`;
  });
}

function efaRows(links: ReadonlyMap<string, Link>): string[] {
  const link = links.get('efa-p5en');
  if (link === undefined) return [];
  return MOONCAKE_EFA_WRITES.map(({ bytes, gbps: measured }) => {
    const transfer = modelTransfer(link, [{ bytes, count: MANY }]);
    return `| ${formatBytes(bytes)} | ${measured} GB/s | ${linkGbps(transfer.bytes / transfer.seconds)} | ${transfer.boundBy} |`;
  });
}
