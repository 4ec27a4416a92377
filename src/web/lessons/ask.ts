/** @file The engine's answers about one scenario, as lessons ask for them: each call is made once, whoever asks. In the page the calls go to the worker, in tests to the handlers. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { LocateAnswer, PoolsMap } from '../engine/poolsProtocol.ts';
import type { AnswerOf, CallName, CheckAnswer, RequestOf, RunAnswer } from '../engine/protocol.ts';
import type { StepDetail, StepsAnswer } from '../engine/transferProtocol.ts';
import type { OpenedReport, ReportFile } from '../reports/openedReport.ts';

/** Makes a call to the engine. */
export type Caller = <K extends CallName>(name: K, request: RequestOf<K>) => Promise<AnswerOf<K>>;

/** What there is to ask of a scenario. All of it may reject as the engine does. */
export interface Ask {
  readonly scenario: ScenarioInput;
  /** The checks' answer; rejects with what is wrong where the scenario is none. */
  check(): Promise<Extract<CheckAnswer, { ok: true }>>;
  pools(): Promise<PoolsMap>;
  steps(): Promise<StepsAnswer>;
  /** What the plan's step of this number, from 0, does. */
  stepDetail(step: number): Promise<StepDetail>;
  locate(side: 'prefill' | 'decode', address: string): Promise<LocateAnswer>;
  run(): Promise<RunAnswer>;
  /** A report read as strictly as one that is dropped on the page. */
  read(file: ReportFile): Promise<OpenedReport>;
}

/** @param pastChecks go on past the engine's refusals */
export function askAbout(call: Caller, scenario: ScenarioInput, pastChecks: boolean): Ask {
  const request = { scenario, pastChecks };
  const answers = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = answers.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = make();
    answers.set(key, made);
    // A call that failed may be made again.
    made.catch(() => answers.delete(key));
    return made;
  };
  return {
    scenario,
    check: () =>
      once('check', async () => {
        const answer = await call('check', scenario);
        if (!answer.ok) throw new Error(answer.problems.map(({ what, where }) => `${where?.path ?? ''}: ${what}`).join('; '));
        return answer;
      }),
    pools: () => once('pools', () => call('pools', request)),
    steps: () => once('steps', () => call('steps', request)),
    stepDetail: (step) => once(`step ${step}`, () => call('stepDetail', { ...request, step })),
    locate: (side, address) => once(`${side} ${address}`, () => call('locate', { ...request, side, address })),
    // Whoever calls knows whether a run that was made still stands.
    run: () => call('run', { ...request, device: 'auto' }),
    read: (file) => once(`file ${file.name}`, () => call('openReport', file)),
  };
}
