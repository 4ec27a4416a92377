/** Real Chromium without WebGPU: the CPU takes over by itself, a banner says so, and the verdict is the same. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Explorer, publishedReport, ranTo } from './explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.start(false);
});
afterAll(() => explorer.close());

it('runs on the CPU, and says why', async () => {
  const { page, complaints } = await explorer.open();
  expect(await ranTo(page)).toBe('PASS');
  expect(await page.textContent('footer')).toMatch(/No GPU: this browser .*CPU/);
  expect((await publishedReport(page)).verdict.words).toMatchObject({ wrong: 0, missing: 0, touched: 0 });
  expect(complaints).toEqual([]);
});
