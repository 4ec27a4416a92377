/** @file An explorer under test: the page as `explore` serves it, in a browser that notes whatever goes wrong. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from '../../../bench/explorer/chromium.ts';
import { type SiteServer, serveSite } from '../../../src/cli/exploreServer.ts';
import { fromFragment, type LinkedState } from '../../../src/cli/page/stateLink.ts';
import type { ViewId } from '../../../src/cli/page/viewId.ts';
import type { RunReport } from '../../../src/cli/runReport.ts';
import { VIEWS } from '../../../src/web/views.ts';
import { SITE } from './freshSite.ts';

const READY_TIMEOUT_MS = 60_000;

/** How a page is opened. */
export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly reducedMotion?: boolean;
  /** After the address: a fragment. */
  readonly fragment?: string;
}

/** One open page. */
export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, errors of scripts, requests that left the server's address. Must stay empty. */
  readonly complaints: string[];
}

/** A server and a browser. */
export class Explorer {
  readonly #server: SiteServer;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];

  private constructor(server: SiteServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  /** @param gpu whether the browser has WebGPU */
  static async start(gpu = true): Promise<Explorer> {
    return new Explorer(await serveSite(SITE, 0), await launchChromium(gpu));
  }

  /** Opens the page in a context of its own. */
  async open({ width = 1280, height = 900, dark = false, reducedMotion = false, fragment = '' }: PageOptions = {}): Promise<OpenPage> {
    const context = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    });
    context.setDefaultTimeout(READY_TIMEOUT_MS);
    this.#contexts.push(context);
    const complaints: string[] = [];
    const own = this.#server.address;
    // Whatever is not the server's is noted and does not get out.
    await context.route(
      (url) => !url.href.startsWith(own),
      (route) => {
        complaints.push(`request: ${route.request().url()}`);
        return route.abort();
      },
    );
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    await page.goto(`${own}${fragment === '' ? '' : `#${fragment}`}`);
    return { page, complaints };
  }

  /** Closes every page, so that what it still works on takes nothing from the next test. */
  async closePages(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
  }

  /** Ends both. */
  async close(): Promise<void> {
    await this.closePages();
    await this.#browser.close();
    await this.#server.close();
  }
}

/**
 * One explorer and one page for all tests of a file, since to open one takes seconds; what goes wrong on the page fails the test it goes wrong in. Called once, at the top of a file.
 * @param take gets both before the first test
 * @param ready waits until tests can begin; right away by default
 */
export function onePage(
  take: (own: { readonly explorer: Explorer; readonly page: Page }) => void,
  ready: (page: Page) => Promise<unknown> = async () => {},
): void {
  let explorer: Explorer | null = null;
  let complaints: readonly string[] = [];
  beforeAll(async () => {
    explorer = await Explorer.start();
    const opened = await explorer.open();
    complaints = opened.complaints;
    take({ explorer, page: opened.page });
    await ready(opened.page);
  });
  afterEach(() => expect(complaints).toEqual([]));
  afterAll(() => explorer?.close());
}

/** Waits until the engine has run what is shown. @returns the verdict that `<html>` carries */
export async function ranTo(page: Page): Promise<string> {
  await page.waitForSelector('html[data-state="ready"], html[data-state="failed"]', { state: 'attached', timeout: READY_TIMEOUT_MS });
  return (await page.getAttribute('html', 'data-status')) ?? (await page.getAttribute('html', 'data-state')) ?? '';
}

/** Waits until the checks have answered what is shown; the first transfer may be under way meanwhile. */
export async function checkedTo(page: Page): Promise<void> {
  await page.waitForSelector('html:not([data-state="loading"], [data-state="checking"])', { state: 'attached', timeout: READY_TIMEOUT_MS });
}

/** What only the view itself has: a tab is marked before its view is loaded. */
const OWN: Readonly<Record<ViewId, string>> = {
  playground: 'form.settings',
  // Drawn, and so there to be picked from.
  pools: 'canvas.pool[data-drawn]',
  transfer: '.player, main > .verdict.bad',
  lessons: '.cards, .lesson',
  reports: '.reportSource',
};

/** Goes to a view by its tab, and waits until it is there. */
export async function showView(page: Page, id: ViewId): Promise<void> {
  const title = VIEWS.find((view) => view.id === id)?.title ?? id;
  await page.getByRole('navigation').getByRole('button', { name: title, exact: true }).click();
  await page.locator(OWN[id]).first().waitFor();
}

/** Goes to the playground and takes one of its scenarios, with nothing picked and no step taken: where a page begins, without the seconds that opening one takes. */
export async function startFrom(page: Page, name: string): Promise<void> {
  await showView(page, 'playground');
  await page.getByLabel('Start from').selectOption(name);
  await checkedTo(page);
}

/** The fragment of the page's link once it holds such a state: it follows the page after a pause. */
export async function linkOnce(page: Page, isMeant: (state: LinkedPage) => boolean): Promise<string> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await page.waitForTimeout(LOOK_AGAIN_MS)) {
    const fragment = new URL(page.url()).hash.slice(1);
    const linked = await fromFragment(fragment);
    if (linked.kind === 'state' && isMeant(linked.state)) return fragment;
  }
  throw new Error('the link did not come to hold that state');
}

type LinkedPage = Extract<LinkedState, { kind: 'state' }>['state'];
const LOOK_AGAIN_MS = 20;

/** What `#verdict` holds. */
export async function publishedReport(page: Page): Promise<RunReport> {
  return JSON.parse((await page.textContent('#verdict', { timeout: READY_TIMEOUT_MS })) ?? 'null') as RunReport;
}
