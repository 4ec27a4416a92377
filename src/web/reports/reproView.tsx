/** @file A reproduction's report: what was recognised, and the three runs side by side: as given, past the check, mended. */
import type { CaseReport, ReproReport, RunsReport } from '../../cli/reproReport.ts';
import { formatInteger } from '../../core/units.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { FindingCard } from '../shared/findingCard.tsx';

const RUNS: readonly (readonly [keyof RunsReport, string, string])[] = [
  ['asGiven', 'As given', ''],
  ['pastCheck', 'Past the check', 'Nothing is refused, so there is no check to go past.'],
  ['mended', 'Mended', 'No mend is known.'],
];

/** The report. */
export function ReproView({ report }: { readonly report: ReproReport }) {
  const { recognised, runs, mend, shortfalls, others, unable } = report;
  return (
    <>
      <h3>Recognised</h3>
      {recognised.length === 0 ? (
        <p>Nothing was.</p>
      ) : (
        <ul>
          {recognised.map(({ id, values }) => (
            <li key={`${id} ${JSON.stringify(values)}`}>
              <code>{id}</code>
              {Object.entries(values).map(([name, value]) => ` ${name} ${value}`)}
            </li>
          ))}
        </ul>
      )}
      {runs !== null && <Case runs={runs} mend={mend} shortfalls={shortfalls} />}
      {others.map((other, index) => (
        <Other key={`${other.scenario} ${index}`} other={other} />
      ))}
      {unable.length > 0 && (
        <>
          <h3>No run can show</h3>
          <ul>
            {unable.map(({ id, reason }) => (
              <li key={`${id} ${reason}`}>
                <code>{id}</code>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Other({ other: { title, runs, mend, shortfalls } }: { readonly other: CaseReport }) {
  return (
    <details>
      <summary>Another way to it: {title}</summary>
      <Case runs={runs} mend={mend} shortfalls={shortfalls} />
    </details>
  );
}

function Case({ runs, mend, shortfalls }: Pick<CaseReport, 'runs' | 'mend' | 'shortfalls'>) {
  return (
    <>
      {mend !== null && (
        <p class="mend">
          <strong>Mend:</strong> {mend}
        </p>
      )}
      {shortfalls.map((shortfall) => (
        <p key={shortfall} class="wrong">
          {shortfall}
        </p>
      ))}
      <div class="threeRuns">
        {RUNS.map(([key, title, without]) => (
          <section key={key} aria-label={title}>
            <h3>{title}</h3>
            {runs[key] === null ? <p class="faint">{without}</p> : <Run verdict={runs[key]} />}
          </section>
        ))}
      </div>
    </>
  );
}

const GOOD: readonly string[] = ['PASS', 'PASS_WITH_WARNING'];

function Run({ verdict: { status, words, engineStatus, findings } }: { readonly verdict: Verdict }) {
  return (
    <>
      <p class={`verdict ${GOOD.includes(status) ? 'good' : 'bad'}`}>
        <strong>{status}</strong>{' '}
        {words === null
          ? 'Nothing was moved.'
          : `${formatInteger(words.right)} words right, ${formatInteger(words.wrong)} wrong, ${formatInteger(words.missing)} missing, ${formatInteger(words.touched)} touched.`}
      </p>
      {engineStatus !== null && (
        <p class="faint">
          The engine believes: prefill {engineStatus.prefill}, decode {engineStatus.decode}.
        </p>
      )}
      {findings.map((finding) => (
        <FindingCard key={`${finding.id} ${finding.side} ${finding.message}`} finding={finding} onMend={null} />
      ))}
    </>
  );
}
