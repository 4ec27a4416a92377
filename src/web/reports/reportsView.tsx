/** @file The reports view: a place to drop, choose or paste a report, and the report that is open. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Announced } from '../shared/announced.tsx';
import { change } from '../state/store.ts';
import { BenchCharts } from './benchCharts.tsx';
import { CompareView } from './compareView.tsx';
import { MOST_REPORT_BYTES } from './reportSize.ts';
import { closeReport, openFile, openLinked, openText, reportState } from './reportsData.ts';
import { ReproView } from './reproView.tsx';
import { RunReportView } from './runReportView.tsx';
import { SampleList } from './sampleList.tsx';

/** The view. */
export function ReportsView() {
  const { kind } = reportState.value;
  useEffect(openLinked, []);
  useEffect(takeDrops, []);
  return (
    <>
      <Source />
      <Announced text={reportState.value.kind === 'open' ? `${reportState.value.name} is open: ${KINDS[reportState.value.opened.kind]}.` : ''} />
      <Open />
      {(kind === 'none' || kind === 'broken') && <SampleList />}
    </>
  );
}

/** Files may be dropped anywhere on the page while the view is shown. @returns what ends it */
function takeDrops(): () => void {
  const over = (event: DragEvent) => event.preventDefault();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void openFile(file);
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}

const pasted = signal('');

/** Folded away while a report is open, so that the report begins where the eye is. */
function Source() {
  const { kind } = reportState.value;
  return (
    <details class="reportSource" open={kind === 'none' || kind === 'broken'}>
      <summary id="report-source">
        <h2>{kind === 'open' ? 'Open another report' : 'Open a report'}</h2>
      </summary>
      <p>
        Drop a file anywhere on this page: what <code>run</code>, <code>repro</code>, <code>bench</code> or <code>compare</code> printed with{' '}
        <code>--json</code>, or a page that they wrote with <code>--html</code>. It is read here and goes nowhere.
      </p>
      <label>
        Or choose one
        <input
          type="file"
          accept=".json,.jsonl,.html,application/json,text/html"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The same file can be chosen again after it was changed.
            event.currentTarget.value = '';
            if (file !== undefined) void openFile(file);
          }}
        />
      </label>
      <details>
        <summary>Or paste its text</summary>
        <form
          aria-label="Paste a report"
          onSubmit={(event) => {
            event.preventDefault();
            void openText({ name: 'what was pasted', text: pasted.value }, true);
          }}
        >
          <label>
            JSON
            <textarea
              rows={6}
              spellcheck={false}
              maxLength={MOST_REPORT_BYTES}
              value={pasted.value}
              onInput={(event) => {
                pasted.value = event.currentTarget.value;
              }}
            />
          </label>
          <button type="submit">Open it</button>
        </form>
      </details>
    </details>
  );
}

function Open() {
  const state = reportState.value;
  if (state.kind === 'none') return null;
  if (state.kind === 'reading') return <p class="faint">Reading {state.name}…</p>;
  if (state.kind === 'broken') {
    const { message, problems } = state.failure;
    return (
      <div class="verdict bad broken" role="alert">
        <p>
          <strong>{state.name}</strong> cannot be shown.
        </p>
        {problems.length <= 1 ? (
          <p>{message}</p>
        ) : (
          <ul>
            {problems.map(({ what, where }) => (
              <li key={`${where?.path} ${what}`}>
                {where?.path !== undefined && <code>{where.path}</code>} {what}
              </li>
            ))}
          </ul>
        )}
      </div>
    );
  }
  return <OpenedReport state={state} />;
}

function OpenedReport({ state }: { readonly state: OpenState }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What opened it may be gone from the page, and the focus with it: reading goes on here.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state]);
  return (
    <section class="report" aria-labelledby="report-name">
      <h2 id="report-name" ref={heading} tabIndex={-1}>
        {state.name} <span class="faint">{KINDS[state.opened.kind]}</span>
      </h2>
      <p class="controls">
        <button type="button" onClick={putAway}>
          Put it away
        </button>
        {!state.isInLink && <span class="faint">It is too large for the page’s link: who opens the link drops the file again.</span>}
      </p>
      <Shown state={state} />
    </section>
  );
}

type OpenState = Extract<typeof reportState.value, { kind: 'open' }>;

/** The button goes with the report: the focus goes back to where another is opened. */
function putAway(): void {
  closeReport();
  document.getElementById('report-source')?.focus();
}

const KINDS = {
  run: 'a run',
  repro: 'a reproduction',
  bench: 'a benchmark',
  compare: 'a comparison of two benchmarks',
  scenario: 'a scenario',
} as const;

function Shown({ state: { opened } }: { readonly state: OpenState }) {
  switch (opened.kind) {
    case 'run':
      return <RunReportView report={opened.report} />;
    case 'repro':
      return <ReproView report={opened.report} />;
    case 'bench':
      return <BenchCharts report={opened.report} />;
    case 'compare':
      return <CompareView report={opened.report} />;
    case 'scenario':
      return (
        <p>
          It is set up now.{' '}
          <button type="button" class="primary" onClick={() => change({ view: 'playground' })}>
            Look at it in the playground
          </button>
        </p>
      );
  }
}
