/** Links may hold anything: what the page's fields can show is kept, right or wrong; the rest is not looked into. */
import { expect, it } from 'vitest';
import { BUILTIN_SCENARIOS } from '../../../src/scenario/builtin/index.ts';
import { REPORT_SCENARIOS } from '../../../src/scenario/builtin/reportScenarios.ts';
import { isEditable } from '../../../src/web/state/editable.ts';

const MINI = { model: 'dsv4-mini', requests: [{ length: 1 }] };

it('every built-in scenario is, and so is one with wrong values in its fields', () => {
  for (const scenario of [...BUILTIN_SCENARIOS.values(), ...REPORT_SCENARIOS.map(({ scenario: own }) => own)]) expect(isEditable(scenario)).toBe(true);
  expect(isEditable({ ...MINI, prefill: { pageSize: 'abc' }, decode: { speculation: { draftTokens: -1 } } })).toBe(true);
  expect(isEditable({ ...MINI, requests: { lengths: ['x', 5] } })).toBe(true);
  expect(isEditable({ ...MINI, requests: [] })).toBe(true);
});

it('what fields and lists would break on is not', () => {
  const broken = [
    null,
    [],
    'text',
    {},
    { ...MINI, requests: undefined },
    { ...MINI, requests: 5 },
    { ...MINI, requests: [1] },
    { ...MINI, requests: { lengths: [{}] } },
    { ...MINI, requests: { lengths: [1], count: 'many' } },
    { ...MINI, prefill: 5 },
    { ...MINI, decode: null },
    { ...MINI, faults: {} },
    { ...MINI, faults: [{}] },
    { ...MINI, title: {} },
    { ...MINI, model: 7 },
    { ...MINI, fixed: 1 },
  ];
  expect(broken.filter((value) => isEditable(value))).toEqual([]);
});
