/** @file A run's report: verdict, stories, findings; both nodes' settings; and decode's memory, carried out again on this device. */
import { useEffect } from 'preact/hooks';
import type { RunReport } from '../../cli/runReport.ts';
import { formatBytes } from '../../core/units.ts';
import { RunOutcome } from '../playground/runPanel.tsx';
import { ComponentWordsTable } from '../shared/componentWordsTable.tsx';
import { change, checked, runNow, running } from '../state/store.ts';
import { GeometryTable } from './geometryTable.tsx';

/** Runs of memory up to this size are carried out again by themselves. */
const RUN_AT_ONCE_BYTES = 512 * 2 ** 20;

/** The report. */
export function RunReportView({ report }: { readonly report: RunReport }) {
  const { scenario, adapter } = report;
  const run = running.value;
  const again = run.kind === 'done' && run.isCurrent ? run.answer : null;
  const answer = checked.value;
  const isThisOne = answer?.ok === true && answer.hash === scenario.hash;
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
          The page has moved on to another scenario.{' '}
          <button type="button" onClick={() => change({ scenario: scenario.definition })}>
            Set this one up again
          </button>
        </p>
      )}
    </>
  );
}
