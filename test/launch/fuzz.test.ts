/** Any input: no crash, no error but ours, no time that grows faster than the input. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { toEngineConfig } from '../../src/launch/engineFromSettings.ts';
import { readLaunches } from '../../src/launch/readLaunches.ts';
import { resolveLaunch } from '../../src/launch/settings.ts';

const SEED = 20260822;
const FILES = ['x', 'x.sh', 'x.yaml', 'x.json'];

const SAMPLES = [
  'A=1 sglang serve --tp 4 --model-path deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode prefill --speculative-algorithm EAGLE',
  `export B="x $A" C=$(date)\nX=(a "b c")\nif [ $1 ]; then D=\${E:-\${F:=g}}; fi\nbash -c 'python -m sglang.launch_server "\${X[@]}" --tp $D' <<EOF\nb\nEOF\n`,
  `services:\n  d: &d\n    environment: {A: "1"}\n    command: bash -c "sglang serve --tp $$A \${B:-2}"\n  e:\n    <<: *d\n`,
  'kind: Pod\nspec:\n  containers:\n  - name: a\n    env: [{name: A, value: "1"}, {name: B, valueFrom: {}}]\n    command: [sglang, serve]\n    args: [--tp, $(A), --api-key, $(B)]\n---\nx: |\n  sglang serve\n',
];
const PIECES = [
  '"',
  "'",
  '`',
  '$',
  '${',
  '}',
  '$(',
  ')',
  '(',
  '\\',
  '\n',
  '\r\n',
  '#',
  ';',
  '&&',
  '||',
  '|',
  '&',
  '<<',
  '<<-A',
  '>',
  '=',
  '+=',
  'A=(',
  '[@]',
  ':-',
  'if ',
  ' fi',
  'case x in ',
  'esac',
  '- ',
  ': ',
  '*a',
  '&a ',
  '<<: ',
  '|',
  '\t',
  '\0',
  '\ud800',
  '€',
  '--tp',
  '=',
];

/** Resolves all that a text starts; typed errors are an answer, anything else is a failure. */
function readAll(text: string, file: string): number {
  try {
    const launches = readLaunches(text, file);
    for (const launch of launches) toEngineConfig(resolveLaunch(launch));
    return launches.length;
  } catch (error) {
    if (error instanceof SimError) return 0;
    throw error;
  }
}

const mutated = fc
  .tuple(fc.constantFrom(...SAMPLES), fc.array(fc.tuple(fc.nat(400), fc.nat(12), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 12 }))
  .map(([sample, edits]) =>
    edits.reduce((text, [at, cut, piece]) => text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + cut), sample),
  );

describe('any input', () => {
  it('samples hold what they should', () => {
    expect(SAMPLES.map((sample) => readAll(sample, sample.includes('services:') || sample.includes('kind:') ? 'x.yaml' : 'x.sh'))).toEqual([1, 1, 2, 2]);
  });

  it('is read, or refused by a typed error', () => {
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: mutated }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) }),
        fc.constantFrom(...FILES),
        (text, file) => {
          readAll(text, file);
        },
      ),
      { seed: SEED, numRuns: 2000 },
    );
  }, 60_000);

  it('points inside the text', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const lines = text.split('\n').length;
        for (const { words, variables } of readLaunches(text, 'x.sh')) {
          for (const { where } of [...words, ...variables]) {
            expect(where.line).toBeGreaterThan(0);
            expect(where.line).toBeLessThanOrEqual(lines);
            expect(where.column).toBeGreaterThan(0);
          }
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  }, 60_000);
});

describe('hostile input', () => {
  const LENGTH = 100_000;
  /** Far above what a single core needs, far below what the square of the length would take. */
  const MOST_MILLISECONDS = 20_000;
  const hostile: readonly (readonly [string, string])[] = [
    ...PIECES.map((piece) => [JSON.stringify(piece), piece.repeat(Math.ceil(LENGTH / piece.length))] as const),
    ['doubling variables', `A=${'x'.repeat(50)}\n${'A=$A$A\n'.repeat(40)}sglang serve $A`],
    ['doubling arrays', `A=("" "")\n${'A=("$A1" "$A1")\n'.replaceAll('$A1', `\${A[@]}`).repeat(40)}sglang serve "\${A[@]}"`],
    ['many servers and variables', `${Array.from({ length: 10_000 }, (_, i) => `export SGLANG_${i}=1`).join('\n')}\n${'sglang serve\n'.repeat(5000)}`],
    ['many nested scripts', `bash ${"'sglang serve x' ".repeat(20_000)}`],
    ['nested fallbacks', '${A:-'.repeat(50_000)],
    ['nested quotes', 'bash -c "sglang \\"bash -c \\\\\\"'.repeat(5000)],
    ['open braces', `x ${'${A:-"'.repeat(40_000)}`],
    ['deep branches', `${'if A=1; then '.repeat(20_000)}${'; fi'.repeat(20_000)}`],
    ['many unknown flags', `sglang serve ${Array.from({ length: 20_000 }, (_, i) => `--tp-sizes${i}`).join(' ')}`],
    ['merge bomb', ['a0: &a0 {x: 1}', ...Array.from({ length: 60 }, (_, i) => `a${i + 1}: &a${i + 1} {<<: [*a${i}, *a${i}, *a${i}], y${i}: 1}`)].join('\n')],
    ['alias bomb', ['a0: &a0 [x, x]', ...Array.from({ length: 60 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)].join('\n')],
    ['deep YAML', Array.from({ length: 700 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['expanding Kubernetes', `kind: Pod\nc:\n  env: [{name: A, value: "${'x'.repeat(1000)}"}]\n  command: [sglang, serve, "${'$(A)'.repeat(50_000)}"]\n`],
  ];

  it.each(hostile)(
    '%s ends soon',
    (_name, text) => {
      for (const file of ['x.sh', 'x.yaml']) {
        const start = performance.now();
        readAll(text, file);
        expect(performance.now() - start, file).toBeLessThan(MOST_MILLISECONDS);
      }
    },
    50_000,
  );
});
