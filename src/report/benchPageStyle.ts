/** @file The bench page's style sheet: colours of series for light, dark and paper, charts that scale, tables that open in print. ASCII. */
import { sharedStyle } from './html/pageShell.ts';

/** Okabe and Ito's palette, told apart by the colour-blind: darkened on white, lightened on black. */
const LIGHT = ['#0060a8', '#b34700', '#007a57', '#a0457a', '#7a5c00', '#1b1f24', '#2f7fa8', '#5a3fc0'];
const DARK = ['#56b4e9', '#e69f00', '#33c59a', '#e08fbf', '#f0e442', '#e6e8ec', '#9ad0f5', '#b3a2ff'];

function colors(values: readonly string[]): string {
  return values.map((value, index) => `--c${index}:${value}`).join(';');
}

/** The whole sheet. */
export function benchPageStyle(): string {
  return `${sharedStyle()}
:root{${colors(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${colors(DARK)}}}
@media print{:root{${colors(LIGHT)}}}
body{max-width:120rem}header p,header dl,section>p,section>dl{max-width:66rem}
main>section{margin-top:2.2rem}
.note{border-left:4px solid var(--c1);padding:.2rem .8rem;margin:1rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.8rem 0}dt{color:var(--faint)}dd{margin:0;overflow-wrap:anywhere}
@media (max-width:40rem){body{padding:1rem}dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,28rem),1fr));gap:1rem 2rem;margin-bottom:1rem}.charts>p{grid-column:1/-1}
figure{margin:0;min-width:0}figcaption{font-weight:600;margin:.4rem 0}
.scroll{overflow-x:auto}.scroll:focus-visible{outline:2px solid var(--c0)}
svg.plot{display:block;width:100%;max-width:38rem;height:auto;color:var(--ink);font-size:12px}@media (max-width:30rem){svg.plot{font-size:14px}}svg.plot text{white-space:pre}
svg.swatch{width:2.6rem;height:1rem;vertical-align:-.15rem;margin-right:.4rem;color:var(--ink)}
.stroke{stroke:var(--ink);stroke-width:1;fill:none}.dots{fill:var(--ink)}.bare{fill:var(--paper)}.part-encode{fill:var(--c4)}.part-submit{fill:var(--c2)}.part-device{fill:var(--c0)}.part-rest{fill:none}
@media (prefers-color-scheme:light){.part-encode,.part-submit,.part-device{fill-opacity:.45}}
@media (prefers-color-scheme:dark){.part-encode,.part-submit,.part-device{fill-opacity:.5}}
details{margin:.6rem 0}summary{cursor:pointer;color:var(--faint)}
th{font-weight:600;white-space:nowrap;vertical-align:bottom}td.text,th.text{text-align:left}td{white-space:nowrap}td.text{white-space:normal;min-width:8rem}
table{font-size:.9rem}
@media print{body{max-width:none;padding:0;font-size:11px}.charts{grid-template-columns:1fr 1fr;gap:.6rem}figure,li,tr{break-inside:avoid}h2,summary{break-after:avoid}
.scroll{overflow:visible}table{font-size:8px}th,td{padding-right:.3rem}td.text{min-width:0}th{white-space:normal}
details::details-content{content-visibility:visible;block-size:auto;overflow:visible}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}`;
}
