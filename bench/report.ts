/**
 * @file The bench's output: a table for people, an array for programs.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import Table from 'cli-table3';
import pc from 'picocolors';
import type { GoalResult } from './goal.ts';

/** Three significant digits, thousands separated: `0.953`, `12.4`, `25,300,000`. */
export function formatFigure(figure: number): string {
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(figure);
}

/** One row a goal; what could not be measured shows its reason below the table. */
export function formatTable(results: readonly GoalResult[]): string {
  const table = new Table({ head: ['goal', 'figure', 'unit', 'met', 'must be', 'adapter'], style: { head: [], border: [], compact: true } });
  for (const { name, goal, figure, unit, met, adapter, software } of results) {
    const where = adapter === null ? '' : `${adapter}${software === true ? ' (software)' : ''}`;
    table.push([name, figure === null ? '-' : formatFigure(figure), unit, met ? pc.green('yes') : pc.red('no'), goal, where]);
  }
  const reasons = results.filter(({ figure }) => figure === null).map(({ name, evidence }) => `${name}: not measured: ${evidence.reason}`);
  return [table.toString(), ...reasons].join('\n');
}

/** Replaces `file` by the results in one go: whoever reads it, whenever, sees a whole array. */
export function writeResults(file: string, results: readonly GoalResult[]): void {
  const draft = `${file}.${process.pid}.part`;
  try {
    writeFileSync(draft, `${JSON.stringify(results, null, 2)}\n`);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
