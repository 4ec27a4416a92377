/** Real Chromium with axe: what is behind the first look. An open lesson, each kind of report, the transfer stepped, the pools zoomed; both themes; enlarged; with reduced motion. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runHtml } from '../../../src/cli/runHtml.ts';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { loadScenario } from '../../../src/scenario/node/loadScenario.ts';
import { runScenario } from '../../../src/scenario/runScenario.ts';
import type { BenchReport } from '../../../src/sweep/benchReport.ts';
import type { CompareReport } from '../../../src/sweep/compareReport.ts';
import { compareReports } from '../../../src/sweep/compareReports.ts';
import { failed, wordsReport } from '../../report/charts/support.ts';
import { expectSound } from './axe.ts';
import { onePage, ranTo, showView, startFrom } from './explorer.ts';

const SCENARIO = 'dtype-item-length';

// One page for all: to open one takes seconds, and other files open it in every way there is. What must be the first thing on it comes first.
let page: Page;
onePage((own) => {
  page = own.page;
}, ranTo);

/** Light at all widths, and dark: colours are the same at every width. 640 is half of 1280: what a page enlarged to 200 % has. */
async function expectSoundInBoth(page: Page, what: string, widths: readonly number[] = [640, 360, 1280]): Promise<void> {
  await expectSound(page, `${what}, light`, widths);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSound(page, `${what}, dark`, [1280]);
  await page.emulateMedia({ colorScheme: 'light' });
}

const DAMAGE = ['w wrong: something else stands here', 'm missing: nothing came', 't touched: nobody should have written here'];

it('screen readers are told a sentence when a verdict comes, not a panel', async () => {
  await startFrom(page, SCENARIO);
  await page.locator('main').getByRole('button', { name: 'Transfer', exact: true }).click();
  expect(await ranTo(page)).toBe('SILENT_CORRUPTION');
  const live = await page.locator('[role=status], [aria-live=polite]').allTextContents();
  expect(live.filter((text) => text.startsWith('SILENT_CORRUPTION. Bytes of decode are wrong, missing, or written where nobody should have.'))).toHaveLength(1);
  expect(Math.max(...live.map((text) => text.length))).toBeLessThan(400);
  await showView(page, 'pools');
  await page.getByRole('application').last().focus();
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('status')
    .filter({ hasText: /^decode target\/plain, layer 0, page \d+, word 0 of it: / })
    .waitFor({ state: 'attached' });
});

it('nothing moves by itself for those who asked for less of it, and the player has no speed that flashes', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showView(page, 'transfer');
  expect(await page.getByRole('combobox', { name: 'Speed' }).locator('option').allTextContents()).toEqual(['slow', 'steady']);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.getByRole('heading', { name: /^After 1 step$/ }).waitFor();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
});

describe('axe', () => {
  it('pools are sound at every zoom, with a word picked whose row is damaged', async () => {
    await showView(page, 'pools');
    await page.getByLabel('Address', { exact: true }).fill('0x7f8000018000');
    await page.getByRole('button', { name: 'Go to' }).click();
    await page.locator('.place').first().waitFor();
    for (const zoom of ['node', 'component', 'layer', 'row']) {
      await page.getByRole('button', { name: zoom, exact: true }).click();
      if (zoom === 'row') await page.locator('.stretches tbody tr').first().waitFor();
      // One legend, whatever the zoom; at the last one the row's own counts have its place.
      else {
        expect(await page.getByRole('list', { name: 'Damage of the last transfer' }).getByRole('listitem').allTextContents()).toEqual(DAMAGE);
        await page.locator('.place', { hasText: 'After the transfer its row is not as it should be: touched: nobody should have written here' }).waitFor();
      }
      await expectSoundInBoth(page, zoom);
    }
    // The row by words: all of it was written, and nobody should have.
    expect(await page.locator('.row .legend').textContent()).toMatch(/4,096 words touched/);
    expect(await page.locator('.stretches tbody').textContent()).toMatch(/prefill, target\/plain layer 0, row 2/);
    const told = page.locator('.place .verdict');
    expect(await told.textContent()).toMatch(/After the transfer: touched.*holds0xcd1d7e39 = word 9,216 of this run.*should hold0x[0-9a-f]{8}/s);
    // What is told of the word leads to where it came from.
    await told.getByRole('button', { name: '0x7f1000008000' }).click();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('0x7f1000008000');
  });

  it('the transfer is sound where it stopped at the first wrong word', async () => {
    await showView(page, 'transfer');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('fast');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('Stopped: the first damage has just landed:').waitFor();
    await page.locator('summary', { hasText: 'Index lists' }).click();
    await expectSoundInBoth(page, 'stopped');
  });

  it('a lesson is sound with a question that was answered wrongly, then rightly, and with its exercise', async () => {
    await showView(page, 'playground');
    await page.getByRole('button', { name: /^O5:/ }).click();
    const question = page.getByRole('form', { name: 'A question before you go on' });
    await page.getByLabel('Half of what was sent got lost').check();
    await question.getByRole('button', { name: 'Is it so?' }).click();
    await page.locator('.grade.bad', { hasText: 'fewer words' }).waitFor();
    await expectSoundInBoth(page, 'wrong');
    await page.getByLabel('Pieces twice as long').check();
    await question.getByRole('button', { name: 'Is it so?' }).click();
    await page.locator('.grade.good', { hasText: '32,768 B' }).waitFor();
    await expectSoundInBoth(page, 'right');
    for (let step = 0; step < 4; step++) {
      await page.getByRole('button', { name: /^(Next|To the exercise)$/ }).click();
      await page.locator('.lesson h3:focus').waitFor();
    }
    await page.locator('.lesson h3:focus', { hasText: 'Your turn' }).waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('.grade.bad').waitFor();
    await expectSoundInBoth(page, 'exercise');
  });

  it('reports are sound, each kind of them, and what is none', async () => {
    await showView(page, 'reports');
    for (const [name, text, shown] of await files()) {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
      await page
        .locator(shown, { hasText: shown === '.broken' ? name : '' })
        .first()
        .waitFor();
      // What is folded away has its tables, too; metadata's maps are like the others.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll<HTMLDetailsElement>('.report details:not(.maps details)')) details.open = true;
      });
      await expectSoundInBoth(page, name, [360, 1280]);
    }
  });
});

let made: Promise<readonly (readonly [string, string, string])[]> | null = null;

/** Files, and what only their views have. */
function files() {
  made ??= makeFiles();
  return made;
}

const SAMPLE_REPRO = join(import.meta.dirname, '../../../src/web/reports/samples/repro.json');

/** A report with itself, and with points slower, failed and missing on one side. */
function comparison(): CompareReport {
  const a = wordsReport();
  const [slower, failing, ...rest] = a.points;
  if (slower?.status !== 'measured' || failing === undefined) throw new Error('the report has too few points');
  const wall = slower.samples.wall.map((seconds) => 2 * seconds);
  const b: BenchReport = {
    ...a,
    startedAt: '2026-11-30T08:00:00.000Z',
    points: [
      { ...slower, samples: { ...slower.samples, wall } },
      { ...failed(1, failing.coordinates, failing.strategy, 'device-lost', 'the device was lost'), id: failing.id },
      ...rest.slice(1),
    ],
  };
  return compareReports([{ a: { file: 'a.json', report: a }, b: { file: 'b.json', report: b } }], { leastEffect: 0.05, acrossAdapters: false });
}

async function makeFiles(): Promise<readonly (readonly [string, string, string])[]> {
  const device = new CpuDevice(2 ** 30);
  const result = await runScenario(await loadScenario(SCENARIO), { device, timing: false });
  await device.close();
  return [
    ['run.html', runHtml(result, false), '.maps .hurt'],
    ['repro.json', readFileSync(SAMPLE_REPRO, 'utf8'), '[aria-label="Mended"] .maps'],
    ['bench.json', JSON.stringify(wordsReport()), '.benchReport svg.plot'],
    ['compare.json', JSON.stringify(comparison()), '.compared'],
    ['broken.json', '{"schemaVersion":1,"verdict":{},"transfer":{}}', '.broken'],
  ];
}
