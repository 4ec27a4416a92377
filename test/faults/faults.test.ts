/** Every kind of fault: an alarm where it changes bytes, silence where it changes none, and the same damage for the same seed. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import type { AnyFault, FaultName } from '../../src/faults/catalogue.ts';
import { FAULT_KINDS } from '../../src/faults/catalogue.ts';
import { faultCatalogue } from '../../src/faults/faultCatalogue.ts';
import { FAULT_CLASSES } from '../../src/faults/faultClasses.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';

const device = new CpuDevice(2 ** 30);
const NODE = { poolTokens: 1024, swaRatio: 0.75, slots: 2, preallocSlots: 0, speculation: { draftTokens: 2 } };

/** One layer of each kind and the draft's, both requests with state to send. */
const base: ScenarioInput = {
  model: { preset: 'dsv4-mini', hiddenLayers: 3, compressRatios: [0, 4, 128] },
  prefill: NODE,
  decode: NODE,
  requests: [{ length: 300 }, { length: 129 }],
  strategy: 'per-item',
  seed: 5,
};
const unified: ScenarioInput = {
  ...base,
  prefill: { ...NODE, mode: 'unified' },
  decode: { ...NODE, mode: 'unified', speculation: { draftTokens: 4 } },
};
/** One layer more of the two that compress, so that layers can be mixed up. */
const twice: ScenarioInput = { ...base, model: { preset: 'dsv4-mini', hiddenLayers: 4, compressRatios: [4, 128, 4, 128] } };

function run(scenario: ScenarioInput, faults: AnyFault[]): Promise<RunResult> {
  return runScenario(resolveScenario({ ...scenario, faults: faults as ScenarioInput['faults'] }, { name: 'test', locate: () => ({}), config: null }), {
    device,
    timing: false,
  });
}

function badWords({ verdict }: RunResult): number {
  return verdict.words === null ? 0 : verdict.words.wrong + verdict.words.missing + verdict.words.touched;
}

function planted({ verdict }: RunResult): string[] {
  return verdict.findings.filter(({ id }) => id === 'fault-planted').map(({ message }) => message);
}

/** A case that must be noticed, with its verdict; and one that changes no byte. */
interface Case {
  readonly alarm: readonly [AnyFault, RunResult['verdict']['status'], ScenarioInput?];
  readonly silence: readonly [AnyFault, ScenarioInput?];
}

const withoutDraft: ScenarioInput = {
  ...base,
  prefill: { ...NODE, speculation: { draftTokens: 2, draftLayers: 0 } },
  decode: { ...NODE, speculation: { draftTokens: 2, draftLayers: 0 } },
};
const one: ScenarioInput = { ...base, requests: [{ length: 300 }] };
const none: ScenarioInput = { ...base, requests: [] };
const windowOnly: ScenarioInput = { ...base, model: { preset: 'dsv4-mini', hiddenLayers: 2, compressRatios: [0, 0] } };

const CASES: { readonly [K in FaultName]: Case } = {
  'component-dropped': {
    alarm: [{ kind: 'component-dropped', component: 0 }, 'SILENT_CORRUPTION'],
    silence: [{ kind: 'component-dropped', component: 'draft' }, withoutDraft],
  },
  'component-not-registered': {
    alarm: [{ kind: 'component-not-registered', component: 1 }, 'SILENT_CORRUPTION'],
    silence: [{ kind: 'component-not-registered', component: 'draft' }, withoutDraft],
  },
  'draft-omitted': { alarm: [{ kind: 'draft-omitted' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'draft-omitted' }, withoutDraft] },
  'components-swapped': { alarm: [{ kind: 'components-swapped', side: 'prefill' }, 'TRANSFER_ERROR'], silence: [{ kind: 'components-swapped', first: 7 }] },
  'item-length-off': { alarm: [{ kind: 'item-length-off', component: 'kv', entry: 0 }, 'SILENT_CORRUPTION'], silence: [{ kind: 'item-length-off', bytes: 0 }] },
  'dtype-width': { alarm: [{ kind: 'dtype-width', component: 'kv' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'dtype-width', factor: 1 }] },
  'base-pointer': { alarm: [{ kind: 'base-pointer' }, 'SILENT_CORRUPTION', unified], silence: [{ kind: 'base-pointer' }] },
  'prompt-length-off': {
    alarm: [{ kind: 'prompt-length-off' }, 'SILENT_CORRUPTION', { ...base, requests: [{ length: 383 }] }],
    silence: [{ kind: 'prompt-length-off', request: 0 }],
  },
  'index-list-cut': {
    alarm: [{ kind: 'index-list-cut', list: 'swa', end: 'head', request: 0 }, 'SILENT_CORRUPTION'],
    silence: [{ kind: 'index-list-cut', entries: 0 }],
  },
  'stale-mapping': { alarm: [{ kind: 'stale-mapping' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'stale-mapping' }, none] },
  'null-page-used': { alarm: [{ kind: 'null-page-used' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'null-page-used', position: 90 }] },
  'ring-size-of-peer': { alarm: [{ kind: 'ring-size-of-peer' }, 'SILENT_CORRUPTION', unified], silence: [{ kind: 'ring-size-of-peer' }] },
  'aux-row-of-another': { alarm: [{ kind: 'aux-row-of-another' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'aux-row-of-another' }, one] },
  'layers-mispaired': { alarm: [{ kind: 'layers-mispaired' }, 'SILENT_CORRUPTION', twice], silence: [{ kind: 'layers-mispaired', by: 0 }, twice] },
  'partial-page': { alarm: [{ kind: 'partial-page' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'partial-page', share: 1 }] },
  'offset-wrap': { alarm: [{ kind: 'offset-wrap', bits: 16, side: 'decode' }, 'OUT_OF_RANGE'], silence: [{ kind: 'offset-wrap' }] },
  'copy-failed': { alarm: [{ kind: 'copy-failed' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'copy-failed' }, none] },
  'copy-refused': { alarm: [{ kind: 'copy-refused' }, 'TRANSFER_ERROR'], silence: [{ kind: 'copy-refused' }, none] },
  'page-reused-after-abort': { alarm: [{ kind: 'page-reused-after-abort' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'page-reused-after-abort' }, one] },
  'late-write': { alarm: [{ kind: 'late-write' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'late-write' }, none] },
  'torn-write': { alarm: [{ kind: 'torn-write' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'torn-write', share: 1 }] },
  'slot-not-reset': { alarm: [{ kind: 'slot-not-reset' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'slot-not-reset' }, windowOnly] },
  'bit-flip': { alarm: [{ kind: 'bit-flip' }, 'SILENT_CORRUPTION'], silence: [{ kind: 'bit-flip' }, none] },
};
const KINDS = Object.entries(CASES);

describe('alarm', () => {
  it.each(KINDS)('%s changes bytes, says what it did, and is found', async (_kind, { alarm: [fault, status, scenario = base] }) => {
    const result = await run(scenario, [fault]);
    expect(planted(result).join(), 'it says what it did').not.toContain('nothing here');
    expect(badWords(result)).toBeGreaterThan(0);
    expect(result.verdict.status).toBe(status);
  });
});

describe('silence', () => {
  it.each(KINDS)('%s that changes no byte is not found', async (_kind, { silence: [fault, scenario = base] }) => {
    const result = await run(scenario, [fault]);
    expect(badWords(result)).toBe(0);
    expect(result.verdict.status).toBe('PASS');
    const [told, ...more] = result.verdict.findings.filter(({ id }) => id === 'fault-planted');
    expect(more).toEqual([]);
    const isIdle = told?.message.endsWith('there is nothing here for it to change');
    expect(told?.consequence, 'no damage, no class of it').toBe(isIdle === true ? 'It does no damage.' : 'It changed nothing that decode reads.');
    expect(result.faults[0]?.class === null).toBe(isIdle);
  });

  it('another prompt length that gives the same lists is said to have changed nothing', async () => {
    const { verdict } = await run(base, [{ kind: 'prompt-length-off', request: 0 }]);
    expect(verdict.findings.map(({ message, consequence }) => [message, consequence])).toEqual([
      ['prompt-length-off: prefill builds the state lists of request 0 for 1 token more', 'It changed nothing that decode reads.'],
    ]);
  });
});

describe('what a fault says of pages', () => {
  it.each([
    [{ kind: 'component-dropped', component: 'kv' }, 'the KV pages are never sent'],
    [{ kind: 'component-dropped', component: 'aux' }, 'the metadata row is never sent'],
    [{ kind: 'late-write', component: 'kv', request: 0 }, 'the KV pages of request 0 land after decode has read the request'],
    [{ kind: 'torn-write', component: 'kv', request: 0 }, '50 % of the KV pages of request 0 have landed when they are read'],
    [{ kind: 'torn-write', component: 0, request: 0 }, '50 % of state component 0 of request 0 has landed when it is read'],
  ] as const)('%o: %s', async (fault, did) => {
    expect(planted(await run(base, [fault]))).toEqual([`${fault.kind}: ${did}`]);
  });
});

describe('seeds', () => {
  it('the same seed plants the same fault, another seed another one', async () => {
    const first = await run(base, [{ kind: 'bit-flip' }]);
    const again = await run(base, [{ kind: 'bit-flip' }]);
    const other = await run({ ...base, seed: 6 }, [{ kind: 'bit-flip' }]);
    expect(JSON.stringify(again.verdict)).toBe(JSON.stringify(first.verdict));
    expect(planted(other)).not.toEqual(planted(first));
  });

  it('one more fault leaves the others as they were', async () => {
    const alone = await run(base, [{ kind: 'null-page-used' }]);
    const both = await run(base, [{ kind: 'null-page-used' }, { kind: 'bit-flip' }]);
    expect(planted(both)[0]).toBe(planted(alone)[0]);
  });
});

describe('the catalogue', () => {
  it('says of every kind what class it has and why kinds share it', () => {
    const catalogue = faultCatalogue();
    expect(catalogue.map(({ kind }) => kind)).toEqual(Object.keys(FAULT_KINDS));
    for (const { title, class: faultClass, why } of catalogue) {
      expect(title).toMatch(/[^.]$/);
      expect(why).toBe(FAULT_CLASSES[faultClass].why);
    }
  });
});

describe('a prompt counted many pages longer', () => {
  it('takes its further pages from those that nobody holds', async () => {
    const plain: ScenarioInput = {
      model: { plain: { layers: 1, rows: 400, itemBytes: 512 } },
      requests: [{ length: 10 }, { length: 5 }],
      strategy: 'per-item',
    };
    const { verdict } = await run(plain, [{ kind: 'prompt-length-off', request: 0, tokens: 256, lists: 'all' }]);
    // Prefill's list is cut to decode's: what decode needs arrives.
    expect([verdict.status, verdict.findings[1]?.message]).toEqual([
      'PASS_WITH_WARNING',
      'len(chunked_dst_kv_indice) = 10, len(kv_chunk.prefill_kv_indices) = 266',
    ]);
  });
});
