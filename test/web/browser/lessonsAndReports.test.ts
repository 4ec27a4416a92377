/** Real Chromium: every lesson from its first step to its solved exercise, by keyboard alone; reports dropped, good and broken. */

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ReproReport, reproReport } from '../../../src/cli/reproReport.ts';
import { runHtml } from '../../../src/cli/runHtml.ts';
import { runReport } from '../../../src/cli/runReport.ts';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { carryOut, type ReproResult } from '../../../src/launch/repro/carryOut.ts';
import { reproduceMessage, typicalMessage } from '../../../src/launch/repro/fromMessage.ts';
import { benchPage } from '../../../src/report/benchPage.ts';
import { loadScenario } from '../../../src/scenario/node/loadScenario.ts';
import { parseOverride } from '../../../src/scenario/overrides.ts';
import { runScenario } from '../../../src/scenario/runScenario.ts';
import { lessonStateOf } from '../../../src/web/lessons/lessonState.ts';
import { LESSONS } from '../../../src/web/lessons/lessons.ts';
import { wordsReport } from '../../report/charts/support.ts';
import { checkedTo, type Explorer, linkOnce, onePage, ranTo, showView } from './explorer.ts';

// One page for all, since to open one takes seconds; lessons come first, as they do for newcomers.
let explorer: Explorer;
let page: Page;
onePage((own) => {
  ({ explorer, page } = own);
}, checkedTo);

/** Presses a button as those do who have no mouse. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
}

it('every lesson can be gone through by keyboard, from the question that newcomers see to the last solution', async () => {
  await press(page, /^O1:/);
  for (const [index, lesson] of LESSONS.entries()) {
    for (const step of lesson.steps) {
      await page.locator('.lesson h3', { hasText: step.title }).first().waitFor();
      // The focus is led to the text, and the engine has said its part.
      await page.locator('.text > .lessonText').waitFor();
      await page.locator('.lesson h3:focus', { hasText: step.title }).waitFor();
      await press(page, /^(Next|To the exercise)$/);
    }
    await page.getByRole('form', { name: 'Your answer' }).waitFor();
    // Before that the heading would take the focus away from the button.
    await page.locator('.lesson h3:focus', { hasText: 'Your turn' }).waitFor();
    await press(page, 'Check');
    await page.locator('.grade.bad').waitFor();
    await press(page, 'A hint');
    await page.getByRole('list', { name: 'Hints' }).waitFor();
    await press(page, 'Show the solution');
    await page.locator('.grade.good').waitFor();
    if (index + 1 < LESSONS.length) await press(page, /^Next lesson/);
  }
  await press(page, '← All lessons');
  await page.getByText(`${LESSONS.length} of ${LESSONS.length} exercises solved`).waitFor();
});

it('who has no report opens samples by keyboard, and the page’s link opens the same one, with the lessons that were solved', async () => {
  await showView(page, 'reports');
  const shown: readonly (readonly [string, RegExp, string])[] = [
    ['A run', /^A run of dtype-item-length/, '.maps .hurt'],
    ['A benchmark', /^A benchmark of strategies/, '.benchReport svg.plot'],
    ['A reproduction', /^A reproduction of swa-ring-geometry/, '[aria-label="Mended"] .maps'],
  ];
  for (const [title, heading, own] of shown) {
    const sample = page.getByRole('button', { name: title, exact: true });
    expect(await sample.getAttribute('aria-describedby').then((id) => page.locator(`#${id}`).textContent())).toMatch(/^[^.]{60,}\.$/);
    await press(page, title);
    // The button is gone: the focus is led to what it opened.
    await page.locator('h2:focus', { hasText: heading }).waitFor();
    await page.locator(own).first().waitFor();
    if (title === 'A reproduction') break;
    await press(page, 'Put it away');
    await page.locator('#report-source:focus').waitFor();
  }
  expect(await page.getByText(/not the same here/i).count()).toBe(0);
  const fragment = await linkOnce(
    page,
    ({ own }) => JSON.stringify(own.reports) === '{"sample":"repro"}' && lessonStateOf(own.lessons).done.length === LESSONS.length,
  );
  const again = await explorer.open({ fragment });
  await again.page.getByRole('heading', { name: /^A reproduction of swa-ring-geometry/ }).waitFor();
  // Progress is in the link as well: another browser that opens it knows.
  await showView(again.page, 'lessons');
  await again.page.getByText(`${LESSONS.length} of ${LESSONS.length} exercises solved`).waitFor();
  expect(again.complaints).toEqual([]);
  await again.page.context().close();
});

/** A message that comes about in two ways, as `repro --json` has it. */
async function reproduction(): Promise<ReproReport> {
  const message = typicalMessage('unified-mode');
  if (message === null) throw new Error('the message is gone from the catalogue');
  const reproductions = [reproduceMessage(message)];
  const device = new CpuDevice(2 ** 30);
  const results: ReproResult[] = [];
  for (const reproCase of reproductions.flatMap(({ cases }) => cases)) results.push(await carryOut(reproCase, device));
  await device.close();
  return reproReport(reproductions, results);
}

it('reports open in the same views, and broken files say what is wrong where', async () => {
  const device = new CpuDevice(2 ** 30);
  // No built-in one: the report itself has to say what was run.
  const result = await runScenario(await loadScenario('dtype-item-length', [parseOverride('seed=7')]), { device, timing: false });
  await device.close();
  const report = JSON.stringify(runReport(result, false));
  await showView(page, 'reports');
  const give = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

  await give('run.json', report);
  // Carried out again here, it comes to the same, and its memory is drawn.
  await page.getByText('The same here:').waitFor();
  expect(await page.locator('.stories li').count()).toBe(1);
  const places = page.locator('.map', { hasText: 'row 999' }).locator('.hurt');
  expect(await places.count()).toBeGreaterThan(2);
  // One stop of the Tab key a map; the arrow keys go on within it, and stay at its ends.
  expect(await places.evaluateAll((all) => all.map((place) => place.getAttribute('tabindex')).join())).toMatch(/^0(,-1)+$/);
  await places.first().focus();
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  expect(await places.nth(1).evaluate((place) => place === document.activeElement && place.getAttribute('tabindex') === '0')).toBe(true);
  await page.keyboard.press('End');
  expect(await places.last().getAttribute('aria-label')).toBe(await page.locator('.told').textContent());
  expect(await page.getByRole('table', { name: 'Settings of both nodes' }).getByRole('row').count()).toBeGreaterThan(3);
  await give('run.html', runHtml(result, false));
  await page.getByRole('heading', { name: /^run\.html/ }).waitFor();
  const reproduced = await reproduction();
  await give('repro.json', JSON.stringify(reproduced));
  // Nothing is moved as given; the other two runs are carried out again, each with its maps.
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await part('As given').getByText('The same here:').waitFor();
  await part('Past the check').getByText('The same here:').waitFor();
  await part('Mended').getByText('The same here:').waitFor();
  expect(await Promise.all(['As given', 'Past the check', 'Mended'].map((name) => part(name).locator('.maps').count()))).toEqual([0, 1, 1]);
  expect(await part('Past the check').locator('.maps .hurt').count()).toBeGreaterThan(0);
  expect(await part('Mended').locator('.maps .hurt').count()).toBe(0);
  await page.getByText('Settings of both nodes, as given').click();
  expect(await page.getByRole('table', { name: 'Settings of both nodes' }).getByRole('row').count()).toBeGreaterThan(3);
  // A report that claims what does not come out here is told so.
  const { runs, ...rest } = reproduced;
  await give('changed.json', JSON.stringify({ ...rest, runs: { ...runs, mended: runs?.pastCheck } }));
  await part('Mended').getByText('Not the same here:').waitFor();
  // One from before reports carried their scenarios.
  await give('older.json', JSON.stringify({ ...rest, runs, scenarios: undefined, others: [] }));
  await page.getByText('The report does not hold its scenarios').waitFor();
  expect(await page.locator('.maps').count()).toBe(0);
  // Another way to it is carried out when it is opened; its runs open in the other views.
  await give('repro.json', JSON.stringify(reproduced));
  await page.getByText(/^Another way to it/).click();
  const others = page.locator('details', { hasText: 'Another way to it' });
  await others.getByRole('region', { name: 'Past the check' }).getByText('The same here:').waitFor();
  await others.getByRole('button', { name: 'playground, Past the check' }).click();
  await page.getByRole('button', { name: 'Transfer, past the check' }).click();
  expect(await ranTo(page)).toBe('SILENT_CORRUPTION');
  await showView(page, 'reports');
  await others.waitFor();

  await give('bench.html', benchPage(wordsReport()));
  await page.locator('.benchReport svg.plot').first().waitFor();
  expect(await page.locator('.benchReport details table').count()).toBeGreaterThan(2);

  const hostile = '<img src=x onerror=alert(1)>';
  const broken: readonly (readonly [string, string, RegExp])[] = [
    ['cut.json', report.slice(0, 200), /cut\.json:1:\d+: this is no JSON/],
    ['other.json', '{"schemaVersion":2}', /found 2, known 1/],
    ['hostile.json', JSON.stringify({ ...JSON.parse(report), [hostile]: 1 }), /onerror=alert/],
  ];
  for (const [name, text, told] of broken) {
    await give(name, text);
    await page.locator('.broken', { hasText: name }).waitFor();
    expect(await page.locator('.broken').textContent()).toMatch(told);
  }
  expect(await page.locator('main img').count()).toBe(0);
  // Dropped rather than chosen, and larger than any report: it is not even read.
  await page.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(50 * 2 ** 20)], 'large.json'));
    document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }));
  });
  await page.locator('.broken', { hasText: 'larger than any report' }).waitFor();
  // A file that takes long to read does not take the place of one that was chosen after it.
  await page.evaluate(() => {
    const { text } = File.prototype;
    File.prototype.text = async function slowly() {
      if (this.name === 'slow.json') await new Promise((resolve) => setTimeout(resolve, 400));
      document.documentElement.dataset.read = this.name;
      return text.call(this);
    };
  });
  await give('slow.json', '{');
  await give('fast.json', report);
  await page.getByRole('heading', { name: /^fast\.json/ }).waitFor();
  await page.waitForSelector('html[data-read="slow.json"]', { state: 'attached' });
  await page.waitForTimeout(100);
  expect(await page.getByRole('heading', { name: /^fast\.json/ }).count()).toBe(1);
  await page.getByText('Open another report').click();
  await page.getByText('Or paste its text').click();
  await page.getByLabel('JSON', { exact: true }).fill(report);
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.getByRole('heading', { name: /^what was pasted/ }).waitFor();
});
