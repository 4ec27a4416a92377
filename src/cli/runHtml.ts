/** @file `run --html`: the result of a run as a page. */
import { runPage } from '../report/html/runPage.ts';
import type { RunResult } from '../scenario/runScenario.ts';
import { writtenScenario } from '../scenario/writtenScenario.ts';
import { engineLine } from './checkText.ts';
import { runReport } from './runReport.ts';

/**
 * The page.
 * @param stable leave out the adapter
 * @param notes lines that go before what the run says of itself
 */
export function runHtml(result: RunResult, stable: boolean, notes: readonly string[] = []): string {
  const { scenario, adapter, verdict, diagnosis, map } = result;
  const device = stable ? [] : [`device: ${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''})`];
  const { length } = scenario.requests;
  const facts = [
    ...notes,
    `scenario: ${scenario.name}, seed ${scenario.seed}, ${length} ${length === 1 ? 'request' : 'requests'}, hash ${scenario.hash.slice(0, 12)}`,
    ...device,
    `prefill: ${engineLine(scenario.prefill)}`,
    `decode: ${engineLine(scenario.decode)}`,
  ];
  return runPage({ title: scenario.title, facts, verdict, diagnosis, map, data: { report: runReport(result, stable), scenario: writtenScenario(scenario) } });
}
