/** @file `npm run docs`: writes docs/checks/ anew, and removes pages of entries that are no more; and docs/reports.md, docs/links.md, docs/detectors.md. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAMED_LINKS } from '../../cost/namedLinks.ts';
import { CpuDevice } from '../../device/cpu/cpuDevice.ts';
import { compareDetectors, detectorPage } from '../../report/detectorTable.ts';
import { linksPage } from '../../report/linksPage.ts';
import { reportsTable } from '../../report/reportsTable.ts';
import { scenarioCatalogue } from '../../scenario/builtin/catalogue.ts';
import { PUBLIC_REPORTS } from '../../scenario/builtin/publicReports.ts';
import { checkPages } from './checkPages.ts';

const folder = join(import.meta.dirname, '../../../docs/checks');
mkdirSync(folder, { recursive: true });
const pages = checkPages();
for (const file of readdirSync(folder)) if (!pages.has(file)) rmSync(join(folder, file));
for (const [file, text] of pages) writeFileSync(join(folder, file), text);
console.log(`docs/checks: ${pages.size} pages`);
writeFileSync(join(folder, '../reports.md'), reportsTable(PUBLIC_REPORTS, scenarioCatalogue()));
writeFileSync(join(folder, '../links.md'), linksPage(NAMED_LINKS));
writeFileSync(join(folder, '../detectors.md'), detectorPage(await compareDetectors(new CpuDevice(2 ** 31))));
