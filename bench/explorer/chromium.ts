/** @file A real Chromium, for tests and goals of the explorer: the machine's own, since none is downloaded. Where there is none, they fail and say what to do; nothing is skipped. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Nothing goes out by itself; QUIC would try to. */
const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

function findChromium(): string {
  const named = process.env.CHROME_PATH;
  const found = named ?? USUAL_PLACES.find((path) => existsSync(path));
  if (found !== undefined && existsSync(found)) return found;
  throw new Error(
    named === undefined
      ? 'the explorer is measured and tested in Chromium: install it (apt-get install chromium), or name one with CHROME_PATH'
      : `CHROME_PATH names ${named}, which is not there`,
  );
}

/** Starts it, with a profile of its own that nothing was kept in. @param gpu false = as in a browser without WebGPU */
export function launchChromium(gpu: boolean): Promise<Browser> {
  // Headless Linux is no platform where WebGPU is on by itself; the flag is what a desktop has.
  const webGpu = gpu ? ['--enable-unsafe-webgpu'] : ['--disable-features=WebGPU', '--disable-blink-features=WebGPU'];
  return chromium.launch({ executablePath: findChromium(), headless: true, chromiumSandbox: false, args: [...webGpu, ...QUIET] });
}
