/** @file What a page was made from, carried in it as data, so that the explorer can open the page. Browsers do not run it, whatever the page's policy. */

/** Before the data: the mark that readers look for. Text of the page is escaped, so that it stands nowhere else. */
export const DATA_BEGIN = '<script type="application/json" id="disagg-sim-report">';
/** After it. */
export const DATA_END = '</script>';

/** The element. No `<` of the data is left as one, so that nothing in it can end the element or begin another. */
export function pageData(data: unknown): string {
  return `${DATA_BEGIN}${JSON.stringify(data).replaceAll('<', '\\u003c')}${DATA_END}`;
}
