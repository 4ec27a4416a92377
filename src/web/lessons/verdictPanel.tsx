/** @file What a run counted, without what it means: for lessons in which the learner finds that out. */
import { RunProgress, VerdictLine } from '../playground/runPanel.tsx';
import { ComponentWordsTable } from '../shared/componentWordsTable.tsx';
import { running } from '../state/store.ts';

/** The panel. */
export function VerdictPanel() {
  const run = running.value;
  return (
    <section class="panel" aria-labelledby="verdict-title">
      <h2 id="verdict-title">What arrived, counted</h2>
      {run.kind === 'running' && <RunProgress />}
      {run.kind === 'failed' && <p class="verdict bad">{run.failure.message}</p>}
      {run.kind === 'done' && run.isCurrent && (
        <>
          <VerdictLine report={run.answer.report} />
          <p class="faint">Words of 32 bits in decode’s memory, by component, each held against what it should be:</p>
          <ComponentWordsTable components={run.answer.report.verdict.components} />
        </>
      )}
    </section>
  );
}
