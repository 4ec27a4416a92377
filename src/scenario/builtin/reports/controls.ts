/** @file Pairs that look wrong and are not: they must pass. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** Rows are addressed by row, so ring sizes may differ. */
export const ringSizes: ReportScenario = {
  class: 'control',
  report: null,
  source: 'derived from the ring row formula in sgl-project/sglang#27935',
  caughtBy: 'nothing: it must pass',
  scenario: {
    name: 'ring-128-against-131',
    title: 'Rings of 128 rows on prefill and 131 on decode: every row finds its place',
    description:
      'Position 902 moves from row 390 to row 771, position 1,029 from row 389 to row 767. Both nodes speculate and have a draft, so that nothing but the ring differs.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, slots: 5, mode: 'unified', speculation: { draftTokens: 1 } },
    decode: { ...SMALL, slots: 5, mode: 'unified', speculation: { draftTokens: 4 } },
    requests: [{ length: PROMPT, prefill: { slot: 3 }, decode: { slot: 5 } }],
    expect: { status: 'PASS', bytes: { 'target/swa_ring': { right: 786_432 }, 'draft/swa_ring': { right: 131_072 } } },
  },
};

/** C128 items of rings of 256 rows. */
export const c128Items: ReportScenario = {
  class: 'control',
  report: null,
  source: 'derived from the index rule in the sources',
  caughtBy: 'nothing: it must pass',
  scenario: {
    name: 'c128-items',
    title: 'C128 items of prompts at both ends of a block, in rings of 256 rows',
    description: 'Slot 7 with 257 tokens sends item 14, slot 6 with 129 tokens item 13, slot 5 with 300 tokens item 10, slot 4 with 1,152 tokens none.',
    model: 'dsv4-mini',
    prefill: { poolTokens: 4096, swaRatio: 0.5, slots: 7, speculation: { draftTokens: 2, draftLayers: 0 } },
    decode: { poolTokens: 4096, swaRatio: 0.5, slots: 7, preallocSlots: 0, speculation: { draftTokens: 2, draftLayers: 0 } },
    requests: [
      { length: 257, prefill: { slot: 7 }, decode: { slot: 1 } },
      { length: 129, prefill: { slot: 6 }, decode: { slot: 2 } },
      { length: 300, prefill: { slot: 5 }, decode: { slot: 3 } },
      { length: 1152, prefill: { slot: 4 }, decode: { slot: 4 } },
    ],
    expect: { status: 'PASS' },
  },
};

/** A lower score with every byte equal has its cause elsewhere. */
export const bytesEqual: ReportScenario = {
  class: 'control',
  report: 'B37',
  source: 'sgl-project/sglang#30543',
  caughtBy: 'nothing: it must pass',
  scenario: {
    name: 'bytes-equal-look-elsewhere',
    title: 'Decode without speculation scores lower, and every byte is right: look elsewhere',
    description: 'The report’s probes found what a run says at once: all that was sent has arrived. The cause lies in the decode path.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: PROMPT }],
    expect: { status: 'PASS' },
  },
};

/** Texts that differ over equal bytes: logits of random prompts are tied. */
export const textsDiffer: ReportScenario = {
  class: 'control',
  report: 'B36',
  source: 'vllm-project/tpu-inference#3369',
  caughtBy: 'nothing: it must pass',
  scenario: {
    name: 'texts-differ-bytes-equal',
    title: 'Texts of random prompts differ with and without a hand-off, and every byte is right',
    description:
      'A comparison of texts failed as often without any transfer, since tied logits decide. Prompts at the borders of pages, of which a run compares the bytes.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, swaRatio: 0.75, slots: 4 },
    decode: { ...SMALL, swaRatio: 0.75, slots: 4 },
    requests: [{ length: 255 }, { length: 256 }, { length: 257 }, { length: 512 }],
    expect: { status: 'PASS' },
  },
};

/** Logits differ from position 97 on, over equal bytes. */
export const kernelTiling: ReportScenario = {
  class: 'control',
  report: 'B64',
  source: 'sgl-project/sglang#25790',
  caughtBy: 'nothing: it must pass',
  scenario: {
    name: 'kernel-tiling-look-elsewhere',
    title: 'Log-probabilities differ from position 97 on over byte-identical cache: look elsewhere',
    description: 'The kernel’s block width differs between prefill and decode. A run shows that the cache does not.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: 97 }, { length: 98 }],
    expect: { status: 'PASS' },
  },
};

/** Addresses with bit 63 set. */
export const highAddress: ReportScenario = {
  class: 'control',
  report: 'B68',
  source: 'sgl-project/sglang#24188',
  caughtBy: 'nothing: it must pass',
  scenario: {
    name: 'address-with-bit-63',
    title: 'Device addresses of the form 0xffff81ab54e01000',
    description:
      'A signed 64-bit integer does not hold them, and mixed arithmetic turned them into floats. Bases are whole numbers of any size here; the hand-off must not notice.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, addressBase: '0xffff81ab54e01000' },
    decode: { ...SMALL, addressBase: '0xffff81ab94e01000' },
    requests: [{ length: 300 }],
    expect: { status: 'PASS' },
  },
};
