/** @file What all pages share: one file, nothing fetched, its own style and script and no others, light and dark and paper. */
import { contentPolicy } from './contentPolicy.ts';
import { escapeHtml } from './escape.ts';
import { pageData } from './pageData.ts';

/** What a page is made of. */
export interface PageParts {
  /** Plain text. */
  readonly title: string;
  /** Both ASCII, since the policy names them by their hashes. */
  readonly style: string;
  readonly script: string | null;
  /** HTML, everything that came from outside escaped. */
  readonly body: string;
  /** What the page was made from, as JSON holds it; null where it carries nothing. */
  readonly data: unknown;
}

/** The whole page. */
export function pageShell({ title, style, script, body, data }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentPolicy(style, script))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${data === null ? '' : `${pageData(data)}\n`}${script === null ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

/** Colours of paper and ink, headings, paragraphs, tables. */
export function sharedStyle(): string {
  return `:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--faint:#667;--rule:#ccd;--none:#eef0f4;--good:#b9d7c3;--light:72%;--line:#0009}
@media (prefers-color-scheme:dark){:root{--paper:#14171c;--ink:#e6e8ec;--faint:#99a;--rule:#334;--none:#22262e;--good:#2c5140;--light:38%;--line:#fff9}}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--faint:#444;--rule:#999;--none:#f2f2f2;--good:#ddd;--light:85%;--line:#000c}}
body{margin:0 auto;max-width:62rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.4rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .5rem}h3{font-size:.95rem;margin:1.2rem 0 .3rem;font-weight:600}h4{font-size:.9rem;margin:1.1rem 0 .2rem;font-weight:600}h4 .facts{font-weight:400}
p,li{overflow-wrap:anywhere}.facts{color:var(--faint);margin:.2rem 0}.status{font-weight:700}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.15rem .7rem .15rem 0;text-align:right;border-bottom:1px solid var(--rule)}th:first-child,td:first-child{text-align:left}
svg.hidden{position:absolute;width:0;height:0}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;list-style:none;padding:0}.legend li{margin:0}`;
}
