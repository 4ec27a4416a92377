/** Pure code uses no Node, DOM or GPU name; the detector is first shown some. */
import { describe, expect, it } from 'vitest';
import { mustBePure } from './folderOrder.ts';
import { impurities } from './purity.ts';
import { readSources } from './sources.ts';

const COMPILE_TIMEOUT_MS = 60_000;
const pure = readSources()
  .map(({ path }) => path)
  .filter(mustBePure);

describe('pure code', () => {
  it(
    'is shown impure where it is: every foreign global of a planted file is reported, values and types alike',
    () => {
      const names = ['process', 'Buffer', 'console', 'setTimeout', 'performance', 'document', 'navigator', 'GPUBufferUsage', 'fetch', 'require'];
      const text = [
        '// process and console in a comment, and in a string:',
        "export const s = 'document';",
        ...names.map((name) => `export const use_${name} = ${name};`),
        'export type Device = GPUDevice;',
        'export const viaGlobal = globalThis.process;',
        "export const typed = (x: import('node:fs').Stats) => x;",
      ].join('\n');
      const found = impurities([], new Map([['core/planted.ts', text]]));
      for (const [index] of names.entries()) expect(found.some((line) => line.startsWith(`core/planted.ts:${index + 3}:`))).toBe(true);
      expect(found.filter((line) => /^core\/planted\.ts:[12]:/.test(line))).toEqual([]);
      expect(found).toHaveLength(names.length + 3);
    },
    COMPILE_TIMEOUT_MS,
  );

  it(
    'stays shown beside the real files, so that none of their packages brings foreign types in',
    () => {
      const found = impurities(pure, new Map([['core/planted.ts', 'export const x = [process, document, GPUBufferUsage];']]));
      expect(found.filter((line) => line.startsWith('core/planted.ts'))).toHaveLength(3);
      expect(found.filter((line) => !line.startsWith('core/planted.ts'))).toEqual([]);
    },
    COMPILE_TIMEOUT_MS,
  );
});
