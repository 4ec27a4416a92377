/** @file One run of a case: its verdict as the report has it; and, carried out again here, its stories and decode's memory. */
import { counted, formatInteger } from '../../core/units.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { DamageMaps } from '../shared/damageMaps.tsx';
import { FindingCard } from '../shared/findingCard.tsx';
import { statusWords } from '../shared/statusWords.ts';
import { StoryList } from '../shared/storyList.tsx';
import { change } from '../state/store.ts';
import { type CarriedCase, caseAgain, type RunAgain, type RunName, scenarioOf } from './caseRuns.ts';

const GOOD: readonly string[] = ['PASS', 'PASS_WITH_WARNING'];

/** What the run is, and the case that it is of; `carried` is null where the report does not hold its scenarios. */
interface RunOfCase {
  readonly verdict: Verdict;
  readonly carried: CarriedCase | null;
  readonly name: RunName;
  readonly title: string;
}

/** The run. */
export function ReproRun({ verdict, carried, name, title }: RunOfCase) {
  const { status, words, engineStatus, findings } = verdict;
  const again = carried === null ? undefined : caseAgain(carried.scenarios).value.runs[name];
  const stories = again?.kind === 'done' && again.isSame ? (again.answer.report.diagnosis?.stories ?? []) : [];
  const told = new Set(stories.map(({ sentence }) => sentence));
  return (
    <>
      <p class={`verdict ${GOOD.includes(status) ? 'good' : 'bad'}`}>
        <strong>{status}</strong>{' '}
        {words === null
          ? 'Nothing was moved.'
          : `${counted(words.right, 'word')} right, ${formatInteger(words.wrong)} wrong, ${formatInteger(words.missing)} missing, ${formatInteger(words.touched)} touched.`}
      </p>
      <p>{statusWords(verdict)}</p>
      {engineStatus !== null && (
        <p class="faint">
          The engine believes: prefill {engineStatus.prefill}, decode {engineStatus.decode}.
        </p>
      )}
      <StoryList stories={stories} />
      {findings
        .filter(({ message }) => !told.has(message))
        .map((finding) => (
          <FindingCard key={`${finding.id} ${finding.side} ${finding.message}`} finding={finding} onMend={null} />
        ))}
      {again !== undefined && <Again again={again} />}
      {carried !== null && <OpenIn carried={carried} name={name} title={title} hasMoved={words !== null} />}
    </>
  );
}

function Again({ again }: { readonly again: RunAgain }) {
  if (again.kind === 'failed') return <p class="wrong">It was not carried out here: {again.message}</p>;
  if (again.kind === 'running') {
    const { phase, done, total } = again.progress ?? { phase: 'starting', done: 0, total: 0 };
    return (
      <p>
        <label class="inline">
          <progress max={1} value={total === 0 ? undefined : done / total} /> {phase}
        </label>
      </p>
    );
  }
  const { report, map, adapter } = again.answer;
  if (!again.isSame) {
    return (
      <p class="verdict bad">
        <strong>Not the same here:</strong> this device comes to {report.verdict.status}.
      </p>
    );
  }
  return (
    <>
      {map !== null && <DamageMaps map={map} stories={report.diagnosis?.stories ?? []} />}
      <p class="faint">
        The same here: carried out again{map === null ? '' : ` on ${adapter.name}`}, it comes to the very same verdict
        {map === null ? ', and nothing is moved' : ''}.
      </p>
    </>
  );
}

/** Sets the page up with the run, in another view. */
function OpenIn({ carried, name, title, hasMoved }: Pick<RunOfCase, 'name' | 'title'> & { readonly carried: CarriedCase; readonly hasMoved: boolean }) {
  const scenario = scenarioOf(carried, name);
  if (scenario === null) return null;
  const views = hasMoved ? (['playground', 'pools', 'transfer'] as const) : (['playground'] as const);
  return (
    <p class="controls">
      <span class="faint">Open it in</span>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-label={`${view}, ${title}`}
          onClick={() => change({ view, scenario, pastChecks: name === 'pastCheck', selection: null, step: 0 })}
        >
          {view}
        </button>
      ))}
    </p>
  );
}
