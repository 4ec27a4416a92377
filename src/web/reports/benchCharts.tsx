/** @file A benchmark's charts and tables in the page: the parts of the `--html` page, loaded with the chart library when the first report comes. */
import { useEffect, useState } from 'preact/hooks';
import type { BenchParts } from '../../report/benchParts.ts';
import type { BenchReport } from '../../sweep/benchReport.ts';
import { nextTask } from '../shared/nextTask.ts';
import { messageOf } from '../state/store.ts';

type Drawn = { readonly kind: 'parts'; readonly parts: BenchParts } | { readonly kind: 'failed'; readonly why: string } | null;

/** The charts. @param isBrief without provenance, for those who have been told it */
export function BenchCharts({ report, isBrief = false }: { readonly report: BenchReport; readonly isBrief?: boolean }) {
  const [drawn, setDrawn] = useState<Drawn>(null);
  useEffect(() => {
    let isShown = true;
    void draw(report).then((next) => isShown && setDrawn(next));
    return () => {
      isShown = false;
    };
  }, [report]);
  if (drawn === null) return <p class="faint">Drawing…</p>;
  if (drawn.kind === 'failed') return <p class="verdict bad">The charts could not be drawn: {drawn.why}</p>;
  const { patterns, intro, sections } = drawn.parts;
  // Made by benchParts, which escapes every text of the report.
  return <div class="benchReport" dangerouslySetInnerHTML={{ __html: `${patterns}${isBrief ? '' : intro}${sections}` }} />;
}

/** A picture a task: the page answers in between. */
async function draw(report: BenchReport): Promise<Drawn> {
  try {
    const { benchParts } = await import('../../report/benchParts.ts');
    const drawing = benchParts(report);
    for (let step = drawing.next(); ; step = drawing.next()) {
      if (step.done === true) return { kind: 'parts', parts: step.value };
      await nextTask();
    }
  } catch (error) {
    return { kind: 'failed', why: messageOf(error) };
  }
}
