/** @file What `diff` says to people: the verdict, where the dumps first differ, and what was found. */

import picocolors from 'picocolors';
import { counted } from '../core/units.ts';
import type { KvArgs } from '../kvargs/kvArgs.ts';
import { findingsText, verdictLine } from './checkText.ts';
import type { DiffReport } from './diffReport.ts';

/** The report as text. */
export function diffText(report: DiffReport, nodes: Readonly<Record<'prefill' | 'decode', readonly KvArgs[]>>, color: boolean): string {
  const paint = picocolors.createColors(color);
  const { first, counts } = report.differences;
  const kinds = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} in ${what}`]));
  return [
    verdictLine(report, paint),
    '',
    `${paint.bold('prefill')}  ${nodes.prefill.map(registrationText).join('; ')}`,
    `${paint.bold('decode')}   ${nodes.decode.map(registrationText).join('; ')}`,
    '',
    ...(first === null
      ? ['The lists are equal but for their addresses.']
      : [
          `${paint.bold('First difference')}  ${first.what} of ${first.place}: ${first.prefill} on prefill, ${first.decode} on decode`,
          `${paint.bold('In all')}            ${kinds.join(', ')}${counts.length > 0 ? ' (lengths follow from the sizes of pools, and may differ)' : ''}`,
        ]),
    '',
    ...findingsText(report, paint),
  ].join('\n');
}

function registrationText({ kv, state, aux, engineRank, ppRank }: KvArgs): string {
  const components = state.map(({ type, entries }) => `${type} ${entries.length}`).join(', ');
  return `rank ${engineRank}, stage ${ppRank}: ${counted(kv.length, 'KV entry', 'KV entries')}, components [${components}], ${counted(aux.length, 'metadata buffer')}`;
}
