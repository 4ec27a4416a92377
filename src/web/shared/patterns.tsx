/** @file The patterns that maps and swatches are filled with, once for the page, and their hues. */
import { useEffect } from 'preact/hooks';
import { hueRules, patternDefinitions } from '../../report/html/paints.ts';

/** Gives the document the hues of causes. As a constructed sheet: the page's content policy lets no inline one through. */
function adoptHues(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(hueRules());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Not seen itself, but there: patterns of what is not displayed do not draw. Constant markup. */
export function Patterns() {
  useEffect(adoptHues, []);
  return <svg class="definitions" aria-hidden="true" dangerouslySetInnerHTML={{ __html: patternDefinitions() }} />;
}
