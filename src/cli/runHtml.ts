/** @file `run --html`: the result of a run as a page. */
import { runPage } from '../report/html/runPage.ts';
import type { RunResult } from '../scenario/runScenario.ts';
import { engineLine } from './checkText.ts';

/** The page. @param stable leave out the adapter */
export function runHtml({ scenario, adapter, verdict, diagnosis, map }: RunResult, stable: boolean): string {
  const device = stable ? [] : [`device: ${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''})`];
  const facts = [
    `scenario: ${scenario.name}, seed ${scenario.seed}, ${scenario.requests.length} requests, hash ${scenario.hash.slice(0, 12)}`,
    ...device,
    `prefill: ${engineLine(scenario.prefill)}`,
    `decode: ${engineLine(scenario.decode)}`,
  ];
  return runPage({ title: scenario.title, facts, verdict, diagnosis, map });
}
