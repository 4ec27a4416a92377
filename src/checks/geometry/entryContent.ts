/** @file Entries that stand at one position and hold something else: lists are paired by position, and nothing in them says what an entry is. */
import { formatInteger } from '../../core/units.ts';
import { numberOf } from '../entry.ts';
import { NEVER } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, PAIRING, VECTORS } from '../sources.ts';
import { listName } from './misplacement.ts';

/** `entry-content`: silent where tensors have no names, as in an engine's own dump. */
export const entryContent: PairCheck = {
  id: 'entry-content',
  title: 'Entries at one position hold the same layer and the same kind of data',
  moment: NEVER,
  said: null,
  words: '{entries} entries of the {list} are written onto entries that hold something else, the first {prefill} onto {decode}',
  engine: 'silent',
  severity: 'error',
  compared: 'pool, kind and layer of the two entries that stand at one position.',
  meaning:
    'Registration sends addresses and lengths, neither kinds nor layers. Two lists of equal length always pair, whatever they hold; newer versions can send layer ids.',
  consequence: (values) => {
    const [entries, bytes] = [numberOf(values, 'entries'), numberOf(values, 'bytes')];
    const all = entries === null || bytes === null ? '' : ` With every index, ${formatInteger(entries * bytes)} B land in ${entries} wrong entries.`;
    return `${values.prefill ?? 'One layer'} arrives where decode reads ${values.decode ?? 'another'}; its own data arrive elsewhere or nowhere.${all}`;
  },
  mend: () => 'Load the same model (compress_ratios of config.json) in the same pool mode and engine version on both nodes.',
  example: { list: 'KV list', entries: '2', prefill: 'target c4 layer 2', decode: 'target c4 layer 3', bytes: '37440' },
  situations: [
    'Two checkpoints of one family whose ratio lists have the same counts in another order.',
    'Two versions that list payloads and scales in another order.',
    'A list that was cut as if it were of another kind.',
  ],
  related: ['kv-entry-count', 'state-entry-count', 'component-list', 'compress-ratios-mismatch', 'layer-id-missing'],
  sources: [MOONCAKE, PAIRING, VECTORS],
  run: ({ lists }) =>
    lists.flatMap((compared) => {
      const wrong = compared.pairs.filter(({ srcContent, dstContent }) => srcContent !== null && dstContent !== null && srcContent !== dstContent);
      const [first] = wrong;
      if (first === undefined) return [];
      const [prefill, decode] = [first.srcContent ?? '', first.dstContent ?? ''];
      const values = { list: listName(compared), entries: String(wrong.length), prefill, decode, bytes: String(first.src.itemBytes) };
      return [{ side: 'decode' as const, values, prefill, decode }];
    }),
};
