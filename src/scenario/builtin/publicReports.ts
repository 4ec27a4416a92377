/** @file The public reports that the scenarios stand for, and what the model lacks for the others. The table in docs/reports.md is made from this. */
import type { PublicReport } from './publicReport.ts';
import { LIMIT_REPORTS } from './reportsOfLimits.ts';
import { LIST_REPORTS } from './reportsOfLists.ts';
import { TRANSFER_REPORTS } from './reportsOfTransfers.ts';

/** All of them, by number. */
export const PUBLIC_REPORTS: readonly PublicReport[] = [...LIST_REPORTS, ...TRANSFER_REPORTS, ...LIMIT_REPORTS];
