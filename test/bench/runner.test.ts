/** Running goals: the shape of a row, failures that are recorded, results that survive an interruption, names that are unknown. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { BenchContext, Goal, GoalResult } from '../../bench/goal.ts';
import { GOALS } from '../../bench/goals.ts';
import { formatFigure, formatTable, writeResults } from '../../bench/report.ts';
import { runGoals, selectGoals } from '../../bench/runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'disagg-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

const context: BenchContext = { root: '.', long: false, progress: () => undefined };
const adapter = { name: 'SwiftShader Device', backend: 'vulkan', software: true, foundBy: 'test' };

/** A goal that gives this figure, or fails with this error. */
function goalOf(name: string, outcome: number | Error): Goal {
  return {
    name,
    goal: 'at least 2',
    unit: 'x',
    met: (figure) => figure >= 2,
    run: async () => {
      if (typeof outcome !== 'number') throw outcome;
      return { figure: outcome, adapter, evidence: { raw: [outcome] } };
    },
  };
}

describe('running', () => {
  it('gives each row exactly the published fields', async () => {
    const [row] = await runGoals([goalOf('a', 3)], context, () => undefined);
    expect(row).toEqual({
      name: 'a',
      goal: 'at least 2',
      figure: 3,
      unit: 'x',
      met: true,
      adapter: 'SwiftShader Device',
      software: true,
      evidence: { machine: expect.objectContaining({ cpu: expect.any(String), cores: expect.any(Number), node: process.version }), raw: [3] },
    });
  });

  it('records what fails, with the reason, and goes on', async () => {
    const rows = await runGoals(
      [goalOf('a', new Error('numpy is missing')), goalOf('b', Number.NaN), goalOf('c', 1), goalOf('d', 2)],
      context,
      () => undefined,
    );
    expect(rows.map(({ figure, met }) => [figure, met])).toEqual([
      [null, false],
      [null, false],
      [1, false],
      [2, true],
    ]);
    expect(rows[0]?.evidence.reason).toBe('numpy is missing');
    expect(rows[0]).toMatchObject({ adapter: null, software: null });
    expect(rows[1]?.evidence.reason).toContain('NaN');
  });

  it('hands over all results so far after each goal', async () => {
    const seen: string[][] = [];
    await runGoals([goalOf('a', 1), goalOf('b', 2)], context, (results) => seen.push(results.map(({ name }) => name)));
    expect(seen).toEqual([['a'], ['a', 'b']]);
  });
});

describe('choosing', () => {
  const goals = [goalOf('a', 1), goalOf('b', 2), goalOf('c', 3)];
  const names = (chosen: readonly Goal[]) => chosen.map(({ name }) => name);

  it('takes all, or those named, in the order of the list', () => {
    expect(names(selectGoals(goals, []))).toEqual(['a', 'b', 'c']);
    expect(names(selectGoals(goals, ['c', 'a']))).toEqual(['a', 'c']);
  });

  it('says which names there are when one is unknown', () => {
    expect(() => selectGoals(goals, ['a', 'x', 'y'])).toThrow('no goal is named "x", "y"; there are a, b, c');
  });

  it('has one goal a name', () => {
    expect(new Set(names(GOALS)).size).toBe(GOALS.length);
  });
});

describe('reporting', () => {
  const row = (name: string, figure: number | null): GoalResult => ({
    name,
    goal: 'under 3 s',
    figure,
    unit: 's',
    met: figure !== null,
    adapter: null,
    software: null,
    evidence: figure === null ? { reason: 'no cc' } : {},
  });

  it('replaces the file whole and leaves nothing beside it', () => {
    const file = join(folder, 'bench.json');
    writeResults(file, [row('a', 1), row('b', 2)]);
    writeResults(file, [row('c', null)]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([row('c', null)]);
    expect(readdirSync(folder)).toEqual(['bench.json']);
  });

  it('leaves nothing behind when it cannot write', () => {
    expect(() => writeResults(join(folder, 'missing', 'bench.json'), [])).toThrow('ENOENT');
  });

  it('prints a row a goal, and the reasons', () => {
    const text = formatTable([row('a', 12.3456), row('b', null)]);
    expect(text).toMatch(/a .*12\.3.*yes.*under 3 s/);
    expect(text).toMatch(/b .*-.*no/);
    expect(text).toMatch(/b: not measured: no cc$/);
  });

  it('prints three significant digits', () => {
    expect([0.95312, 12.349, 25_312_000].map(formatFigure)).toEqual(['0.953', '12.3', '25,300,000']);
  });
});
