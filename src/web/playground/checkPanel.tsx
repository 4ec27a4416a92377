/** @file What the checks say, at once: the verdict in a sentence, every finding, and the mends. */
import type { SettingChange } from '../../checks/settings.ts';
import { isFit } from '../../cli/checkReport.ts';
import { engine } from '../engine/engine.ts';
import type { CheckAnswer } from '../engine/protocol.ts';
import { Announced } from '../shared/announced.tsx';
import { FindingCard } from '../shared/findingCard.tsx';
import { change, checked, checkMilliseconds, messageOf, notice, page } from '../state/store.ts';
import { problemsElsewhere } from './problems.ts';
import { FURTHER_ROWS, MAIN_ROWS, pathsOf } from './settingRows.ts';

const NO_SET_UP = 'No engine could be started like this; the fields say why.';

/** The panel. */
export function CheckPanel() {
  const answer = checked.value;
  return (
    <section class="panel" aria-labelledby="checks-title">
      <h2 id="checks-title">Checks</h2>
      <Announced text={answer === null ? '' : answer.ok ? `${answer.report.verdict}: ${answer.sentence}` : NO_SET_UP} />
      {answer === null ? <p class="faint">Checking…</p> : answer.ok ? <Answer answer={answer} /> : <Problems answer={answer} />}
      {checkMilliseconds.value !== null && <p class="faint timing">answered in {Math.round(checkMilliseconds.value)} ms</p>}
    </section>
  );
}

function Answer({ answer }: { readonly answer: Extract<CheckAnswer, { ok: true }> }) {
  const { report, sentence, findings } = answer;
  const { mended, verdict } = report;
  return (
    <>
      <p class={`verdict ${isFit(verdict) ? 'good' : 'bad'}`}>
        <strong>{verdict}</strong> {sentence}
      </p>
      {mended !== undefined && (
        <p>
          <button type="button" class="primary" onClick={() => void apply(mended.changes)}>
            Apply all mends
          </button>{' '}
          <span class="faint">
            then: {mended.verdict}
            {mended.left.length > 0 && `, with ${mended.left.join(', ')}`}
          </span>
        </p>
      )}
      {findings.map((finding) => (
        <FindingCard
          key={`${finding.id} ${finding.side} ${finding.message}`}
          finding={finding}
          onMend={finding.changes.length === 0 ? null : () => void apply(finding.changes)}
        />
      ))}
    </>
  );
}

/** What is wrong with the scenario where no field shows it. */
function Problems({ answer }: { readonly answer: Extract<CheckAnswer, { ok: false }> }) {
  const paths = [...MAIN_ROWS, ...FURTHER_ROWS].flatMap(pathsOf);
  const elsewhere = problemsElsewhere(answer.problems, [...paths, ['requests'], ['faults']]);
  return (
    <>
      <p class="verdict bad">
        <strong>not a set-up</strong> {NO_SET_UP}
      </p>
      {elsewhere.map(({ what, where, mend }) => (
        <p key={`${where?.path} ${what}`} class="wrong">
          {where?.path}: {what}. {mend}
        </p>
      ))}
    </>
  );
}

async function apply(changes: readonly SettingChange[]): Promise<void> {
  const scenario = page.peek()?.scenario;
  if (scenario === undefined) return;
  try {
    change({ scenario: await engine.call('mend', { scenario, changes }) });
  } catch (error) {
    notice.value = messageOf(error);
  }
}
