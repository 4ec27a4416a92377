/** @file A comparison of two benchmarks: what changed first, then the rest. */
import { Fragment } from 'preact';
import { formatInteger } from '../../core/units.ts';
import { type ComparedSide, type CompareReport, POINT_CHANGES, type RatioInterval } from '../../sweep/compareReport.ts';
import { comparedSentence } from './comparedSentence.ts';

/** The report. */
export function CompareView({ report }: { readonly report: CompareReport }) {
  const { a, b, inTurns, acrossAdapters, leastEffect, points, onlyInA, onlyInB } = report;
  const { words, look } = comparedSentence(report);
  const sorted = points.toSorted((x, y) => POINT_CHANGES.indexOf(x.change) - POINT_CHANGES.indexOf(y.change));
  const hasNotes = points.some(({ note }) => note !== null);
  return (
    <>
      <p class={look === 'open' ? 'verdict' : `verdict ${look}`}>
        <strong>{words}</strong> Of {formatInteger(points.length)} that both have. Changed means that the ratio's interval leaves out 1, and by{' '}
        {(100 * leastEffect).toFixed(1)} % at least.
        {a.length > 1 && ` Ratios are the middle ones of ${a.length} turns.`}
      </p>
      {acrossAdapters && <p class="wrong">The adapters differ: the ratios tell of two adapters, not of a change.</p>}
      {!inTurns && <p class="wrong">The reports were not taken in turns: what the machine did between them passes for change.</p>}
      <ul>
        {[...named('A', a), ...named('B', b)].map(([letter, { file, suite, adapter, startedAt, verified, complete }]) => (
          <li key={letter}>
            {letter}: {file}, {suite} on {adapter.name}
            {adapter.software && ' (software)'}, {startedAt}
            {!verified && ', not verified'}
            {!complete && ', not complete'}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Points">
        <table class="lists compared">
          <thead>
            <tr>
              <th scope="col">change</th>
              <th scope="col">point</th>
              <th scope="col">time B/A</th>
              <th scope="col">interval</th>
              <th scope="col">A, GB/s</th>
              <th scope="col">B, GB/s</th>
              {hasNotes && <th scope="col">note</th>}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ id, change, seconds, gbps, note }) => (
              <tr key={id}>
                <td>{change}</td>
                <th scope="row">{breakable(id)}</th>
                <td>{seconds === null ? '–' : seconds.ratio.toFixed(3)}</td>
                <td>{intervalText(seconds)}</td>
                <td>{gbps.a?.toFixed(2) ?? '–'}</td>
                <td>{gbps.b?.toFixed(2) ?? '–'}</td>
                {hasNotes && <td class="note">{note ?? ''}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(
        [
          ['A', onlyInA],
          ['B', onlyInB],
        ] as const
      ).map(([letter, ids]) =>
        ids.length === 0 ? null : (
          <p key={letter}>
            Only in {letter}: {ids.join(', ')}
          </p>
        ),
      )}
    </>
  );
}

/** A point's name, which may go on in another line behind each of its axes. */
function breakable(id: string) {
  return id.split(/(?<=,)/).map((axis) => (
    <Fragment key={axis}>
      {axis}
      <wbr />
    </Fragment>
  ));
}

/** `A`, or `A1`, `A2` and so on. */
function named(letter: string, sides: readonly ComparedSide[]): (readonly [string, ComparedSide])[] {
  return sides.map((side, turn) => [sides.length === 1 ? letter : `${letter}${turn + 1}`, side]);
}

function intervalText(interval: RatioInterval | null): string {
  return interval === null ? '–' : `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}`;
}
