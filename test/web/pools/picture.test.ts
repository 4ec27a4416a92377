/** Geometry of the canvases: every byte has a box, every box leads back to its byte, and the arrow keys reach all of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AreaMap, ComponentMap } from '../../../src/web/engine/poolsProtocol.ts';
import { bandPicture, gridPicture, type Picture } from '../../../src/web/pools/picture.ts';

const SEED = 20260901;

function area(number: number, offset: number, rows: number, rowBytes: number): AreaMap {
  return { area: number, tensor: `target/swa/${number}`, layer: number, offset, bytes: rows * rowBytes, rowBytes, rows };
}

/** A node with two components of unlike rows. */
const COMPONENTS: readonly ComponentMap[] = [
  { name: 'target/swa', areas: [area(0, 0, 7, 64), area(1, 4096, 7, 64)] },
  { name: 'target/c4_kv', areas: [area(2, 8192, 300, 16)] },
];

/** Holds for every cell: the middle of its box leads back to it. */
function expectInvertible(picture: Picture, bytes: readonly number[]): void {
  for (const byte of bytes) {
    const box = picture.boxOf(byte);
    expect([byte, box]).not.toEqual([byte, null]);
    if (box !== null) expect([byte, picture.hit(box.x + box.width / 2, box.y + box.height / 2)]).toEqual([byte, byte]);
  }
}

describe('bands', () => {
  it('lead from a byte to its box and back, at any width', () => {
    const starts = COMPONENTS.flatMap(({ areas }) =>
      areas.flatMap(({ offset, rows, rowBytes }) => Array.from({ length: rows }, (_, row) => offset + row * rowBytes)),
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 4000 }), fc.integer({ min: 3, max: 30 }), (width, lineHeight) => {
        expectInvertible(bandPicture(COMPONENTS, width, lineHeight), starts);
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  it('have a line a layer under a heading a component, and nothing beside them', () => {
    const picture = bandPicture(COMPONENTS, 1000, 10);
    expect(picture.lines.map(({ label }) => label)).toEqual(['0', '1', '2']);
    expect(picture.headings.map(({ text }) => text)).toEqual(['target/swa, 7 rows', 'target/c4_kv, 300 rows']);
    expect(picture.hit(0, 30)).toBeNull();
    expect(picture.hit(400, 5)).toBeNull();
    expect(picture.boxOf(5000)).toBeNull();
  });

  it('name buffers that begin alike so that they can be told apart, and have room for it, also on a narrow page', () => {
    const names = ['output_ids', 'output_token_logprobs_val', 'output_token_logprobs_idx', 'output_top_logprobs_val', 'output_top_logprobs_idx'];
    const areas = names.map((name, i) => ({ ...area(i, i * 4096, 16, 64), layer: -1, tensor: `metadata/${name}` }));
    const [wide, narrow] = [700, 260].map((width) => bandPicture([{ name: 'metadata', areas }], width, 10).lines);
    expect(wide?.map(({ label }) => label)).toEqual(names);
    expect(new Set(narrow?.map(({ label }) => label)).size).toBe(names.length);
    for (const { label, x, width } of [...(wide ?? []), ...(narrow ?? [])]) {
      expect(x).toBeGreaterThan(6 * label.length);
      expect(width).toBeGreaterThan(x);
    }
  });

  it('say how many rows a mark stands for where rows are too narrow to be seen', () => {
    expect(bandPicture(COMPONENTS, 364, 10).headings.map(({ text }) => text)).toEqual(['target/swa, 7 rows', 'target/c4_kv, 300 rows; a mark = 3 rows']);
  });

  it('are walked through by arrow keys: along a layer, which ends, and up and down to where it looks', () => {
    const picture = bandPicture(COMPONENTS, 800, 10);
    expect(picture.step(0, 'right')).toBe(64);
    expect(picture.step(6 * 64, 'right')).toBe(6 * 64);
    expect(picture.step(0, 'left')).toBe(0);
    expect(picture.step(64, 'down')).toBe(4096 + 64);
    // The middle of seven rows is the middle of three hundred.
    expect(picture.step(4096 + 3 * 64, 'down')).toBe(8192 + 150 * 16);
    expect(picture.step(8192, 'down')).toBe(8192);
    expect(picture.step(-1, 'down')).toBe(0);
  });
});

describe('grids', () => {
  const stretch = { offset: 8192, cells: 300, cellBytes: 16 };
  const picture = gridPicture(area(2, 8192, 300, 16), 'target/c4_kv', stretch, 64 + 10 * 20, { width: 20, height: 12 });

  it('run on in lines of equal length', () => {
    expect(picture.lines).toHaveLength(30);
    expect(picture.lines[1]?.label).toBe('10');
    expectInvertible(
      picture,
      Array.from({ length: 300 }, (_, cell) => 8192 + cell * 16),
    );
  });

  it('are walked through by arrow keys, over the ends of lines', () => {
    expect(picture.step(8192 + 9 * 16, 'right')).toBe(8192 + 10 * 16);
    expect(picture.step(8192 + 10 * 16, 'left')).toBe(8192 + 9 * 16);
    expect(picture.step(8192, 'left')).toBe(8192);
    expect(picture.step(8192 + 3 * 16, 'down')).toBe(8192 + 13 * 16);
    expect(picture.step(8192 + 299 * 16, 'right')).toBe(8192 + 299 * 16);
  });

  it('are at least one cell wide, however narrow the page', () => {
    expect(gridPicture(area(2, 8192, 3, 16), 'x', { ...stretch, cells: 3 }, 10, { width: 20, height: 12 }).lines).toHaveLength(3);
  });
});
