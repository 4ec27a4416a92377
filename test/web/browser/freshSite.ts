/** @file Global setup of the tests in a browser: dist/site, built when what it is made from has changed since. */
import { join } from 'node:path';
import { ensureFreshSite, siteOf } from '../../../bench/explorer/freshSite.ts';

/** The checkout. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The built page. */
export const SITE = siteOf(ROOT);

/** Called by vitest once, before the first worker starts. */
export default function setup(): Promise<void> {
  return ensureFreshSite(ROOT);
}
