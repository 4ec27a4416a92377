/** @file The page's one style sheet and one script, both ASCII: the content policy names them by their hashes. */
import { sharedStyle } from './pageShell.ts';
import { hueRules } from './paints.ts';

/** Light, dark and paper; patterns and letters carry what colours say. */
export function styleSheet(): string {
  return `${sharedStyle()}
ol{padding-left:1.6rem}li{margin:.5rem 0}li.lit{outline:2px solid var(--ink);outline-offset:4px}
svg.map{width:100%;min-width:40rem;height:auto;display:block}.wide{overflow-x:auto}details{margin-top:1.2rem}summary{cursor:pointer}svg.swatch{width:1.6rem;height:1rem;vertical-align:-.15rem;margin-right:.4rem}
.label{font:10px system-ui,sans-serif;fill:var(--faint);text-anchor:end}.mark{font:700 10px system-ui,sans-serif;fill:var(--ink);text-anchor:middle;stroke:var(--paper);stroke-width:2px;paint-order:stroke}
.stroke{stroke:var(--line);stroke-width:1.2;fill:none}.c-none{fill:var(--none)}.c-right{fill:var(--good)}.c-unseen{fill:var(--rule)}
.hurt{cursor:pointer}.hurt:focus,.hurt:hover{outline:none}.hurt:focus rect,.hurt:hover rect{stroke:var(--ink);stroke-width:2}
#told{position:sticky;bottom:0;background:var(--paper);border-top:2px solid var(--rule);padding:.6rem 0;min-height:3rem}
@media print{svg.map{min-width:0}#told{display:none}body{max-width:none;padding:0}svg.map,li,table{break-inside:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
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
