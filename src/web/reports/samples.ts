/** @file Reports for somebody who has none: one is made on the spot, the others were recorded, and come with the page when they are asked for. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { engine } from '../engine/engine.ts';
import { catalogue } from '../state/store.ts';
import type { ReportFile } from './openedReport.ts';

/** One of them. */
export interface Sample {
  /** In links. */
  readonly id: string;
  /** On its button. */
  readonly title: string;
  /** What it shows, in one sentence. */
  readonly tells: string;
  /** The file, as it would be dropped. @throws EngineCallError, Error where the page was built without it */
  readonly load: () => Promise<ReportFile>;
}

const RUN_SCENARIO = 'dtype-item-length';

/** Texts, each loaded when it is asked for; the benchmark's is the one that the lesson on charts reads. */
const recorded = import.meta.glob<string>(['./samples/repro.json', '../lessons/course/recordedBench.json'], {
  query: '?raw',
  import: 'default',
});

/** All of them. */
export const SAMPLES: readonly Sample[] = [
  {
    id: 'run',
    title: 'A run',
    tells:
      'bf16 items sent into an fp8 pool, carried out now on this device: the verdict, what went wrong in a sentence, and decode’s memory with every place that it hurt.',
    load: run,
  },
  {
    id: 'repro',
    title: 'A reproduction',
    tells:
      'A refusal that two pools of unlike rings meet with, brought about; then what it saves them from, with the check passed by; then the same pools mended.',
    load: () => read('A reproduction of swa-ring-geometry', './samples/repro.json'),
  },
  {
    id: 'bench',
    title: 'A benchmark',
    tells:
      'One hand-off by several strategies on the CPU reference, its pages in one stretch and scattered: time and bandwidth beside that device’s own ceiling, and the price of a descriptor.',
    load: () => read('A benchmark of strategies', '../lessons/course/recordedBench.json'),
  },
];

async function read(name: string, path: string): Promise<ReportFile> {
  const load = recorded[path];
  if (load === undefined) throw new Error(`the page was built without ${path}`);
  return { name, text: await load() };
}

async function run(): Promise<ReportFile> {
  const scenario: ScenarioInput | undefined = catalogue.peek()?.scenarios.find(({ name }) => name === RUN_SCENARIO)?.scenario;
  if (scenario === undefined) throw new Error(`the page was built without the scenario ${RUN_SCENARIO}`);
  const { report } = await engine.call('run', { scenario, pastChecks: false, device: 'auto' });
  return { name: `A run of ${RUN_SCENARIO}`, text: JSON.stringify(report) };
}
