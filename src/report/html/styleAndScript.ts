/** @file The page's one style sheet and one script, both ASCII: the content policy names them by their hashes. */
import { sharedStyle } from './pageShell.ts';
import { hueRules } from './paints.ts';

/** Light, dark and paper; patterns and letters carry what colours say. */
export function styleSheet(): string {
  return `${sharedStyle()}
ol{padding-left:1.6rem}li{margin:.5rem 0}li.lit{outline:2px solid var(--ink);outline-offset:4px}
.map{display:flex}.map .names{flex:none}.map .cells{flex:1;min-width:0;overflow:visible}details{margin-top:1.2rem}summary{cursor:pointer}svg.swatch{width:1.6rem;height:1rem;vertical-align:-.15rem;margin-right:.4rem}
.wide{overflow-x:auto}.label,.axis{font:10px system-ui,sans-serif;fill:var(--faint)}.label,.last{text-anchor:end}
.mark{font:700 10px system-ui,sans-serif;fill:var(--ink);text-anchor:middle;stroke:var(--paper);stroke-width:2px;paint-order:stroke;pointer-events:none}.fine{display:none}
.stroke{stroke:var(--line);stroke-width:1.2;fill:none}.c-none{fill:var(--none)}.c-right{fill:var(--good)}.c-unseen{fill:var(--rule)}
.hurt{cursor:pointer}.hurt:focus,.hurt:hover{outline:none}.hurt:focus rect,.hurt:hover rect{stroke:var(--ink);stroke-width:2}
#told{position:sticky;bottom:0;background:var(--paper);border-top:2px solid var(--rule);padding:.6rem 0;min-height:3rem}
@media (min-width:60rem){.fine{display:inline}}
@media (min-width:100rem){body{max-width:130rem;padding:1.5rem 3rem}.run{display:grid;grid-template-columns:minmax(0,4fr) minmax(0,5fr);column-gap:3rem;align-items:start}.run>.memory{grid-column:2;grid-row:1/span 9}.run>:not(.memory){grid-column:1}}
@media print{#told{display:none}body{max-width:none;padding:0}.map,li,table{break-inside:avoid}h2,h3,h4,.facts{break-after:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
${hueRules()}`;
}

/**
 * What is under the pointer, or has the focus, is told at the foot of the page, and its story is marked in the list. With the script a map is one stop of the Tab key, and the arrow keys
 * go from damage to damage within it; without, each damaged place is a stop.
 */
export function script(): string {
  return `(() => {
  const told = document.getElementById('told');
  const tell = (event) => {
    const hurt = event.target.closest('.hurt');
    if (hurt === null) return;
    told.textContent = hurt.getAttribute('aria-label');
    for (const lit of document.querySelectorAll('li.lit')) lit.classList.remove('lit');
    const story = hurt.dataset.story === undefined ? null : hurt.closest('.run').querySelector('li[data-story="' + hurt.dataset.story + '"]');
    if (story !== null) story.classList.add('lit');
  };
  const placesOf = (map) => [...map.querySelectorAll('.hurt')];
  const goTo = (places, next) => {
    if (next < 0 || next >= places.length) return;
    for (const place of places) place.setAttribute('tabindex', '-1');
    places[next].setAttribute('tabindex', '0');
    places[next].focus();
  };
  const move = (event) => {
    const hurt = event.target.closest('.hurt');
    if (hurt === null) return;
    const places = placesOf(hurt.closest('.map'));
    const at = places.indexOf(hurt);
    const line = Number(hurt.dataset.line);
    const next = {
      ArrowRight: () => at + 1,
      ArrowLeft: () => at - 1,
      ArrowDown: () => places.findIndex((place) => Number(place.dataset.line) > line),
      ArrowUp: () => places.findLastIndex((place) => Number(place.dataset.line) < line),
      Home: () => 0,
      End: () => places.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    goTo(places, next());
  };
  for (const map of document.querySelectorAll('.map')) placesOf(map).slice(1).forEach((place) => place.setAttribute('tabindex', '-1'));
  document.addEventListener('mouseover', tell);
  document.addEventListener('focusin', tell);
  document.addEventListener('keydown', move);
})();`;
}
