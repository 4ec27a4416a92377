/** @file Readings of what is said between nodes: at the handshake, in the transfer worker, by timeouts. */
import { formatInteger } from '../../core/units.ts';
import { wholeNumber } from './pythonTuple.ts';
import { type Reader, readValue } from './reading.ts';

/** Page sizes of the two servers. */
export const readPageSizes: Reader = ({ prefill, decode }) => ({
  values: [
    ...readValue(prefill, 'page size of prefill, tokens', '--page-size on prefill'),
    ...readValue(decode, 'page size of decode, tokens', '--page-size on decode'),
  ],
  remarks: [prefill, decode].includes('256')
    ? ['256 is the default of DeepSeek-V4 (128 on NPU), and the only page size of its paged pools: change the other node.']
    : ['Neither is 256, the default of DeepSeek-V4 and the only page size of its paged pools (NPU: 128).'],
});

/** KV dtypes of the two servers. */
export const readKvDtypes: Reader = ({ prefill, decode }) => ({
  values: [
    ...readValue(prefill, 'KV dtype of prefill, as text', '--kv-cache-dtype on prefill'),
    ...readValue(decode, 'KV dtype of decode, as text', '--kv-cache-dtype on decode'),
  ],
  remarks: ['The texts are compared, after `auto` is resolved: for DeepSeek-V4 it becomes fp8_e4m3 (bfloat16 on NPU).'],
});

/** Pipeline sizes. */
export const readPipelines: Reader = ({ prefill, decode }) => ({
  values: [
    ...readValue(prefill, 'pipeline stages of prefill', '--pp-size on prefill'),
    ...readValue(decode, 'pipeline stages of decode', '--pp-size on decode'),
  ],
  remarks: [],
});

/** Index lists that must be of one length. */
export const readListLengths: Reader = ({ type, position, prefill, decode, common }) => {
  const kind = type?.replace(/^StateType\./, '');
  const [sent, expected] = [wholeNumber(prefill), wholeNumber(decode)];
  const remarks: string[] = [];
  if (expected === 0n) remarks.push('Decode lists nothing: it has no such component at this position, or had nothing to list.');
  if (sent === 0n) remarks.push('Prefill lists nothing for what decode expects.');
  if (kind?.toUpperCase() === 'SWA_RING') {
    remarks.push(
      'A ring list has min(window, tokens) rows: lists of unlike length mean unlike windows, or that the two nodes count the tokens of the request differently.',
    );
  }
  if (kind?.toUpperCase() === 'C128_STATE')
    remarks.push('A C128 list has one item, or none where the prompt is a multiple of 128 tokens: the two nodes count its tokens differently.');
  return {
    values: [
      ...readValue(kind, 'component'),
      ...readValue(position, 'position of the component'),
      ...readValue(prefill, 'indices that prefill lists'),
      ...readValue(decode, 'indices that decode lists'),
      ...readValue(common, 'indices that are sent'),
    ],
    remarks,
  };
};

/** Page lists of unlike length, which are cut. */
export const readCutLists: Reader = ({ prefill, decode }) => {
  const [sent, expected] = [wholeNumber(prefill), wholeNumber(decode)];
  const more = sent === null || expected === null ? 0n : sent - expected;
  const kept = more > 0n ? expected : sent;
  return {
    values: [...readValue(prefill, 'pages that prefill lists'), ...readValue(decode, 'pages that decode lists')],
    remarks:
      more === 0n
        ? []
        : [
            `The first ${kept} of each list are sent: the oldest.${more < 0n ? '' : ` ${more} of prefill's, the newest, stay behind.`} Where the longer list starts earlier, every page lands one place away from its own.`,
          ],
  };
};

/** A list that pipeline slicing cannot place. */
export const readListLayout: Reader = ({ length, kv, state, c4, c128, total }) => {
  const [given, tail, layers] = [wholeNumber(length), wholeNumber(state), wholeNumber(total)];
  const windows = given === null || tail === null ? null : given - tail;
  return {
    values: [
      ...readValue(length, "entries of decode's list"),
      ...readValue(kv, 'entries of a KV list of this model: 2 x C4 + C128'),
      ...readValue(state, 'C4 states at the end of an SWA list: 2 x C4'),
      ...readValue(c4, 'C4 layers', 'compress_ratios'),
      ...readValue(c128, 'C128 layers', 'compress_ratios'),
      ...readValue(total, 'compression ratios', 'compress_ratios'),
    ],
    remarks:
      windows === null
        ? []
        : given === 0n
          ? [
              "Decode's list is empty: it has no such component. Prefill has a draft, and decode has none (--speculative-algorithm on prefill only), or the pool modes differ.",
            ]
          : [
              `Taken for an SWA list it would have ${windows} window layers, which must be 0 to ${layers ?? 'all'}: the two nodes registered lists of different models, drafts or pool modes.`,
            ],
  };
};

/** KV entries of the two nodes. */
export const readRegions: Reader = ({ prefill, decode }) => ({
  values: [...readValue(prefill, 'KV entries of prefill'), ...readValue(decode, 'KV entries of decode')],
  remarks: ['DeepSeek-V4-Flash registers 62 KV entries and -Pro 91 (2 x C4 layers + C128 layers); a DeepSeek-V4 draft adds none.'],
});

/** A wait that ended. */
export const readTimeout: Reader = ({ room, seconds }) => ({
  values: [...readValue(room, 'bootstrap room of the request'), ...readValue(seconds, 'seconds waited')],
  remarks: Number(seconds) >= 290 && Number(seconds) <= 310 ? ['About 300 s: the default of both timeouts.'] : [],
});

/** A request that does not fit. */
export const readOverflow: Reader = ({ rid, tokens, most }) => {
  const [asked, there] = [wholeNumber(tokens), wholeNumber(most)];
  const over = asked === null || there === null ? null : asked - there;
  return {
    values: [
      ...readValue(rid, 'request'),
      ...readValue(tokens, 'tokens it needs'),
      ...readValue(most, 'tokens there are', '--max-total-tokens, --mem-fraction-static, --swa-full-tokens-ratio'),
    ],
    remarks: over === null || over > BigInt(Number.MAX_SAFE_INTEGER) ? [] : [`${formatInteger(Number(over))} too many.`],
  };
};

/** Threads and queues of the transfer manager. */
export const readThreads: Reader = ({ threads, queues }) => ({
  values: [
    ...readValue(threads, 'transfer threads', 'SGLANG_DISAGGREGATION_THREAD_POOL_SIZE'),
    ...readValue(queues, 'transfer queues', 'SGLANG_DISAGGREGATION_QUEUE_SIZE (4 by default)'),
  ],
  remarks: ['Every queue needs a thread of its own.'],
});

/** The chunk of the staging buffer. */
export const readChunk: Reader = ({ page, chunk }) => {
  const [pages, tokens] = [wholeNumber(page), wholeNumber(chunk)];
  const below = pages === null || tokens === null || pages < 1n || tokens < pages ? null : tokens - (tokens % pages);
  return {
    values: [...readValue(page, 'page size, tokens', '--page-size'), ...readValue(chunk, 'tokens of a prefill chunk', '--chunked-prefill-size')],
    remarks: below === null ? [] : [`The next whole number of pages below is ${below}.`],
  };
};

/** A row with another room's data. */
export const readCollision: Reader = ({ rid, expected, actual, row }) => ({
  values: [
    ...readValue(rid, 'request'),
    ...readValue(expected, 'its bootstrap room'),
    ...readValue(actual, 'bootstrap room found in its metadata row'),
    ...readValue(row, 'metadata row'),
  ],
  remarks: actual === '0' ? ['Room 0 is an empty row: it was cleared, or never written.'] : [],
});
