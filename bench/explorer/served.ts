/** @file `disagg-sim explore` as a process, and a browser on it that has seen nothing before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { launchChromium } from './chromium.ts';
import type { PageMeasures, PageProbe } from './pageMeasures.ts';

const START_TIMEOUT_MS = 30_000;
const BROWSER_START_MS = 2000;
const PROBE = join(import.meta.dirname, 'probe.ts');

/** A page that is being looked at, with the probe in it. */
export interface Served {
  readonly page: Page;
  readonly address: string;
  /** The browser, and what draws its pages. */
  readonly browser: Readonly<Record<string, string>>;
  /** What was asked of the server so far, as paths. */
  readonly requests: readonly string[];
  /** Calls the probe. */
  ask<K extends keyof PageProbe>(name: K): Promise<ReturnType<PageProbe[K]>>;
}

/**
 * Serves the built page, starts a browser with a new profile, and hands over an empty tab; ends both whatever happens.
 * @throws Error where the server does not start, or there is no Chromium
 */
export async function withServed<T>(root: string, use: (served: Served) => Promise<T>): Promise<T> {
  const server = spawn(process.execPath, [join(root, 'bin', 'disagg-sim.js'), 'explore', '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(server.stdout, 'data', { signal: AbortSignal.timeout(START_TIMEOUT_MS) })) as [Buffer];
    const address = /http:\/\/\S+/.exec(line.toString())?.[0];
    if (address === undefined) throw new Error(`explore printed no address: ${line.toString()}`);
    const chromium = await launchChromium(true);
    try {
      const { gpu } = (await (await chromium.newBrowserCDPSession()).send('SystemInfo.getInfo')) as unknown as {
        gpu: { featureStatus: Record<string, string>; auxAttributes: Record<string, unknown> };
      };
      const { gpu_compositing: compositing = 'unknown', rasterization = 'unknown', webgpu = 'unknown' } = gpu.featureStatus;
      const browser = { version: chromium.version(), compositing, rasterization, webgpu, renderer: String(gpu.auxAttributes.glRenderer ?? 'unknown') };
      const page = await chromium.newPage({ viewport: { width: 1280, height: 900 } });
      const { code } = await transformWithOxc(readFileSync(PROBE, 'utf8'), PROBE);
      await page.addInitScript({ content: code });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      // A page is opened in a browser that is there; its own start takes both cores for a second.
      await page.waitForTimeout(BROWSER_START_MS);
      return await use({ page, address, browser, requests, ask: (name) => page.evaluate(`probe.${name}()`) });
    } finally {
      await chromium.close();
    }
  } finally {
    server.kill('SIGINT');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

/** Long enough that most of what is measured is over when the probe is first asked: to ask takes some milliseconds of the page's own thread. */
const PAUSE_MS = 150;

/** Asks the probe, now and then, until it has something to say. @throws Error with `what` after half a minute */
export async function measured<T>({ page, ask }: Served, what: string, pick: (measures: PageMeasures) => T | null): Promise<T> {
  for (const start = performance.now(); performance.now() - start < START_TIMEOUT_MS; ) {
    await page.waitForTimeout(PAUSE_MS);
    const found = pick(await ask('measures'));
    if (found !== null) return found;
  }
  throw new Error(`the page did not come to this: ${what}`);
}
