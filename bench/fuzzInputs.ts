/** @file Mutated inputs of everything that reads what users hand over, and what reading them comes to. */
import { SimError } from '../src/core/errors.ts';
import type { RandomStream } from '../src/core/random.ts';
import { fitLink } from '../src/cost/calibrate.ts';
import { parseLink } from '../src/cost/linkText.ts';
import { parseSweepCsv } from '../src/cost/sweepCsv.ts';
import { modelTransfer } from '../src/cost/transfer.ts';
import { readDump } from '../src/kvargs/readDump.ts';
import { explainFound } from '../src/launch/messages/explain.ts';
import { nearestMessage } from '../src/launch/messages/nearestMessage.ts';
import { findMessages } from '../src/launch/messages/scanner.ts';
import { pairLaunches } from '../src/launch/pairLaunches.ts';
import { readLaunches } from '../src/launch/readLaunches.ts';
import { resolveLaunch } from '../src/launch/settings.ts';
import { resolveScenario } from '../src/scenario/resolveScenario.ts';
import { parseScenarioText } from '../src/scenario/scenarioText.ts';
import { validateScenario } from '../src/scenario/validateScenario.ts';
import { checkDumps } from '../src/session/checkDumps.ts';

/** A kind of input: sound ones to start from, and the code that reads them. */
export interface FuzzTarget {
  readonly name: string;
  readonly samples: readonly string[];
  /** Reads to the end. @throws SimError for input that is wrong; anything else is a crash */
  read(text: string): void;
}

const DUMP = JSON.stringify({
  engine_rank: 0,
  page_size: 256,
  kv_cache_dtype_str: 'fp8_e4m3',
  kv_data_ptrs: ['0x7f0000000000', '0x7f0000100000'],
  kv_data_lens: [187200, 187200],
  kv_item_lens: [37440, 37440],
  aux_data_ptrs: [18446744073709],
  aux_data_lens: [512],
  aux_item_lens: [64],
  state_types: ['swa', 'c128_state'],
  state_data_ptrs: [['0x7f0000200000'], ['0xffff81ab54e01000']],
  state_data_lens: [[449280], [4718592]],
  state_item_lens: [[149760], [524288]],
});

/** All of them. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  {
    name: 'launch lines',
    samples: [
      'A=1 sglang serve --tp 4 --model-path deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode prefill --speculative-algorithm EAGLE --api-key k',
      `export B="x $A" C=$(date)\nX=(a "b c")\nif [ $1 ]; then D=\${E:-f}; fi\nbash -c 'python -m sglang.launch_server "\${X[@]}" --tp $D' <<EOF\nb\nEOF\n`,
      `services:\n  d: &d\n    environment: {A: "1"}\n    command: bash -c "sglang serve --tp $$A \${B:-2}"\n  e:\n    <<: *d\n`,
    ],
    read: (text) => {
      for (const launch of readLaunches(text, 'x')) {
        const resolved = resolveLaunch(launch, { side: 'prefill' });
        pairLaunches(resolved, resolved);
      }
    },
  },
  {
    name: 'scenarios',
    samples: [
      'model: dsv4-mini\nprefill: {slots: 3, mode: paged}\nrequests: [{length: 300}, {length: 1, decode: {slot: 3}}]\nseed: 5\n',
      'model: {plain: {layers: 1, rows: 2, itemBytes: 8}}\ndecode: {addressBase: "0xff"}\nrequests: {lengths: [3]}\nexpect: {status: PASS}\n',
    ],
    read: (text) => {
      const { value, locate } = parseScenarioText(text, 'x');
      resolveScenario(validateScenario(value, locate), { name: 'x', locate, config: null, variant: 'given' });
    },
  },
  {
    name: 'links',
    samples: [
      'name: a\nfrom: rdma-400g\npostingMicros: 0.5\nknownBytes: [4096, 8192]\n',
      'name: b\npieces: [{upToBytes: 8, alphaMicros: 1, gigabytesPerSecond: 2}, {alphaMicros: 1, gigabytesPerSecond: 3}]\npostingMicros: 1\nsource: x\nmessagesPerSecond: null\n',
    ],
    read: (text) => {
      modelTransfer(parseLink(text, 'x'), [{ bytes: 4096, count: 3 }]);
    },
  },
  {
    name: 'sweeps',
    samples: [
      'block_size,batch_size,avg_lat,bw_gb_sec\n4096,1,6.5,0.6\n8192,1,7.1,1.1\n16384,1,8.8,1.8\n32768,1,10.9,3\n65536,64,1e1,4\n',
      'bytes,seconds\n1,1e-6\n2,1.1e-6\n4,1.3e-6\n"8",2e-6\n16,3e-6\n32,5e-6\n64,9e-6\n',
    ],
    read: (text) => {
      fitLink(parseSweepCsv(text, 'x'), { name: 'x', title: 'x', what: 'x' });
    },
  },
  {
    name: 'dumps',
    samples: [DUMP, `{"prefill": {"ranks": [${DUMP}]}, "decode": {"ranks": [${DUMP}]}}`, `[${DUMP}]`],
    read: (text) => {
      const ranks = readDump(text, 'decode', 'x');
      checkDumps(ranks, ranks, { mostRegionBytes: 2 ** 32, isRegionStated: false });
    },
  },
  {
    name: 'messages',
    samples: [
      'RuntimeError: DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)',
      'RuntimeError: DSV4 target and draft pools must share SWA ring geometry: target=(128, 131, 524), draft=(64, None, 268)',
      'RuntimeError: Transfer thread failed because of SWA_RING state index length mismatch: prefill=128, dst=0. Prefill instance with bootstrap_port=8998 is dead.',
      'Traceback (most recent call last):\n  File "sglang/srt/disaggregation/x.py", line 3\nKeyError: 2\nAssertionError\nlist index out of range\ninteger division or modulo by zero\n',
      'Unexpected compressed-MLA dst_kv_ptrs length 0; expected either 62 (kv_data) or swa_L + 42 (state_data) given compression_ratios (c4=21, c128=20, total=44).',
    ],
    read: (text) => {
      for (const found of findMessages(text)) explainFound(found);
      nearestMessage(text);
    },
  },
];

const PIECES = ['"', "'", '`', '$', '${', '}', '$(', ')', '(', '\\', '\n', '\r\n', '#', '&&', '|', '<<', '=', '[@]', ':-', '- ', ': ', '*a', '&a ', '\t', '\0'];
const VALUES = [
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  '18446744073709551616',
  'null',
  'None',
  'True',
  '[]',
  '{}',
  '""',
  '\ud800',
  '€',
  '(1, (2, 3)',
  'NaN',
  '0x',
];
const MOST_EDITS = 6;
const LONGEST_CUT = 24;

/** A sample with some places cut, doubled, or written over. */
export function mutate(sample: string, random: RandomStream): string {
  let text = sample;
  for (let edits = 1 + random.below(MOST_EDITS); edits > 0; edits--) {
    const at = random.below(text.length + 1);
    const cut = random.below(LONGEST_CUT);
    const pieces = random.below(2) === 0 ? PIECES : VALUES;
    const inserted = random.below(8) === 0 ? text.slice(at, at + cut).repeat(3) : (pieces[random.below(pieces.length)] ?? '');
    text = text.slice(0, at) + inserted + text.slice(at + (random.below(3) === 0 ? 0 : cut));
  }
  return text;
}

/** What reading an input came to: null where it was read, or refused as it should be; else what was thrown. */
export function crashOf(target: FuzzTarget, text: string): unknown {
  try {
    target.read(text);
    return null;
  } catch (error) {
    return error instanceof SimError ? null : error;
  }
}
