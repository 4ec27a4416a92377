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
  const variables = flags.includes(UNIFIED) ? UNIFIED : '';
  const [found] = readLaunches(
    `${variables} sglang serve --model deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode ${side} ${flags.replace(UNIFIED, '')}`,
    side,
  );
  if (found === undefined) throw new Error('one launch was to be found');
  return resolveLaunch(found, { side });
};
const heard = (text: string, prefill: string, decode: string, found: readonly string[] = [], from: 'prefill' | 'decode' | null = null) =>
  hear(
    findMessages(text),
    { prefill: launch('prefill', prefill), decode: launch('decode', decode) },
    found.map((id) => ({ id, side: 'both', severity: 'error' })),
    from,
  );

/** Put before the flags by `launch`. */
const UNIFIED = 'SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton';
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

  const remark = (text: string, prefill: string, decode: string, from: 'prefill' | 'decode' | null = null) =>
    heard(text, prefill, decode, [], from).messages[0]?.remark;
  const OTHERS = 'was it said of other lines?';

  it('asks whose it is where its target is no target of these lines', () => {
    const ask = (target: string) => remark(PAGED.replace('(256, 128)', target), EAGLE, EAGLE);
    expect(ask('(1, 4096)')).toContain(`page size 1, and these lines make it 256; window 4096, and these lines make it 128: ${OTHERS}`);
    expect(ask('(256, 128)')).not.toContain(OTHERS);
  });

  it('gives way to what ends the server before it could say so', () => {
    const early = heard(PAGED, EAGLE, EAGLE, ['paged-page-size']);
    expect(early).toMatchObject({ findings: [], givesUp: null });
    expect(early.messages[0]?.remark).toContain(`ends before it could say so, by paged-page-size, whose mend comes first: ${OTHERS}`);
    expect(heard(PAGED, EAGLE, EAGLE, ['page-size-mismatch']).findings).toHaveLength(1);
  });

  it('asks whose it is where the mode is the other', () => {
    const [ring, mapping] = [REFUSALS[2][1], REFUSALS[3][1]];
    expect(remark(ring, EAGLE, EAGLE)).toContain(`only unified pools are refused so, and these lines make paged ones: ${OTHERS}`);
    for (const text of [mapping, PAGED]) {
      expect(remark(text, `${EAGLE} ${UNIFIED}`, `${EAGLE} ${UNIFIED}`)).toContain(
        `only paged pools are refused so, and these lines make unified ones: ${OTHERS}`,
      );
    }
    expect(remark(mapping, EAGLE, EAGLE)).not.toContain(OTHERS);
    // One of the two may have said it; the one that is said to have spoken may not.
    expect(remark(mapping, `${EAGLE} ${UNIFIED}`, EAGLE)).not.toContain(OTHERS);
    expect(remark(mapping, `${EAGLE} ${UNIFIED}`, EAGLE, 'prefill')).toContain(OTHERS);
  });

  it('asks whose it is where rings have other rows, or other slots', () => {
    const ring = (target: string, flags = '') =>
      remark(REFUSALS[2][1].replace('(128, 131, 524)', target), `${EAGLE} ${UNIFIED} --max-running-requests 3 ${flags}`, '');
    expect(ring('(128, 131, 524)')).not.toContain(OTHERS);
    expect(ring('(128, 130, 520)')).toContain(
      `ring rows of a slot 130, and these lines make it 131; ring rows in all 520, and these lines make it 524: ${OTHERS}`,
    );
    expect(ring('(128, 131, 655)')).toContain(`its target has ring rows in all 655, and these lines make it 524: ${OTHERS}`);
  });

  it('names all flags that go, why both lines change, and what to look at', () => {
    const mend = (from: 'prefill' | 'decode' | null) => heard(PAGED, EAGLE, EAGLE, [], from).findings[0]?.mend ?? '';
    for (const flag of ['algorithm', 'num-steps', 'eagle-topk', 'num-draft-tokens', 'draft-model-path']) expect(mend(null)).toContain(`--speculative-${flag}`);
    expect(mend(null)).toContain('The message does not say which node spoke');
    expect(mend('decode')).toContain('It was decode that spoke; both change');
    expect(mend(null)).toContain("To keep speculation, look at: sliding_window in the draft's config.json");
    expect(mend(null)).not.toMatch(/turn speculation off| here\b/);
    expect(heard(PAGED, EAGLE, '').findings[0]?.mend).not.toContain('both change');
    expect(heard(PAGED, EAGLE, EAGLE, [], 'decode').findings).toMatchObject([{ side: 'decode' }]);
    expect(heard(PAGED, EAGLE, '', [], 'decode')).toMatchObject({ findings: [], messages: [{ remark: expect.stringContaining('decode does not speculate') }] });
  });

  it('says what is given up, and nothing where nothing is', () => {
    expect(heard(PAGED, EAGLE, EAGLE).givesUp).toBe('with speculation off; the cause is not in these lines');
    expect(heard(PAGED, OWN_DRAFT, OWN_DRAFT).givesUp).toBe('with the draft model left out; the cause is not in these lines');
    expect(heard(PAGED, '', '').givesUp).toBeNull();
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
