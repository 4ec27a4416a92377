/**
 * The golden vectors: what the engine's own functions returned. One test a case; both revisions of a case in one test; nothing skipped.
 * Read from test/vectors, or from the directory in DISAGG_VECTORS (the same four file names, any number of cases).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { checkGeometryCase } from './vectorCases/geometryErrors.ts';
import { checkGroupingCase } from './vectorCases/grouping.ts';
import { checkLayoutCase } from './vectorCases/layouts.ts';
import { checkStateIndicesCase } from './vectorCases/stateIndices.ts';

const directory = process.env.DISAGG_VECTORS ?? join(import.meta.dirname, 'vectors');

/** A case as it stands in the file; each checker knows the fields of its own kind. */
interface VectorCase {
  readonly id: string;
  readonly note: string;
}

const files: readonly [string, (vector: never) => void][] = [
  ['layouts.json', checkLayoutCase],
  ['geometry_errors.json', checkGeometryCase],
  ['grouping.json', checkGroupingCase],
  ['state_indices.json', checkStateIndicesCase],
];

for (const [file, check] of files) {
  const { cases } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as { cases: VectorCase[] };
  describe(file, () => {
    it.each(cases.map((vector) => [vector.id, vector] as const))('%s', (_id, vector) => check(vector as never));
  });
}
