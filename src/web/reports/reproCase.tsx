/** @file A case of a reproduction: the mend, and its runs side by side, each with its verdict as reported and decode's memory as this device finds it again. */
import { useEffect } from 'preact/hooks';
import type { CaseReport, CaseScenarios, RunsReport } from '../../cli/reproReport.ts';
import { formatBytes } from '../../core/units.ts';
import { type CarriedCase, carryOutCase, caseAgain } from './caseRuns.ts';
import { GeometryTable } from './geometryTable.tsx';
import { ReproRun } from './reproRun.tsx';

/** Heading of each run, and what is said where the case has none. */
const RUNS: readonly (readonly [keyof RunsReport, string, string])[] = [
  ['asGiven', 'As given', ''],
  ['pastCheck', 'Past the check', 'Nothing is refused, so there is no check to go past.'],
  ['mended', 'Mended', 'No mend is known.'],
];

/** What a case has, be it the first or another. */
export interface CaseParts extends Pick<CaseReport, 'runs' | 'mend' | 'shortfalls'> {
  readonly scenarios: CaseScenarios | null;
}

/** The case. @param isShown its runs are carried out once somebody sees them */
export function ReproCase({ runs, mend, shortfalls, scenarios, isShown }: CaseParts & { readonly isShown: boolean }) {
  const carried = scenarios === null ? null : { scenarios, runs };
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
      {carried === null ? (
        <p class="faint">
          The report does not hold its scenarios, as those of older versions: memory can be shown for one that <code>repro</code> writes today, or after
          dropping the scenario that <code>repro --out</code> wrote.
        </p>
      ) : (
        <Again carried={carried} isShown={isShown} />
      )}
      <div class="threeRuns">
        {RUNS.map(([name, title, without]) => (
          <section key={name} aria-label={title}>
            <h3>{title}</h3>
            {runs[name] === null ? <p class="faint">{without}</p> : <ReproRun verdict={runs[name]} carried={carried} name={name} title={title} />}
          </section>
        ))}
      </div>
    </>
  );
}

/** Has the runs carried out, asks where they take much memory or were broken off, and shows what they are of. */
function Again({ carried, isShown }: { readonly carried: CarriedCase; readonly isShown: boolean }) {
  const { checked, asksForBytes, runs } = caseAgain(carried.scenarios).value;
  useEffect(() => {
    let isWanted = isShown;
    if (isShown) void carryOutCase(carried, () => isWanted);
    return () => {
      isWanted = false;
    };
  }, [carried.scenarios, isShown]);
  const isBroken = Object.values(runs).some(({ kind }) => kind === 'failed');
  return (
    <>
      {(asksForBytes !== null || isBroken) && (
        <p class="controls">
          <button type="button" onClick={() => void carryOutCase(carried, () => true, true)}>
            Carry the runs out on this device{asksForBytes === null ? '' : `, ${formatBytes(asksForBytes)}`}
          </button>
        </p>
      )}
      {checked?.ok === true && (
        <details class="geometryOfCase">
          <summary>Settings of both nodes, as given</summary>
          <GeometryTable settings={checked.report.settings} />
        </details>
      )}
    </>
  );
}
