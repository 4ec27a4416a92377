/** What a node was heard to say: refusals that lines cannot show are found, and mended on the lines. */
import { describe, expect, it } from 'vitest';
import { hear } from '../../src/launch/heard.ts';
import { findMessages } from '../../src/launch/messages/scanner.ts';
import { readLaunches } from '../../src/launch/readLaunches.ts';
import { resolveLaunch } from '../../src/launch/settings.ts';

const PAGED = 'RuntimeError: DSV4 target and draft pools must share paged SWA geometry: target=(256, 128), draft=(256, 4096)';
const REFUSALS = [
  ['draft-swa-only', 'DSV4 draft state transfer expects SWA-only NextN layers'],
  ['unified-mode', 'DSV4 target and draft pools must use the same unified-KV mode'],
  ['swa-ring-geometry', 'DSV4 target and draft pools must share SWA ring geometry: target=(128, 131, 524), draft=(64, 67, 268)'],
  ['swa-mapping-identity', 'DSV4 target and draft pools must share the SWA index mapping'],
  ['paged-swa-geometry', PAGED],
] as const;

const launch = (side: 'prefill' | 'decode', flags: string) => {
  const [found] = readLaunches(`sglang serve --model deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode ${side} ${flags}`, side);
  if (found === undefined) throw new Error('one launch was to be found');
  return resolveLaunch(found, { side });
};
const heard = (text: string, prefill: string, decode: string, found: readonly string[] = []) =>
  hear(findMessages(text), { prefill: launch('prefill', prefill), decode: launch('decode', decode) }, new Set(found));

const EAGLE = '--speculative-algorithm EAGLE';
const OWN_DRAFT = `${EAGLE} --speculative-draft-model-path /m/draft`;

describe('a refusal of target against draft', () => {
  it.each(REFUSALS)('%s: a draft model of its own is left out', (id, text) => {
    const { findings, edits, messages } = heard(text, EAGLE, OWN_DRAFT);
    expect(findings).toMatchObject([{ id, severity: 'error', engine: 'refuses', side: 'both', changes: [] }]);
    expect(findings[0]?.mend).toMatch(/^On decode: leave --speculative-draft-model-path out/);
    expect(edits).toEqual({ prefill: [], decode: [{ setting: 'draftModelPath', value: null }] });
    expect(messages).toMatchObject([{ id, remark: expect.stringContaining('config of the draft model') }]);
  });

  it('without one, speculation is left out on each node that has it', () => {
    const { findings, edits } = heard(PAGED, EAGLE, EAGLE);
    expect(findings[0]?.changes).toEqual(['prefill', 'decode'].map((side) => ({ side, setting: 'speculation', value: null })));
    expect(edits).toEqual({ prefill: [], decode: [] });
    expect(heard(PAGED, EAGLE, '').findings).toMatchObject([{ side: 'prefill', changes: [{ side: 'prefill' }] }]);
  });

  it('asks whose it is where its target is no target of these lines', () => {
    const remark = (target: string) => heard(PAGED.replace('(256, 128)', target), EAGLE, EAGLE).messages[0]?.remark;
    expect(remark('(1, 4096)')).toContain(
      'its target has a page size and a window of 1 and 4096, that of these lines 256 and 128: was it said of other lines?',
    );
    expect(remark('(256, 128)')).not.toContain('other lines');
  });

  it('is no finding of lines that have no draft', () => {
    const { findings, messages } = heard(PAGED, '', '');
    expect(findings).toEqual([]);
    expect(messages).toMatchObject([{ remark: expect.stringContaining('neither line speculates') }]);
  });
});

describe('other messages', () => {
  const PAGES = 'Page size mismatch: prefill server has page_size=64, but decode server has page_size=256. Both servers must use the same --page-size value.';

  it('are found in the lines, or are of other lines', () => {
    expect(heard(PAGES, '', '', ['page-size-mismatch']).messages).toMatchObject([{ remark: expect.stringContaining('These lines bring it about') }]);
    const { messages, findings } = heard(PAGES, '', '');
    expect([messages[0]?.remark, findings]).toEqual([expect.stringContaining('These lines do not bring it about'), []]);
  });

  it('come without their secrets', () => {
    const { messages, findings } = heard(`${PAGED} api_key=abcdef123456`, EAGLE, '');
    expect(JSON.stringify([messages, findings])).not.toContain('abcdef123456');
  });
});
