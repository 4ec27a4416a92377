/** @file A map of memory by keyboard: one stop of the Tab key, and the arrow keys go from damage to damage within it, as on the pages of `--html`. */

/** Leaves only the first damaged place of a drawing a stop of the Tab key, and has keys go on from there. @returns what ends it */
export function walkByKeys(drawing: HTMLElement): () => void {
  for (const place of placesOf(drawing).slice(1)) place.setAttribute('tabindex', '-1');
  drawing.addEventListener('keydown', moveByKey);
  return () => drawing.removeEventListener('keydown', moveByKey);
}

/** Goes on from the place that has the focus, by an arrow key, Home or End; other keys go their way. */
function moveByKey(event: KeyboardEvent): void {
  const place = event.target instanceof Element ? event.target.closest<SVGGElement>('.hurt') : null;
  const map = place?.closest('.map');
  if (place === null || map === null || map === undefined) return;
  const places = placesOf(map);
  const next = nextPlace(event.key, places, places.indexOf(place));
  if (next === null) return;
  // Else the page would scroll.
  event.preventDefault();
  const target = places[next];
  if (target === undefined) return;
  place.setAttribute('tabindex', '-1');
  target.setAttribute('tabindex', '0');
  target.focus();
}

/** Index of the place that a key leads to, which may lie beyond the ends; null where the key leads nowhere. */
function nextPlace(key: string, places: readonly SVGGElement[], at: number): number | null {
  const line = lineOf(places[at]);
  switch (key) {
    case 'ArrowRight':
      return at + 1;
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowDown':
      return places.findIndex((place) => lineOf(place) > line);
    case 'ArrowUp':
      return places.findLastIndex((place) => lineOf(place) < line);
    case 'Home':
      return 0;
    case 'End':
      return places.length - 1;
    default:
      return null;
  }
}

function lineOf(place: SVGGElement | undefined): number {
  return Number(place?.dataset.line);
}

function placesOf(map: Element): readonly SVGGElement[] {
  return [...map.querySelectorAll<SVGGElement>('.hurt')];
}
