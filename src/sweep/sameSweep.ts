/** @file When two reports are parts of one measurement: the same sweep, by the same program, on the same adapter. */
import { canonicalJson, sha256 } from '../core/canonicalHash.ts';
import type { ReportHead } from './benchReport.ts';

/** Enough of a hash to tell two links apart. */
const HASH_DIGITS = 12;

/** What must be equal, by its path in a report. */
function sweepFacts({ suite, seed, scenarioHash, sweepPoints, adapter, verified, recreated, links, versions }: ReportHead): Readonly<Record<string, string>> {
  return {
    suite,
    seed: String(seed),
    scenarioHash,
    sweepPoints: String(sweepPoints),
    'adapter.name': adapter.name,
    'adapter.backend': adapter.backend,
    'adapter.driver': adapter.driver ?? 'unknown',
    verified: String(verified),
    recreated: String(recreated),
    links: links.map(({ name }) => name).join(', ') || 'none',
    ...Object.fromEntries(links.map((link) => [`links.${link.name}`, `figures ${sha256(canonicalJson(link)).slice(0, HASH_DIGITS)}`])),
    'versions.disagg-sim': versions['disagg-sim'] ?? 'unknown',
  };
}

/** The first fact in which two differ; null where they are of one measurement. */
export function differenceOf(a: ReportHead, b: ReportHead): { readonly path: string; readonly a: string; readonly b: string } | null {
  const others = sweepFacts(b);
  for (const [path, value] of Object.entries(sweepFacts(a))) {
    if (others[path] !== value) return { path, a: value, b: others[path] ?? 'none' };
  }
  // Medians of few samples beside medians of many; a report that does not tell cannot differ in it.
  if (a.samples === undefined || b.samples === undefined || a.samples === b.samples) return null;
  return { path: 'samples', a: String(a.samples), b: String(b.samples) };
}
