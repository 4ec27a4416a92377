/** @file Stands for the package linkedom in the page's build: charts are drawn in a document apart from the page, and a browser brings one along. */

/** A document that is not shown. */
export function parseHTML(html: string): { readonly document: Document } {
  return { document: new DOMParser().parseFromString(html, 'text/html') };
}
