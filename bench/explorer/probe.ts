/**
 * @file Runs inside the page, before anything of the page does, and notes when things are there to be seen. A thing counts as seen when the frame after it has been painted: the first task
 * after an animation frame. It polls nothing. It lives in a browser, so it is checked with the page's types, and it is no module: it must be there before any module is.
 */
type PageProbe = import('./pageMeasures.ts').PageProbe;
type PageMeasures = ReturnType<PageProbe['measures']>;

const VERDICT = '[aria-labelledby="checks-title"] .verdict';
const FIELD = '.settings input:enabled';

const tasks: PageMeasures['tasks'][number][] = [];
let isUsable = false;
let usableMs: number | null = null;
let changedAt = 0;
let answer: PageMeasures['answer'] = null;
let frameTimes: number[] | null = null;

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) tasks.push({ startMs: startTime, milliseconds: duration });
}).observe({ type: 'longtask', buffered: true });

/** Calls back once what the document holds now has been painted. */
function afterPaint(then: (now: number) => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  });
}

function lookForFields(): void {
  if (isUsable || document.querySelector(FIELD) === null || document.querySelector(VERDICT) === null) return;
  isUsable = true;
  afterPaint((now) => {
    usableMs = now;
  });
}

/** `<html data-state>` is `checking` from a change until the checks have answered it. */
function followChecks(): void {
  let before = document.documentElement.dataset.state;
  new MutationObserver(() => {
    const state = document.documentElement.dataset.state;
    if (state === 'checking') answer = null;
    else if (before === 'checking') {
      afterPaint((now) => {
        answer = { milliseconds: now - changedAt, verdict: verdictNow() };
      });
    }
    before = state;
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-state'] });
}

function verdictNow(): string {
  return document.querySelector(VERDICT)?.textContent ?? '';
}

document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive') return;
  new MutationObserver((_changes, observer) => {
    lookForFields();
    if (isUsable) observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  lookForFields();
  followChecks();
});
// Choices and boxes have it as well, just before `change`.
addEventListener('input', ({ timeStamp }) => (changedAt = timeStamp), { capture: true });

function watchFrames(): void {
  const times: number[] = [];
  frameTimes = times;
  const note = (time: number) => {
    if (frameTimes !== times) return;
    times.push(time);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

const probe: PageProbe = {
  measures: () => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null;
    return { paintMs: paint, usableMs, answer, verdict: verdictNow(), tasks };
  },
  watchFrames,
  frames: () => {
    const times = frameTimes ?? [];
    frameTimes = null;
    return times;
  },
};
Object.assign(globalThis, { probe });
