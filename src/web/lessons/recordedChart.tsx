/** @file The recorded benchmark beside the lesson on charts, drawn as any report is. */

import { useEffect, useState } from 'preact/hooks';
import { engine } from '../engine/engine.ts';
import { BenchCharts } from '../reports/benchCharts.tsx';
import type { OpenedReport } from '../reports/openedReport.ts';
import { messageOf, notice } from '../state/store.ts';
import { RECORDED_BENCH } from './course/recordedBench.ts';

/** The charts. */
export function RecordedChart() {
  const [opened, setOpened] = useState<OpenedReport | null>(null);
  useEffect(() => {
    engine.call('openReport', RECORDED_BENCH).then(setOpened, (error: unknown) => {
      notice.value = messageOf(error);
    });
  }, []);
  return opened?.kind === 'bench' ? <BenchCharts report={opened.report} isBrief /> : <p class="faint">Reading the report…</p>;
}
