/** Verdicts compared: what is said counts, in whatever order findings come. */
import { expect, it } from 'vitest';
import type { Finding } from '../../../src/core/finding.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { isSameVerdict } from '../../../src/web/reports/sameVerdict.ts';

const finding = (id: string): Finding => ({
  id,
  severity: 'error',
  engine: null,
  side: 'both',
  message: id,
  prefill: null,
  decode: null,
  consequence: '',
  mend: '',
});
const words = { total: 3, right: 1, wrong: 1, missing: 1, touched: 0, untouched: 0 };
const verdict: Verdict = {
  status: 'SILENT_CORRUPTION',
  engineStatus: { prefill: 'Success', decode: 'Success' },
  words,
  components: [{ name: 'target/swa', ...words }],
  selfTest: { planted: 2, found: 2 },
  findings: [finding('a'), finding('b')],
};

it('is the same with its findings in another order, and with its keys', () => {
  expect(isSameVerdict(verdict, { ...verdict, findings: verdict.findings.toReversed() })).toBe(true);
  const { findings, ...rest } = verdict;
  expect(isSameVerdict(verdict, { findings, ...rest })).toBe(true);
});

it.each([
  ['status', { ...verdict, status: 'PASS' }],
  ['a word', { ...verdict, words: { ...words, right: 0, untouched: 1 } }],
  ['a finding less', { ...verdict, findings: [finding('a')] }],
  ['a finding twice', { ...verdict, findings: [finding('a'), finding('a')] }],
] as const)('is another with another %s', (_what, other) => {
  expect(isSameVerdict(verdict, other)).toBe(false);
});
