/** Schedules, faults and mended variants as a scenario file gives them: what is wrong is said at its place. */
import { describe, expect, it } from 'vitest';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { parseScenarioText } from '../../src/scenario/scenarioText.ts';
import { validateScenario } from '../../src/scenario/validateScenario.ts';
import { problemsOf, scenarioOf } from './support.ts';

const HEAD = 'model: {plain: {layers: 1, rows: 9, itemBytes: 64}}\nprefill: {slots: 3}\ndecode: {slots: 3}\n';

describe('a schedule', () => {
  it('may give a page to two requests that never hold it together', () => {
    const text = `${HEAD}requests: [{length: 2, decode: {fullPages: [1, 2]}}, {length: 2, decode: {fullPages: [2, 3]}}]\n`;
    expect(problemsOf(text)).toEqual([
      's.yaml:4:87 (requests[1].decode.fullPages[0]): 2 is given twice among the pages of decode (requests 0 and 1). Give each request its own.',
    ]);
    const steps = ['admit, request: 0', 'free, request: 0', 'admit, request: 1'].map((step) => `{step: ${step}}`).join(', ');
    expect(scenarioOf(`${text}schedule: [${steps}]\n`).schedule).toHaveLength(3);
  });

  it('says which step could not happen', () => {
    const text = `${HEAD}requests: [{length: 2}]\nschedule:\n  - {step: admit, request: 0}\n  - {step: send, request: 1}\n`;
    expect(problemsOf(text)).toEqual([
      's.yaml:7:5 (schedule[1]): there is no request 1: they are numbered from 0 to 0.',
      's.yaml:7:5 (schedule[1]): request 1 is sent before decode has admitted it.',
    ]);
  });

  it('says the nearest step and the nearest key', () => {
    const text = `${HEAD}requests: [{length: 2}]\nschedule:\n  - {step: amdit, request: 0}\n  - {step: send, request: 0, parts: 0.5}\n`;
    expect(problemsOf(text)).toEqual([
      's.yaml:6:12 (schedule[0].step): must be one of the kinds there are; did you mean admit? (found {"step":"amdit","request":0}).',
      's.yaml:7:30 (schedule[1].parts): unknown key "parts". Did you mean part?',
    ]);
  });
});

describe('a fault', () => {
  it('is held to its own settings', () => {
    const text = `${HEAD}requests: [{length: 2}]\nfaults:\n  - {kind: bit-flip, bit: 32}\n  - {kind: torn-write, share: 2}\n  - {kind: slot-not-reset, requests: 1}\n`;
    expect(problemsOf(text)).toEqual([
      's.yaml:6:27 (faults[0].bit): must be an integer from 0 to 31 (found 32).',
      's.yaml:7:31 (faults[1].share): must be a number from 0 to 1 (found 2).',
      's.yaml:8:28 (faults[2].requests): unknown key "requests". Did you mean request?',
    ]);
  });
});

describe('a mended variant', () => {
  const text = `${HEAD}requests: [{length: 2}]\nfaults: [{kind: bit-flip}]\nexpect: {status: SILENT_CORRUPTION}\nfixed:\n  decode: {slots: 0}\n  expect: {status: PASS}\n`;
  const resolve = (written: string, variant: 'given' | 'fixed') => {
    const { value, locate } = parseScenarioText(written, 's.yaml');
    return resolveScenario(validateScenario(value, locate), { name: 's', locate, config: null, variant });
  };

  it('merges mappings, replaces lists, and has an expectation of its own', () => {
    const written = text.replace('slots: 0', 'metadataRows: 7').replace('  expect: {status: PASS}', '  faults: []\n  expect: {status: PASS}');
    const given = resolve(written, 'given');
    const fixed = resolve(written, 'fixed');
    expect([given.variant, given.faults.length, given.decode.metadataRows, given.expect?.status]).toEqual(['given', 1, 6, 'SILENT_CORRUPTION']);
    expect([fixed.variant, fixed.faults.length, fixed.decode.metadataRows, fixed.decode.maxRequests, fixed.expect?.status]).toEqual(['fixed', 0, 7, 3, 'PASS']);
    expect(fixed.title).toBe('Mended: s');
    expect(resolve(`title: A fault\ndescription: What it does.\n${written}`, 'fixed')).toMatchObject({ title: 'Mended: A fault', description: null });
    expect(fixed.hash).not.toBe(given.hash);
  });

  it('is held to the schema at its own place, as given too', () => {
    expect(problemsOf(text)).toEqual(['s.yaml:8:19 (fixed.decode.slots): must be an integer from 1 to 1048576 (found 0).']);
  });

  it('places what does not fit in the block that says it', () => {
    const written = text.replace('slots: 0', 'poolTokens: 1');
    expect(() => resolve(written, 'fixed')).toThrow('poolTokens');
    expect(() => resolve(`${HEAD}requests: []\n`, 'fixed')).toThrow('the scenario has no fixed variant');
  });
});
