/** Real Chromium with WebGPU: the page runs by itself, and what it publishes is what the command line prints. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { compressedBytes } from '../../../bench/explorer/freshSite.ts';
import { runReport } from '../../../src/cli/runReport.ts';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { loadScenario } from '../../../src/scenario/node/loadScenario.ts';
import { runScenario } from '../../../src/scenario/runScenario.ts';
import { onePage, publishedReport, ranTo, startFrom } from './explorer.ts';
import { ROOT } from './freshSite.ts';

/** Of every kind: passes, refusals, wrong bytes, things that never arrive, orders that are broken, plans judged by addresses alone. */
const SCENARIOS = [
  'dsv4-mini',
  'draft-window-missing',
  'guard-ring-geometry',
  'late-write-after-abort',
  'dtype-item-length',
  'unified-base-offset',
  'c4-ring-8-against-16',
  'c128-online-slot-reuse',
  'int32-wrap',
  'tail-not-visible',
] as const;
const MOST_COMPRESSED_BYTES = 500 * 1024;

let page: Page;
onePage((own) => {
  page = own.page;
});

/** What `run NAME --stable --json` prints, on the reference device: it is the same on every device. */
async function printed(name: string): Promise<unknown> {
  const scenario = await loadScenario(name);
  const device = new CpuDevice(2 ** 31);
  const result = await runScenario(scenario, { device, timing: false });
  await device.close();
  return JSON.parse(JSON.stringify(runReport(result, true)));
}

describe('the page on WebGPU', () => {
  it('runs by itself when it opens, on the GPU, without an error and without a request to anywhere else', async () => {
    expect(await ranTo(page)).toBe('PASS');
    expect(await publishedReport(page)).toEqual(await printed('dsv4-mini'));
    expect(await page.textContent('footer')).toMatch(/Carried out on .*\(webgpu/);
  });

  it('publishes what the command line prints, on ten scenarios', async () => {
    for (const name of SCENARIOS) {
      await startFrom(page, name);
      // The first one runs by itself.
      if (name !== 'dsv4-mini') await page.locator('main').getByRole('button', { name: 'Transfer', exact: true }).click();
      await ranTo(page);
      expect(await publishedReport(page)).toEqual(await printed(name));
    }
  });

  it('is light: all of it compressed, workers and all', () => {
    const bytes = [...compressedBytes(ROOT).values()].reduce((sum, file) => sum + file, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MOST_COMPRESSED_BYTES);
  });
});
