/** @file Goal `diff-dumps`: how long two dumps of 4,000 entries take, read and compared. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandGoal, printed } from './commandGoal.ts';

const ENTRIES = 4000;
const ITEM_BYTES = 37_440;

/** As a live engine prints it: no names, addresses as numbers of 64 bits. */
function dumpText(base: bigint, items: number, itemBytesOf: (entry: number) => number): string {
  const entries = Array.from({ length: ENTRIES }, (_, i) => i);
  const pointers = entries.map((i) => base + BigInt(i) * 0x1000_0000n);
  const lengths = entries.map((i) => items * itemBytesOf(i));
  return `{"engine_rank": 0, "page_size": 256, "kv_data_ptrs": [${pointers.join(', ')}], "kv_data_lens": ${JSON.stringify(lengths)},
"kv_item_lens": ${JSON.stringify(entries.map(itemBytesOf))}, "aux_data_ptrs": [], "aux_data_lens": [], "aux_item_lens": [],
"state_types": [], "state_data_ptrs": [], "state_data_lens": [], "state_item_lens": []}`;
}

/** `disagg-sim diff prefill.json decode.json --json`, from start to exit. */
export const diffDumps = commandGoal({
  name: 'diff-dumps',
  goalSeconds: 0.5,
  prepare: (folder) => {
    const files = ['prefill.json', 'decode.json'].map((name) => join(folder, name));
    const [prefill = '', decode = ''] = files;
    writeFileSync(
      prefill,
      dumpText(0xffff_81ab_0000_0000n, 500, () => ITEM_BYTES),
    );
    writeFileSync(
      decode,
      dumpText(0x7f00_0000_0000n, 700, (i) => (i < ENTRIES / 2 ? ITEM_BYTES : ITEM_BYTES / 2)),
    );
    return { args: ['diff', prefill, decode, '--json'], facts: { entries: ENTRIES } };
  },
  verify: (stdout) => {
    const { verdict, differences } = printed(stdout);
    const count = (differences as { counts?: Record<string, number> }).counts?.['item length'];
    if (verdict !== 'silent-corruption' || count !== ENTRIES / 2)
      throw new Error(`diff says ${String(verdict)}, with ${String(count)} item lengths that differ`);
  },
});
