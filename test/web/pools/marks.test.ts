/** Damage on the maps of memory: marks that show the worst of what they stand for, looks that do not rest on colour, and which components have any. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WORD_STATES } from '../../../src/web/engine/rowProtocol.ts';
import { damagedRows, isDamaged } from '../../../src/web/pools/damaged.ts';
import { cellsPerMark, marksOf } from '../../../src/web/pools/marks.ts';
import { DAMAGE_STATES, MARK_STATES, WORD_LOOKS } from '../../../src/web/pools/wordLooks.ts';

const SEED = 20261130;
const [UNTOUCHED, RIGHT, TOUCHED, MISSING, WRONG] = WORD_STATES.map((_, index) => index) as [number, number, number, number, number];
const isDamage = (state: number) => state >= TOUCHED;
const of = (...states: number[]) => Uint8Array.from(states);

describe('marks', () => {
  it('join neighbours that fared alike, and leave out what is as it should be', () => {
    expect(marksOf(of(UNTOUCHED, WRONG, WRONG, RIGHT, MISSING), 0, 5, 1, isDamage)).toEqual([
      { from: 1, to: 3, state: WRONG },
      { from: 4, to: 5, state: MISSING },
    ]);
  });

  it('begin at the line’s first row, and end with it', () => {
    expect(marksOf(of(WRONG, TOUCHED, RIGHT, WRONG), 1, 2, 1, isDamage)).toEqual([{ from: 0, to: 1, state: TOUCHED }]);
  });

  it('show the worst of several rows, so that no damage goes unseen', () => {
    expect(marksOf(of(TOUCHED, RIGHT, MISSING, RIGHT, RIGHT, RIGHT, RIGHT, WRONG), 0, 8, 3, isDamage)).toEqual([
      { from: 0, to: 3, state: MISSING },
      { from: 6, to: 8, state: WRONG },
    ]);
    fc.assert(
      fc.property(fc.uint8Array({ max: WRONG, minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (states, perMark) => {
        const marks = marksOf(states, 0, states.length, perMark, isDamage);
        for (const [row, state] of states.entries()) {
          const mark = marks.find(({ from, to }) => row >= from && row < to);
          if (isDamage(state)) expect(mark?.state).toBeGreaterThanOrEqual(state);
        }
        for (const { from, to, state } of marks) expect([...states.slice(from, to)]).toContain(state);
      }),
      { seed: SEED },
    );
  });

  it('stand for as many rows as it takes to be three pixels wide', () => {
    expect([cellsPerMark(10, 600), cellsPerMark(200, 600), cellsPerMark(201, 600), cellsPerMark(4000, 600)]).toEqual([1, 1, 2, 20]);
  });
});

it('states of damage are the states that have letters and strokes, each its own', () => {
  expect(WORD_STATES.filter((state) => WORD_LOOKS[state].letter !== '')).toEqual([...DAMAGE_STATES]);
  const marked = [...DAMAGE_STATES, 'damaged'] as const;
  for (const key of ['color', 'letter', 'strokes'] as const) expect(new Set(marked.map((state) => WORD_LOOKS[state][key])).size).toBe(4);
  expect(WORD_STATES.filter((state) => WORD_LOOKS[state].strokes === 'none')).toEqual(['untouched', 'right']);
});

it('a component is damaged where any cell of its grid is, on that rank; metadata where any of its buffers is', () => {
  const grid = (component: string, rank: number, ...cells: ('right' | 'untouched' | 'wrong-page' | 'unseen')[]) => ({
    component,
    rows: cells.length,
    rowsPerCell: 1,
    lines: [{ rank, layer: 0, cells, stories: cells.map(() => -1) }],
  });
  const map = [grid('target/swa', 1, 'right', 'wrong-page'), grid('target/c4_kv', 0, 'right', 'untouched'), grid('metadata/output_ids', 0, 'unseen')];
  const area = { area: 0, tensor: 'metadata/output_ids', layer: -1, offset: 0, bytes: 64, rowBytes: 64, rows: 1 };
  const damaged = (rank: number, name: string) => isDamaged(map, rank, { name, areas: [area] });
  expect([damaged(1, 'target/swa'), damaged(0, 'target/swa'), damaged(0, 'target/c4_kv'), damaged(0, 'metadata')]).toEqual([true, false, false, true]);
});

it('rows of a damaged cell of the run’s maps are all marked, where the words themselves are not read back', () => {
  const lines = [
    { rank: 0, layer: 0, cells: ['right', 'wrong-page', 'untouched'] as const, stories: [-1, 0, -1] },
    { rank: 1, layer: 0, cells: ['wrong-page', 'wrong-page', 'wrong-page'] as const, stories: [0, 0, 0] },
  ];
  const area = { area: 7, tensor: 'target/swa/0', layer: 0, offset: 0, bytes: 5 * 64, rowBytes: 64, rows: 5 };
  const found = damagedRows([{ component: 'target/swa', rows: 5, rowsPerCell: 2, lines }], 0, { name: 'target/swa', areas: [area] });
  expect(found.map(([number, states]) => [number, [...states].map((state) => MARK_STATES[state])])).toEqual([
    [7, ['untouched', 'untouched', 'damaged', 'damaged', 'untouched']],
  ]);
});
