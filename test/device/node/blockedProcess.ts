/** @file A process of its own for watchdog.test.ts: blocks its thread inside a watched call (`blocked`), or makes many short ones (`busy`), for three seconds. */
import { startWatchdog } from '../../../src/device/node/watchdog.ts';

const watch = startWatchdog('a test adapter', 1000);
const spin = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};
const callMs = process.argv[2] === 'blocked' ? 3000 : 300;
for (let spent = 0; spent < 3000; spent += callMs) {
  watch.begin();
  spin(callMs);
  watch.end();
}
