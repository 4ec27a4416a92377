/**
 * @file One visit of the explorer in a browser that has seen nothing before: opening it, forty changes in the playground, memory picked from at every zoom, transfers stepped and played.
 * All goals about the explorer look at the same visits, since each takes most of a minute.
 */
import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { ensureFreshBuild } from '../freshBuild.ts';
import type { BenchContext } from '../goal.ts';
import { CHANGES, type Change, carryOut } from './changes.ts';
import { ensureFreshSite } from './freshSite.ts';
import type { LongTask } from './pageMeasures.ts';
import { measured, type Served, withServed } from './served.ts';

/** A change, and how long its answer took to be painted. */
export interface Answered extends Change {
  readonly milliseconds: number;
  /** What the checks then said. */
  readonly verdict: string;
}

/** Frames of the page while something was done. */
export interface Scene {
  readonly name: string;
  readonly frames: number;
  readonly seconds: number;
  /** Frames of the 60 a second that did not come. */
  readonly dropped: number;
  readonly longestMs: number;
}

/** What one visit saw. */
export interface Visit {
  /** Of the machine's last minute, when the visit began: what else is running makes every figure worse. */
  readonly load: number;
  readonly browser: Readonly<Record<string, string>>;
  readonly paintMs: number;
  readonly usableMs: number;
  /** What the page says of the first transfer: on which adapter, and how long it took. */
  readonly firstTransfer: string;
  /** Paths that were asked for until the page was usable. */
  readonly requestsUntilUsable: readonly string[];
  readonly answers: readonly Answered[];
  readonly scenes: readonly Scene[];
  /** With what was being done at the time. */
  readonly tasks: readonly (LongTask & { readonly during: string })[];
}

const RUNS = 5;
const LONG_RUNS = 15;
const FRAME_MS = 1000 / 60;

let made: Promise<readonly Visit[]> | null = null;

/** The visits of this process: made by the first goal that asks. @throws Error where the page does not come to an answer, or there is no Chromium */
export function visits(context: BenchContext): Promise<readonly Visit[]> {
  made ??= makeVisits(context);
  return made;
}

async function makeVisits({ root, long, progress }: BenchContext): Promise<readonly Visit[]> {
  ensureFreshBuild(root);
  await ensureFreshSite(root);
  const all: Visit[] = [];
  const runs = long ? LONG_RUNS : RUNS;
  while (all.length < runs) {
    progress(`visit ${all.length + 1} of ${runs}`);
    all.push(await withServed(root, visit));
  }
  return all;
}

async function visit(served: Served): Promise<Visit> {
  const { page, address, browser, requests } = served;
  const load = loadavg()[0] ?? Number.NaN;
  const tasks: Visit['tasks'][number][] = [];
  const during = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const result = await work();
    const seen = (await served.ask('measures')).tasks.slice(tasks.length);
    tasks.push(...seen.map((task) => ({ ...task, during: name })));
    return result;
  };
  const scenes: Scene[] = [];
  const scene = (name: string, work: () => Promise<void>) => during(name, async () => void scenes.push(await watched(served, name, work)));

  const opened = await during('opening', async () => {
    await page.goto(address);
    const usableMs = await measured(served, 'a field and a verdict', (measures) => measures.usableMs);
    const { paintMs } = await served.ask('measures');
    if (paintMs === null) throw new Error('the browser reported no first paint');
    return { paintMs, usableMs, requestsUntilUsable: [...requests] };
  });
  const firstTransfer = await during('first transfer', async () => {
    await page.waitForSelector('html[data-state="ready"]', { state: 'attached' });
    return (await page.textContent('footer')) ?? '';
  });
  const answers = await during('changes', () => changesOf(served));
  await during('pools', () => showView(page, 'Pools', 'canvas.pool[data-drawn]'));
  for (const zoom of ['node', 'component', 'layer', 'row']) {
    await page.getByRole('button', { name: zoom, exact: true }).click();
    await scene(`pools, ${zoom}`, () => pressed(page, ['ArrowRight', 'ArrowDown'], 60));
  }
  await during('transfer', () => showView(page, 'Transfer', '.player'));
  await scene('transfer, stepped', async () => {
    await page.getByRole('button', { name: 'Step', exact: true }).focus();
    await pressed(page, ['Enter'], 60);
  });
  await scene('transfer, played', () => played(page));
  await during('transfer on memory', async () => {
    await showView(page, 'Playground', '.settings');
    await page.getByLabel('Start from').selectOption('dsv4-mini');
    await showView(page, 'Transfer', '.counts');
  });
  await scene('transfer on memory, played', () => played(page));
  return { load, browser, ...opened, firstTransfer, answers, scenes, tasks };
}

async function showView(page: Page, title: string, awaited: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: title, exact: true }).click();
  await page.locator(awaited).first().waitFor();
}

async function changesOf(served: Served): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  await served.page.getByLabel('Start from').selectOption('dsv4-flash');
  await measured(served, 'an answer for dsv4-flash', ({ answer }) => answer);
  for (const change of CHANGES) {
    await carryOut(served.page, change);
    const answer = await measured(served, `an answer to ${change.field} = ${change.value}`, (measures) => measures.answer);
    const { verdict } = await served.ask('measures');
    // Timed too early, the words of the change before would have been taken for its own.
    if (verdict !== answer.verdict) throw new Error(`${change.field} = ${change.value}: "${answer.verdict}" was timed, and "${verdict}" came`);
    answers.push({ ...change, ...answer });
  }
  return answers;
}

/** Presses keys in turn as a key that is held down repeats. */
async function pressed(page: Page, keys: readonly string[], times: number): Promise<void> {
  if (keys.includes('ArrowRight')) await page.getByRole('application').last().focus();
  for (let i = 0; i < times; i++) {
    await page.keyboard.press(keys[i % keys.length] ?? '');
    await page.waitForTimeout(REPEAT_MS);
  }
}

const REPEAT_MS = 33;
const PLAY_MS = 3000;

/** Plays at the fastest speed. */
async function played(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('fast');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(PLAY_MS);
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  if ((await pause.count()) > 0) await pause.click();
}

async function watched({ ask }: Served, name: string, work: () => Promise<void>): Promise<Scene> {
  await ask('watchFrames');
  await work();
  const times = await ask('frames');
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000;
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  return { name, frames: gaps.length, seconds, dropped, longestMs: Math.max(...gaps) };
}
