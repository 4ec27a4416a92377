/** @file What somebody sees who has no report: samples, each with what it shows. */
import { openSample } from './reportsData.ts';
import { SAMPLES } from './samples.ts';

/** The list. */
export function SampleList() {
  return (
    <section aria-labelledby="report-samples">
      <h2 id="report-samples">No report at hand?</h2>
      <ul class="samples">
        {SAMPLES.map((sample) => (
          <li key={sample.id}>
            <button type="button" aria-describedby={`sample-${sample.id}`} onClick={() => void openSample(sample, true)}>
              {sample.title}
            </button>
            <p id={`sample-${sample.id}`}>{sample.tells}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
