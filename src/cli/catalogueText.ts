/** @file The catalogue as a table. */
import Table from 'cli-table3';
import picocolors from 'picocolors';
import type { CatalogueReport } from './explainReport.ts';
import { LINELESS } from './tableStyle.ts';

/** One line an entry, in the order of a hand-off's life. */
export function catalogueText({ entries }: CatalogueReport, color: boolean): string {
  const paint = picocolors.createColors(color);
  const table = new Table({ ...LINELESS, head: ['id', 'node', 'engine', 'severity', 'what'] });
  for (const { id, moment, engine, severity, title } of entries) table.push([paint.bold(id), moment.node, engine ?? '-', severity, title]);
  return [table.toString(), '', `${entries.length} entries; disagg-sim explain ID shows one.`].join('\n');
}
