/** @file A run's report: verdict, stories, findings; and where its scenario is known, both nodes' settings and decode's memory, carried out again on this device. */
import { useEffect } from 'preact/hooks';
import type { RunReport } from '../../cli/runReport.ts';
import { formatBytes } from '../../core/units.ts';
import { RunOutcome } from '../playground/runPanel.tsx';
import { ComponentWordsTable } from '../shared/componentWordsTable.tsx';
import { change, checked, page, runNow, running } from '../state/store.ts';
import { GeometryTable } from './geometryTable.tsx';

/** Runs of memory up to this size are carried out again by themselves. */
const RUN_AT_ONCE_BYTES = 512 * 2 ** 20;

/** The report. @param hasScenario the page has the scenario that was run */
export function RunReportView({ report, hasScenario }: { readonly report: RunReport; readonly hasScenario: boolean }) {
  const { scenario, adapter } = report;
  const run = running.value;
  const again = hasScenario && run.kind === 'done' && run.isCurrent ? run.answer : null;
  const answer = checked.value;
  const isThisOne = hasScenario && answer?.ok === true && answer.hash === scenario.hash;
  const memoryBytes = isThisOne ? answer.memoryBytes : null;
  useEffect(() => {
    const before = running.peek();
    const isIdle = before.kind === 'none' || (before.kind === 'done' && !before.isCurrent);
    if (isThisOne && memoryBytes !== null && memoryBytes <= RUN_AT_ONCE_BYTES && isIdle) void runNow();
  }, [isThisOne, memoryBytes]);
  const isSame = again !== null && JSON.stringify(again.report.verdict) === JSON.stringify(report.verdict);
  return (
    <>
      <p class="faint">
        Scenario {scenario.name}, seed {scenario.seed}, hash {scenario.hash.slice(0, 12)}
        {adapter !== undefined && `; carried out on ${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''})`}.
      </p>
      <RunOutcome report={report} map={isSame ? again.map : null} isSetUp={isThisOne} />
      <ComponentWordsTable components={report.verdict.components} />
      {isThisOne ? (
        <section aria-labelledby="report-scenario">
          <h3 id="report-scenario">Its scenario, set up here</h3>
          <p class="controls">
            {(['playground', 'pools', 'transfer'] as const).map((view) => (
              <button key={view} type="button" onClick={() => change({ view })}>
                Open in: {view}
              </button>
            ))}
            <button type="button" onClick={() => void runNow()} disabled={run.kind === 'running'}>
              Carry it out on this device{memoryBytes === null ? '' : `, ${formatBytes(memoryBytes)}`}
            </button>
          </p>
          {again !== null && (
            <p class={isSame ? 'verdict good' : 'verdict bad'}>
              <strong>{isSame ? 'The same here:' : 'Not the same here:'}</strong>
              {isSame
                ? ' the run comes to the very same verdict on this device, and its memory is drawn above.'
                : ` this device comes to ${again.report.verdict.status}.`}
            </p>
          )}
          <GeometryTable settings={answer.report.settings} />
        </section>
      ) : (
        <p class="faint">
          {hasScenario && page.value !== null
            ? 'The page has moved on to another scenario.'
            : 'The report does not hold its scenario, and no built-in one is the same: memory and settings can be shown for a page that run --html wrote, or after dropping the scenario.'}
        </p>
      )}
    </>
  );
}
