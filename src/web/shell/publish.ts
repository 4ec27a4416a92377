/**
 * @file What scripts read off the page. `<html>` carries `data-state`: `loading`, `checking` (a change that the checks have not answered yet), `checked` (they have, nothing was run since), `running`, `ready` (a run
 * of what is shown has ended), `failed`; and in `ready` `data-status`, the verdict. `#verdict` holds what `run --stable --json` prints of that run.
 */
import { effect } from '@preact/signals';
import { checked, failure, isChecking, running } from '../state/store.ts';

/** Keeps the document's marks current. Called once. */
export function publish(document: Document): void {
  const root = document.documentElement;
  const verdict = document.getElementById('verdict');
  effect(() => {
    const run = running.value;
    const isDone = run.kind === 'done' && run.isCurrent;
    // The text first: who waits for the mark will read it next.
    if (verdict !== null) verdict.textContent = isDone ? JSON.stringify(run.answer.report) : '';
    if (isDone) root.dataset.status = run.answer.report.verdict.status;
    else delete root.dataset.status;
    root.dataset.state = isDone ? 'ready' : run.kind === 'running' ? 'running' : run.kind === 'failed' ? 'failed' : stateBeforeRun();
  });
}

function stateBeforeRun(): string {
  if (failure.value !== null) return 'failed';
  if (checked.value === null) return 'loading';
  return isChecking.value ? 'checking' : 'checked';
}
