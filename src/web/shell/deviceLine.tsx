/** @file What the bytes are moved on, at the foot of the page; a banner where that is not a GPU because there is none. */
import { running } from '../state/store.ts';

/** One line, or the banner. */
export function DeviceLine() {
  const run = running.value;
  if (run.kind !== 'done') return <footer class="device faint">No request leaves this machine.</footer>;
  const { adapter, whyCpu, milliseconds, report } = run.answer;
  if (whyCpu !== null) {
    return (
      <footer class="device banner">
        <p role="status">No GPU: {whyCpu}. Runs are carried out by the CPU reference, with the same bytes and the same verdicts, only slower.</p>
      </footer>
    );
  }
  if (report.transfer === null) return <footer class="device faint">Nothing was moved. No request leaves this machine.</footer>;
  return (
    <footer class="device faint">
      Carried out on {adapter.name} ({adapter.backend}
      {adapter.software ? ', software' : ''}) in {Math.round(milliseconds)} ms. No request leaves this machine.
    </footer>
  );
}
