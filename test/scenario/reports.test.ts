/** The list of public reports: complete, each with a scenario or with what is lacking, and shown so in docs/reports.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportsTable } from '../../src/report/reportsTable.ts';
import { scenarioCatalogue } from '../../src/scenario/builtin/catalogue.ts';
import { PUBLIC_REPORTS } from '../../src/scenario/builtin/publicReports.ts';

const catalogue = scenarioCatalogue();

it('has all 79, by number', () => {
  expect(PUBLIC_REPORTS.map(({ report }) => report)).toEqual(Array.from({ length: 79 }, (_, i) => `B${i + 1}`));
});

it.each(PUBLIC_REPORTS.map((report) => [report.report, report] as const))(
  '%s has a scenario, or it is said what is lacking',
  (number, { lacks, class: kind }) => {
    const own = catalogue.filter(({ report }) => report === number);
    expect(own.length > 0).toBe(lacks === null);
    for (const scenario of own) expect([kind, 'control']).toContain(scenario.class);
  },
);

it('is the page in docs (npm run docs)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/reports.md'), 'utf8')).toBe(reportsTable(PUBLIC_REPORTS, catalogue));
});
