/** Single values of a scenario: read, set, taken out, with the rest as it was. */
import { describe, expect, it } from 'vitest';
import { BUILTIN_SCENARIOS } from '../../../src/scenario/builtin/index.ts';
import { REPORT_SCENARIOS } from '../../../src/scenario/builtin/reportScenarios.ts';
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import { hasPlaces, lengthsOf, lengthsText, valueAt, withValue } from '../../../src/web/playground/editScenario.ts';
import { problemsAt, problemsElsewhere, problemsOfList } from '../../../src/web/playground/problems.ts';
import { FURTHER_ROWS, MAIN_ROWS, typedValue, valueInForce } from '../../../src/web/playground/settingRows.ts';
import { isSameScenario } from '../../../src/web/state/sameScenario.ts';
import { call } from '../lessons/support.ts';

const scenario = BUILTIN_SCENARIOS.get('dsv4-mini') as ScenarioInput;

describe('a value', () => {
  it('is set in a copy that shares the rest', () => {
    const changed = withValue(scenario, ['decode', 'pageSize'], 64);
    expect(valueAt(changed, ['decode', 'pageSize'])).toBe(64);
    expect(valueAt(scenario, ['decode', 'pageSize'])).toBeUndefined();
    expect(changed.prefill).toBe(scenario.prefill);
    expect(Object.keys(changed)).toEqual(Object.keys(scenario));
  });

  it('is taken out, and with it a mapping that holds nothing else', () => {
    const set = withValue(scenario, ['decode', 'draft', 'window'], 64);
    expect(set.decode?.draft).toEqual({ window: 64 });
    expect(withValue(set, ['decode', 'draft', 'window'], undefined).decode).toEqual(scenario.decode);
    expect(withValue(scenario, ['prefill', 'speculation'], undefined).prefill).not.toHaveProperty('speculation');
  });

  it('can be set under a key that held null', () => {
    const none = withValue(scenario, ['prefill', 'speculation'], null);
    expect(withValue(none, ['prefill', 'speculation', 'draftTokens'], 3).prefill?.speculation).toEqual({ draftTokens: 3 });
  });
});

describe('a scenario', () => {
  it('is the same again when a value is put back, whatever the order of its keys', () => {
    const { decode, ...others } = withValue(scenario, ['decode', 'pageSize'], 64);
    const changed = { decode, ...others };
    expect(isSameScenario(changed, scenario)).toBe(false);
    expect(isSameScenario(withValue(changed, ['decode', 'pageSize'], undefined), scenario)).toBe(true);
    const lengths = lengthsText(scenario);
    expect(isSameScenario(withValue(scenario, ['requests'], lengthsOf(`${lengths}, 1`)), scenario)).toBe(false);
    expect(isSameScenario(withValue(scenario, ['requests'], lengthsOf(lengths)), scenario)).toBe(true);
  });
});

describe('lengths', () => {
  it('that are wrong are told by their place in the list', async () => {
    const answer = await call('check', { ...scenario, requests: lengthsOf('7, x') });
    expect(answer.ok ? [] : problemsOfList(answer.problems, ['requests'])).toEqual([expect.stringMatching(/^Entry 2: must be an integer/)]);
  });

  it('are read as they are shown', () => {
    expect(lengthsText(scenario)).toBe('300, 128, 1, 2047');
    expect(lengthsOf(lengthsText(scenario))).toEqual(scenario.requests);
    expect(lengthsText({ ...scenario, requests: { count: 3, lengths: [5, 6] } })).toBe('5, 6, 5');
    expect(lengthsText({ ...scenario, requests: [{ length: 9 }, { length: 8 }] })).toBe('9, 8');
  });

  it('leave what is no number for the engine to refuse', () => {
    expect(lengthsOf('')).toEqual([]);
    expect(lengthsOf('7,x')).toEqual({ lengths: [7, 'x'] });
  });

  it('say where typing would lose places', () => {
    expect(hasPlaces(scenario)).toBe(false);
    expect(hasPlaces({ ...scenario, requests: [{ length: 9, slot: 2 }] })).toBe(true);
  });
});

describe('fields', () => {
  it('give what was typed as a scenario holds it', () => {
    expect(typedValue({ kind: 'integer' }, ' 64 ')).toBe(64);
    expect(typedValue({ kind: 'integer' }, '')).toBeUndefined();
    expect(typedValue({ kind: 'integer' }, 'x')).toBe('x');
    expect(typedValue({ kind: 'choice', options: ['1'] }, '1')).toBe('1');
  });

  it('show the value in force, and nothing where there is none', () => {
    const settings = { pageSizeTokens: 256, speculation: null };
    const row = (label: string) => [...MAIN_ROWS, ...FURTHER_ROWS].find((candidate) => candidate.label === label) as (typeof MAIN_ROWS)[number];
    expect(valueInForce(row('Page size'), settings)).toBe('256');
    expect(valueInForce(row('Draft tokens'), settings)).toBe('');
    expect(valueInForce(row('Fragmentation'), settings)).toBe('');
  });

  it('reach every setting in which a scenario from a report differs from the defaults of the form', () => {
    const known = new Set([...MAIN_ROWS, ...FURTHER_ROWS].map(({ path }) => path[0]));
    // What only deployments with several ranks or files need stays with the scenario.
    const elsewhere = new Set(['grid', 'preallocSlots', 'metadataRows', 'addressBase', 'chunkTokens', 'allCpRanksTransfer', 'target', 'layout']);
    const other = new Set(['onlineCompress', 'onlineC128Mtp', 'fp4Indexer', 'attentionBackend', 'unifiedFp8']);
    const used = REPORT_SCENARIOS.flatMap(({ scenario: given }) => [...Object.keys(given.prefill ?? {}), ...Object.keys(given.decode ?? {})]);
    expect([...new Set(used)].filter((key) => !known.has(key) && !elsewhere.has(key) && !other.has(key))).toEqual([]);
  });
});

describe('problems', () => {
  const problems = [
    { what: 'must be an integer', where: { path: 'decode.pageSize' } },
    { what: 'is wrong', where: { path: 'requests[0].length' }, mend: 'Use 3.' },
    { what: 'is missing', where: { path: 'model' } },
  ];

  it('belong to the field at their path, or above it', () => {
    expect(problemsAt(problems, ['decode', 'pageSize'])).toEqual(['Must be an integer.']);
    expect(problemsAt(problems, ['decode', 'page'])).toEqual([]);
    expect(problemsAt(problems, ['requests'])).toEqual(['Is wrong. Use 3.']);
  });

  it('are said elsewhere where no field has them', () => {
    expect(problemsElsewhere(problems, [['decode', 'pageSize'], ['requests']]).map(({ what }) => what)).toEqual(['is missing']);
  });
});
