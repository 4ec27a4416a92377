/** @file The transfer itself, on demand: how far it is, the verdict, what went wrong in sentences, and decode's memory painted. */
import { useSignal } from '@preact/signals';
import { counted, formatBytes, formatInteger } from '../../core/units.ts';
import type { RunAnswer } from '../engine/protocol.ts';
import { Announced } from '../shared/announced.tsx';
import { DamageMaps } from '../shared/damageMaps.tsx';
import { FindingCard } from '../shared/findingCard.tsx';
import { passedBy } from '../shared/passedBy.ts';
import { statusWords } from '../shared/statusWords.ts';
import { StoryList } from '../shared/storyList.tsx';
import { change, checked, giveUpRun, page, runNow, running } from '../state/store.ts';

/** The panel. */
export function RunPanel() {
  const run = running.value;
  return (
    <section class="panel" aria-labelledby="run-title">
      <h2 id="run-title">Transfer</h2>
      <Controls />
      <Announced text={announcement(run)} />
      {run.kind === 'running' && <RunProgress />}
      {run.kind === 'failed' && <p class="verdict bad">{run.failure.message}</p>}
      {run.kind === 'done' && run.isCurrent && <RunOutcome report={run.answer.report} map={run.answer.map} isSetUp />}
      {run.kind === 'done' && !run.isCurrent && <Before answer={run.answer} />}
    </section>
  );
}

function announcement(run: typeof running.value): string {
  if (run.kind === 'running') return 'The transfer is under way.';
  if (run.kind === 'failed') return `The transfer could not be carried out: ${run.failure.message}`;
  if (run.kind !== 'done' || !run.isCurrent) return '';
  const { verdict } = run.answer.report;
  return `${verdict.status}. ${statusWords(verdict)}`;
}

/** What came of a run whose set-up was changed since: out of the way of what holds now. */
function Before({ answer: { report, map } }: { readonly answer: RunAnswer }) {
  // Its maps are a large part of the page: they are made when they are asked for.
  const isOpen = useSignal(false);
  return (
    <>
      <p class="faint">
        The set-up was changed since the last transfer
        {checked.value?.ok === false
          ? '. Mend what is wrong with it first; then it can be carried out.'
          : ': carry it out to see what becomes of the bytes now.'}
      </p>
      <details onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary>The transfer before the change: {report.verdict.status}</summary>
        {isOpen.value && <RunOutcome report={report} map={map} isSetUp={false} />}
      </details>
    </>
  );
}

function Controls() {
  const answer = checked.value;
  const isRunning = running.value.kind === 'running';
  const memory = answer?.ok === true ? answer.memoryBytes : null;
  const refused = answer?.ok === true && answer.report.verdict === 'refused';
  const past = page.value?.pastChecks ?? false;
  return (
    <p class="controls">
      {isRunning ? (
        <button type="button" onClick={giveUpRun}>
          Stop
        </button>
      ) : (
        <button type="button" class="primary" disabled={answer?.ok !== true} onClick={() => void runNow()}>
          {past ? 'Transfer, past the check' : 'Transfer'}
        </button>
      )}
      <label class="inline">
        <input type="checkbox" checked={past} onChange={(event) => change({ pastChecks: event.currentTarget.checked })} />
        go on past the engine’s refusal{refused && !past ? ', to see what it prevents' : ''}
      </label>
      {memory !== null && <span class="faint">{formatBytes(memory)} of memory</span>}
    </p>
  );
}

/** How far the run is. */
export function RunProgress() {
  const run = running.value;
  const progress = run.kind === 'running' ? run.progress : null;
  const phase = progress?.phase ?? 'starting';
  return (
    <p>
      <label class="inline">
        <progress max={1} value={progress === null || progress.total === 0 ? undefined : progress.done / progress.total} /> {phase}
      </label>
    </p>
  );
}

const GOOD: readonly string[] = ['PASS', 'PASS_WITH_WARNING'];

/** The verdict, what was moved and what became of it in numbers, and what the engine believes. */
export function VerdictLine({ report: { verdict, transfer } }: Pick<RunAnswer, 'report'>) {
  return (
    <>
      <p class={`verdict ${GOOD.includes(verdict.status) ? 'good' : 'bad'}`}>
        <strong>{verdict.status}</strong>{' '}
        {transfer === null ? 'Nothing was moved.' : `${counted(transfer.blocks, 'item')} moved, ${formatBytes(transfer.bytes)}. ${wordsText(verdict.words)}`}
      </p>
      <p>{statusWords(verdict)}</p>
      {verdict.engineStatus !== null && (
        <p class="faint">
          The engine believes: prefill {verdict.engineStatus.prefill}, decode {verdict.engineStatus.decode}.
        </p>
      )}
    </>
  );
}

/**
 * What came of a run.
 * @param isSetUp the page's scenario is the one that was run, so that other views show it, too
 */
export function RunOutcome({ report, map, isSetUp }: Pick<RunAnswer, 'report' | 'map'> & { readonly isSetUp: boolean }) {
  const { verdict, diagnosis, transfer } = report;
  const stories = diagnosis?.stories ?? [];
  const told = new Set(stories.map(({ sentence }) => sentence));
  return (
    <>
      <VerdictLine report={report} />
      {transfer !== null && isSetUp && (
        <p class="controls">
          <button type="button" onClick={() => change({ view: 'pools' })}>
            See it in the pools
          </button>
          <button type="button" onClick={() => change({ view: 'transfer', step: 0 })}>
            Step through it
          </button>
        </p>
      )}
      <StoryList stories={stories} passed={passedBy(report)} />
      {verdict.findings
        .filter(({ message }) => !told.has(message))
        .map((finding) => (
          <FindingCard key={`${finding.id} ${finding.message}`} finding={finding} onMend={null} />
        ))}
      {map !== null && <DamageMaps map={map} stories={stories} />}
    </>
  );
}

function wordsText(words: RunAnswer['report']['verdict']['words']): string {
  if (words === null) return '';
  const { right, wrong, missing, touched } = words;
  return `Words of decode: ${formatInteger(right)} right, ${formatInteger(wrong)} wrong, ${formatInteger(missing)} missing, ${formatInteger(touched)} touched that nobody should have written.`;
}
