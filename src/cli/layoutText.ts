/** @file What `layout` shows to people: a table a rank. */
import picocolors from 'picocolors';
import { counted, formatBytes, formatInteger } from '../core/units.ts';
import type { KvArgs, KvEntry } from '../kvargs/kvArgs.ts';
import { hexAddress } from '../memory/addressSpace.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { engineLine } from './checkText.ts';
import { columns } from './columns.ts';
import { findingText } from './findingText.ts';
import type { Layout } from './layoutReport.ts';

/** Both nodes, all lists. */
export function layoutText(scenario: ResolvedScenario, layout: Layout, color: boolean): string {
  const paint = picocolors.createColors(color);
  const node = (side: 'prefill' | 'decode') => {
    const { ranks, refusal } = layout[side];
    const tables = ranks.map((rank, i) =>
      [paint.bold(`${side}, rank ${i} (tp ${rank.engineRank}, pp ${rank.ppRank}): ${sumLine(rank)}`), rankTable(rank), ''].join('\n'),
    );
    return [`${side}: ${engineLine(scenario[side])}`, refusal === null ? '' : findingText(refusal, paint), ...tables];
  };
  return [paint.bold(scenario.title), '', ...node('prefill'), ...node('decode')].join('\n');
}

function sumLine({ kv, state, aux }: KvArgs): string {
  const bytes = [...kv, ...aux, ...state.flatMap(({ entries }) => entries)].reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
  return `${counted(kv.length, 'KV entry', 'KV entries')}, ${counted(state.length, 'state component')}, ${counted(aux.length, 'metadata buffer')}, ${formatBytes(bytes)} registered`;
}

function rankTable({ kv, state, aux }: KvArgs): string {
  const rows: string[][] = [];
  const add = (list: string, entries: readonly KvEntry[]) => {
    for (const [i, entry] of entries.entries()) rows.push(row(`${list}[${i}]`, entry));
  };
  add('kv', kv);
  for (const [position, { type, entries }] of state.entries()) {
    if (entries.length === 0) rows.push([`state[${position}] ${type}`, '(no entries)', '', '', '', '']);
    add(`state[${position}] ${type}`, entries);
  }
  add('aux', aux);
  return columns(['list', 'tensor', 'address', 'bytes', 'item bytes', 'items'], ['left', 'left', 'right', 'right', 'right', 'right'], rows);
}

function row(list: string, { tensor, address, lengthBytes, itemBytes }: KvEntry): string[] {
  // C4 state need not be whole items; an item of 0 bytes (page below the ratio, unified) has no count.
  const items = itemBytes === 0 ? '-' : String(Math.round((lengthBytes / itemBytes) * 1e4) / 1e4);
  return [list, tensor, hexAddress(address), formatInteger(lengthBytes), formatInteger(itemBytes), items];
}
