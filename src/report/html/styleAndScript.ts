/** @file The page's one style sheet and one script, both ASCII: the content policy names them by their hashes. */
import { hueRules } from './paints.ts';

/** Light, dark and paper; patterns and letters carry what colours say. */
export function styleSheet(): string {
  return `:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--faint:#667;--rule:#ccd;--none:#eef0f4;--good:#b9d7c3;--light:72%;--line:#0009}
@media (prefers-color-scheme:dark){:root{--paper:#14171c;--ink:#e6e8ec;--faint:#99a;--rule:#334;--none:#22262e;--good:#2c5140;--light:38%;--line:#fff9}}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--faint:#444;--rule:#999;--none:#f2f2f2;--good:#ddd;--light:85%;--line:#000c}}
body{margin:0 auto;max-width:62rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.4rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .5rem}h3{font-size:.95rem;margin:1.2rem 0 .3rem;font-weight:600}
p,li{overflow-wrap:anywhere}.facts{color:var(--faint);margin:.2rem 0}.status{font-weight:700}
ol{padding-left:1.6rem}li{margin:.5rem 0}li.lit{outline:2px solid var(--ink);outline-offset:4px}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.15rem .7rem .15rem 0;text-align:right;border-bottom:1px solid var(--rule)}th:first-child,td:first-child{text-align:left}
svg.map{width:100%;height:auto;display:block}svg.swatch{width:1.6rem;height:1rem;vertical-align:-.15rem;margin-right:.4rem}
.label{font:10px system-ui,sans-serif;fill:var(--faint);text-anchor:end}.mark{font:700 10px system-ui,sans-serif;fill:var(--ink);text-anchor:middle;stroke:var(--paper);stroke-width:2px;paint-order:stroke}
.stroke{stroke:var(--line);stroke-width:1.2;fill:none}.c-none{fill:var(--none)}.c-right{fill:var(--good)}.c-unseen{fill:var(--rule)}
.hurt{cursor:pointer}.hurt:focus,.hurt:hover{outline:none}.hurt:focus rect,.hurt:hover rect{stroke:var(--ink);stroke-width:2}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;list-style:none;padding:0}.legend li{margin:0}
#told{position:sticky;bottom:0;background:var(--paper);border-top:2px solid var(--rule);padding:.6rem 0;min-height:3rem}
svg.hidden{position:absolute;width:0;height:0}
@media print{#told{display:none}body{max-width:none;padding:0}svg.map,li,table{break-inside:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
${hueRules()}`;
}

/** What is under the pointer, or has the focus, is told at the foot of the page, and its story is marked in the list. */
export function script(): string {
  return `(() => {
  const told = document.getElementById('told');
  const tell = (event) => {
    const hurt = event.target.closest('.hurt');
    if (hurt === null) return;
    told.textContent = hurt.getAttribute('aria-label');
    for (const lit of document.querySelectorAll('li.lit')) lit.classList.remove('lit');
    const story = document.getElementById('story-' + hurt.dataset.story);
    if (story !== null) story.classList.add('lit');
  };
  document.addEventListener('mouseover', tell);
  document.addEventListener('focusin', tell);
})();`;
}
