/** @file What `scenarios` shows to people: a table for each class. */
import Table from 'cli-table3';
import picocolors from 'picocolors';
import type { CatalogueScenario } from '../scenario/builtin/catalogue.ts';
import { LINELESS } from './tableStyle.ts';

/** The page. */
export function scenariosText(scenarios: readonly CatalogueScenario[], color: boolean): string {
  const paint = picocolors.createColors(color);
  const classes = [...new Set(scenarios.map((scenario) => scenario.class))];
  const parts = classes.flatMap((kind) => [paint.cyan(kind), tableOf(scenarios.filter((scenario) => scenario.class === kind)), '']);
  return [...parts, 'disagg-sim run NAME shows the damage, disagg-sim run NAME --fixed the mended pair.'].join('\n');
}

function tableOf(scenarios: readonly CatalogueScenario[]): string {
  const table = new Table(LINELESS);
  for (const { name, report, title, expect } of scenarios) table.push([name, report ?? '', expect.given ?? '', title]);
  return table.toString();
}
