/** Files as they are dropped: real reports open, pages give what they carry, and whatever is broken is refused with its name and place. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runHtml } from '../../../src/cli/runHtml.ts';
import { runReport } from '../../../src/cli/runReport.ts';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { benchPage } from '../../../src/report/benchPage.ts';
import { DATA_BEGIN } from '../../../src/report/html/pageData.ts';
import { loadScenario } from '../../../src/scenario/node/loadScenario.ts';
import { type RunResult, runScenario } from '../../../src/scenario/runScenario.ts';
import { failureOf } from '../../../src/web/engine/failure.ts';
import { openReport } from '../../../src/web/reports/openReport.ts';
import { MOST_REPORT_BYTES } from '../../../src/web/reports/reportSize.ts';
import { wordsReport } from '../../report/charts/support.ts';

let result: RunResult;
beforeAll(async () => {
  const device = new CpuDevice(2 ** 30);
  result = await runScenario(await loadScenario('late-write-after-abort'), { device, timing: false });
  await device.close();
});

const open = (text: string, name = 'file.json') => openReport({ name, text });
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** What the page shows of a file that it cannot open. */
function told(text: string): string {
  try {
    open(text);
  } catch (error) {
    const { message, problems } = failureOf(error);
    return [message, ...problems.map(({ where }) => where?.path ?? '')].join('\n');
  }
  return 'it opened';
}

const REPRO = {
  schemaVersion: 1,
  recognised: [{ id: 'swa-ring-geometry', values: { target: '(1, 2, 3)' } }],
  runs: null,
  mend: null,
  shortfalls: [],
  others: [],
  unable: [],
};
const MINI = { model: 'dsv4-mini', requests: [{ length: 1 }] };
const SIDE = {
  file: 'a.json',
  suite: 'quick',
  shard: '1/1',
  adapter: { name: 'x', backend: 'cpu', software: true, foundBy: 'y', driver: null },
  versions: {},
  verified: true,
  startedAt: 'now',
  complete: true,
};
const COMPARE = {
  schemaVersion: 1,
  a: [SIDE],
  b: [SIDE],
  inTurns: true,
  acrossAdapters: false,
  leastEffect: 0.02,
  seed: 1,
  points: [],
  onlyInA: [],
  onlyInB: [],
  regressions: 0,
};

describe('good files', () => {
  it('of a run open with the scenario that was run', () => {
    const report = JSON.parse(JSON.stringify(runReport(result, false)));
    expect(open(json(report))).toEqual({ kind: 'run', report });
    expect(report.scenario.definition).toMatchObject({ name: 'late-write-after-abort', requests: expect.any(Array) });
  });

  it('of the other commands open as what they are', () => {
    expect(open(json(REPRO))).toEqual({ kind: 'repro', report: REPRO });
    const carrying = { ...REPRO, scenarios: { asGiven: MINI, mended: null } };
    expect(open(json(carrying))).toEqual({ kind: 'repro', report: carrying });
    expect(open(json(COMPARE))).toEqual({ kind: 'compare', report: COMPARE });
    const bench = wordsReport();
    expect(open(json(bench))).toMatchObject({ kind: 'bench', report: { suite: bench.suite } });
    const { points, complete: _complete, ...head } = bench;
    expect(open([head, ...points].map((line) => JSON.stringify(line)).join('\n'), 'journal.jsonl')).toMatchObject({ kind: 'bench' });
    expect(open(json({ model: 'dsv4-mini', requests: [{ length: 1 }] }))).toMatchObject({ kind: 'scenario' });
  });

  it('that are pages of --html give the report that they carry, and a run its scenario', () => {
    const opened = open(runHtml(result, true), 'run.html');
    expect(opened).toEqual({ kind: 'run', report: JSON.parse(JSON.stringify(runReport(result, true))) });
    expect(open(benchPage(wordsReport()), 'bench.html')).toMatchObject({ kind: 'bench', report: { points: expect.any(Array) } });
  });
});

describe('broken files', () => {
  const report = () => JSON.parse(JSON.stringify(runReport(result, true)));
  it('name themselves and the place', () => {
    expect(told('')).toMatch(/^file\.json: the file is empty/);
    expect(told('{"schemaVersion": 1,\n  "verdict": ')).toMatch(/^file\.json:2:\d+: this is no JSON/);
    expect(told('not at all')).toMatch(/^file\.json.*: this is no JSON/);
    expect(told(json({ ...report(), schemaVersion: 2 }))).toMatch(
      /file\.json \(schemaVersion\): the report is of a format that this page does not know \(found 2, known 1\)/,
    );
    expect(told(json({ ...report(), verdict: { ...report().verdict, status: 'FINE' } }))).toMatch(/verdict\.status/);
    const { scenario } = report();
    const longer = { ...scenario.definition, seed: 5 };
    expect(told(json({ ...report(), scenario: { ...scenario, definition: longer } }))).toMatch(
      /file\.json \(scenario\.definition\): the scenario in this report is not the one that was run.*hash of the run/,
    );
    expect(told(json({ ...report(), scenario: { ...scenario, definition: { ...longer, requests: [{ length: 0 }] } } }))).toMatch(
      /scenario\.definition\.requests\[0\]\.length/,
    );
    const odd = { ...MINI, requests: [{ length: 0 }] };
    expect(told(json({ ...REPRO, scenarios: { asGiven: MINI, mended: odd } }))).toMatch(/scenarios\.mended\.requests\[0\]\.length/);
    expect(told(json([1, 2]))).toMatch(/file\.json: this is no report that the page can show: it holds \[1,2\]/);
    expect(told(json({ schemaVersion: 1, findings: [] }))).toMatch(/no report that the page can show/);
    expect(told('x'.repeat(MOST_REPORT_BYTES + 1))).toMatch(/larger than any report \(found 32\.0 MiB/);
  });

  it('that are pages say what is wrong with them', () => {
    const page = runHtml(result, true);
    expect(told('<!doctype html><title>x</title>')).toMatch(/this page carries no report/);
    expect(told(page.slice(0, page.indexOf(DATA_BEGIN) + 500))).toMatch(/ends in the middle/);
    expect(told(page.replace('<body>', `<body>${DATA_BEGIN}{}</script>`))).toMatch(/more than one report/);
  });

  it('say so with hostile text in them, and in the name', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    expect(told(json({ ...report(), [hostile]: hostile }))).toContain(hostile);
    expect(() => open('{', hostile)).toThrow(hostile);
  });
});
