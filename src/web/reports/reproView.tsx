/** @file A reproduction's report: what was recognised, and the three runs side by side: as given, past the check, mended. */
import { useState } from 'preact/hooks';
import type { CaseReport, ReproReport } from '../../cli/reproReport.ts';
import { ReproCase } from './reproCase.tsx';

/** The report. */
export function ReproView({ report }: { readonly report: ReproReport }) {
  const { recognised, scenarios = null, runs, mend, shortfalls, others, unable } = report;
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
      {runs !== null && <ReproCase runs={runs} mend={mend} shortfalls={shortfalls} scenarios={scenarios} isShown />}
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

function Other({ other: { title, scenarios, ...parts } }: { readonly other: CaseReport }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Another way to it: {title}</summary>
      <ReproCase {...parts} scenarios={scenarios ?? null} isShown={isOpen} />
    </details>
  );
}
