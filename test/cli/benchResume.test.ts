/** What a bench says of how to go on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { goOnText, journalOf, resumedText } from '../../src/cli/benchResume.ts';
import { failedOf, pointOf, reportWith } from '../sweep/support.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-'));
afterAll(() => rmSync(folder, { recursive: true }));

const there = join(folder, 'there.json');
writeFileSync(there, '{}');
const absent = join(folder, 'absent.json');

it.each([
  [{}, 'nothing of this sweep is on the disk. With --resume FILE every finished point is in FILE at once, and the same command goes on from there.'],
  [{ resume: 'j' }, '3 of 20 points are in j. The same command goes on from there.'],
  [{ resume: 'j', out: absent }, '3 of 20 points are in j. The same command goes on from there.'],
  [{ resume: 'j', out: there }, '3 of 20 points are in j. Go on with the same command and --force.'],
  [{ out: absent }, `3 of 20 points are in ${absent}.journal. Go on with the same command and --resume ${absent}.journal.`],
  [{ out: there }, `3 of 20 points are in ${there}.journal. Go on with the same command and --resume ${there}.journal --force.`],
  [{ out: there, force: true }, `3 of 20 points are in ${there}.journal. Go on with the same command and --resume ${there}.journal.`],
])('%j', (flags, words) => expect(goOnText(journalOf(flags), flags, 3, 20)).toBe(words));

it('says what a journal holds, and that what failed is tried again', () => {
  const opened = (points: Parameters<typeof reportWith>[0], droppedBytes = 0) => ({
    head: reportWith(points),
    points,
    droppedBytes,
    append: () => {},
    close: () => {},
  });
  expect(resumedText(opened([]))).toEqual([]);
  expect(resumedText(opened([pointOf(0, [1])]))).toEqual(['1 point is in the journal']);
  expect(resumedText(opened([pointOf(0, [1]), failedOf(1)], 1234))).toEqual([
    'the journal’s last line was torn, 1,234 B of it dropped',
    '2 points are in the journal; what failed is tried again',
  ]);
});

it('does not begin over a journal that a sweep before has left', () => {
  const out = join(folder, 'left.json');
  writeFileSync(`${out}.journal`, '');
  expect(() => journalOf({ out })).toThrow(`Go on with --resume ${out}.journal, or use --force alone to begin anew.`);
  expect(journalOf({ out, force: true })).toBe(`${out}.journal`);
  expect(journalOf({ out, resume: `${out}.journal` })).toBe(`${out}.journal`);
});
