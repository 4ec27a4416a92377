/** @file `run --html`: the result of a run as a page. */
import { counted } from '../core/units.ts';
import { runPage } from '../report/html/runPage.ts';
import type { RunResult } from '../scenario/runScenario.ts';
import { engineLine } from './checkText.ts';
import { runReport } from './runReport.ts';

/**
 * The page.
 * @param stable leave out the adapter
 */
export function runHtml(result: RunResult, stable: boolean): string {
  const { scenario, adapter, verdict, diagnosis, map } = result;
  const device = stable ? [] : [`device: ${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''})`];
  const facts = [
    `scenario: ${scenario.name}, seed ${scenario.seed}, ${counted(scenario.requests.length, 'request')}, hash ${scenario.hash.slice(0, 12)}`,
    ...device,
    `prefill: ${engineLine(scenario.prefill)}`,
    `decode: ${engineLine(scenario.decode)}`,
  ];
  return runPage({ title: scenario.title, facts, verdict, diagnosis, map, data: runReport(result, stable) });
}
