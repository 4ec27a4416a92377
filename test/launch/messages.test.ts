/** Known messages: found whatever stands around them, read as Python prints them, in one bounded pass. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/checks/catalogue.ts';
import { fillWords, valueNames } from '../../src/checks/entry.ts';
import { explainFound, explainId } from '../../src/launch/messages/explain.ts';
import { nearestMessage } from '../../src/launch/messages/nearestMessage.ts';
import { TEMPLATES } from '../../src/launch/messages/patterns.ts';
import { tupleItems, wholeNumber } from '../../src/launch/messages/pythonTuple.ts';
import { findMessages, MessageScanner } from '../../src/launch/messages/scanner.ts';

const SEED = 20260822;
const PAGED = 'DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)';

/** Checks whose words are those of a message with an entry of its own. */
const BETTER: Readonly<Record<string, string>> = { 'swa-list-length': 'list-cut', 'ring-list-length': 'state-index-length' };
/** Without words, or with words that are found only as a whole line. */
const WHOLE_LINES = new Set(['bare-assertion', 'ratio-unknown-unified', 'size-of-zero']);

describe('every message of the engine', () => {
  const said = CATALOGUE.filter((entry) => entry.said !== null && !WHOLE_LINES.has(entry.id));

  it.each(said.map((entry) => [entry.id, entry] as const))('%s is found behind a log prefix, with its values', (id, entry) => {
    const text = `[2026-08-22 10:00:00 TP0] ${entry.said}: ${fillWords(entry.words, entry.example)}`;
    const [found] = findMessages(text);
    expect(found?.id).toBe(BETTER[id] ?? id);
    if (BETTER[id] !== undefined) return;
    expect(found?.values).toEqual(Object.fromEntries(valueNames(entry.words).map((name) => [name, entry.example[name]])));
  });

  it('and no other is looked for', () => {
    const ids = new Set(CATALOGUE.filter((entry) => entry.said !== null).map((entry) => entry.id));
    expect(TEMPLATES.filter(({ id }) => !ids.has(id))).toEqual([]);
  });
});

describe('surroundings', () => {
  it.each([
    ['as it stands', PAGED],
    ['in quotes, with a full stop', `it said "${PAGED}".`],
    ['in a traceback', `Traceback (most recent call last):\n  File "x.py", line 3, in f\n    raise RuntimeError(\nRuntimeError: ${PAGED}\n`],
    ['with Windows line ends', `a\r\nRuntimeError: ${PAGED}\r\nb`],
    ['in JSON', JSON.stringify({ message: `RuntimeError: ${PAGED}` })],
    ['wrapped by a terminal', PAGED.replace('paged SWA ', 'paged\n   SWA\n').replace('4096), ', '4096),\n')],
  ])('%s', (_name, text) => {
    expect(findMessages(text)).toMatchObject([{ id: 'paged-swa-geometry', count: 1, values: { target: '(1, 4096)', draft: '(32, 4096)' } }]);
  });

  it('the sentence behind the last value may be missing', () => {
    const text = 'Page size mismatch: prefill server has page_size=256, but decode server has page_size=64';
    for (const given of [text, `${text}.`, `${text}. Both servers must use the same --page-size value.`]) {
      expect(findMessages(given)).toMatchObject([{ id: 'page-size-mismatch', values: { prefill: '256', decode: '64' } }]);
    }
  });

  it('a message inside another is found as well', () => {
    const text =
      'Transfer thread failed because of SWA_RING state index length mismatch: prefill=128, dst=0. Prefill instance with bootstrap_port=8998 is dead.';
    expect(findMessages(text).map(({ id, values }) => [id, values])).toEqual([
      ['transfer-thread-failed', { error: 'SWA_RING state index length mismatch: prefill=128, dst=0', port: '8998' }],
      ['state-index-length', { type: 'SWA_RING', prefill: '128', decode: '0' }],
    ]);
  });

  it('words of Python count in a traceback of these pools, and where somebody pastes them alone', () => {
    const trace = (file: string) =>
      `${'x\n'.repeat(2000)}Traceback (most recent call last):\n  File "${file}", line 1, in f\nIndexError: list index out of range\n`;
    expect(findMessages(trace('/sgl-workspace/sglang/srt/disaggregation/common/utils.py')).map(({ id }) => id)).toEqual(['entry-missing-on-decode']);
    expect(findMessages(trace('/home/u/my_script.py'))).toEqual([]);
    expect(findMessages('IndexError: list index out of range').map(({ id }) => id)).toEqual(['entry-missing-on-decode']);
    expect(findMessages('in mem_cache\nAssertionError\n').map(({ id }) => id)).toEqual(['bare-assertion']);
    expect(findMessages('AssertionError: something else\n')).toEqual([]);
    expect(findMessages('KeyError: 2').map(({ values }) => values)).toEqual([{ ratio: '2' }]);
    expect(findMessages("KeyError: 'name'")).toEqual([]);
  });

  it('other texts hold none', () => {
    for (const text of ['', '\n', 'all is well', 'The pools must share nothing', 'x'.repeat(100_000)]) expect(findMessages(text)).toEqual([]);
  });
});

describe('a log', () => {
  const line = (text: string) => `[2026-08-22 10:00:00 TP0] ${text}\n`;
  const log = [
    line('starting'),
    line('len(prefill_state_indices) = 2, len(dst_state_indices) = 1'),
    line('Decode batch. #running-req: 3').repeat(2000),
    line(`RuntimeError: ${PAGED}`),
    line('len(prefill_state_indices) = 4, len(dst_state_indices) = 3'),
  ].join('');

  it('is counted, in the order of first appearance, with lines', () => {
    expect(findMessages(log)).toMatchObject([
      { id: 'list-cut', count: 2, firstLine: 2, lastLine: 2004, values: { prefill: '2', decode: '1' } },
      { id: 'paged-swa-geometry', count: 1, firstLine: 2003, lastLine: 2003 },
    ]);
  });

  it('may come in any chunks', () => {
    const whole = findMessages(log);
    fc.assert(
      fc.property(fc.array(fc.nat(log.length), { maxLength: 20 }), (cuts) => {
        const scanner = new MessageScanner();
        const places = [0, ...cuts.toSorted((a, b) => a - b), log.length];
        for (const [i, from] of places.entries()) scanner.push(log.slice(from, places[i + 1] ?? log.length));
        expect(scanner.end()).toEqual(whole);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it.each([
    ['one endless line', 'x'.repeat(5_000_000)],
    ['anchors without messages', 'DSV4 target and draft pools must share paged SWA geometry: target='.repeat(50_000)],
    ['messages on one line', 'Unexpected poll case: 7 '.repeat(200_000)],
    ['common words', 'integer modulo by zero\n'.repeat(200_000)],
    ['open brackets', `${PAGED.slice(0, 80)}${'('.repeat(1_000_000)}`],
  ])('hostile: %s ends soon', (_name, text) => {
    const start = performance.now();
    findMessages(text);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('values', () => {
  it('are tuples, None, and integers of any size', () => {
    expect(tupleItems('(1, 4096)')).toEqual(['1', '4096']);
    expect(tupleItems('(256, None)')).toEqual(['256', 'None']);
    expect(tupleItems('(5,)')).toEqual(['5']);
    expect(tupleItems('5')).toBeNull();
    expect(wholeNumber('340282366920938463463374607431768211456')).toBe(2n ** 128n);
    expect(wholeNumber('None')).toBeNull();
  });

  const read = (text: string) => {
    const [found] = findMessages(text);
    if (found === undefined) throw new Error('nothing found');
    return explainFound(found);
  };

  it('say which pool, which setting, and what could not have been', () => {
    const { values, remarks, consequence, fittingPair } = read(PAGED);
    expect(values).toEqual([
      { what: 'target: page size, tokens', value: '1', setBy: '--page-size' },
      { what: 'target: sliding window, tokens', value: '4096', setBy: "sliding_window of the model's config.json" },
      { what: 'draft: page size, tokens', value: '32', setBy: '--page-size, or what gives the draft pool its own' },
      { what: 'draft: sliding window, tokens', value: '4096', setBy: "sliding_window of the draft's config.json" },
    ]);
    expect(remarks[0]).toBe('What differs: page size (target 1, draft 32). Equal: sliding window (4096).');
    expect(remarks[1]).toContain('with C4 or C128 layers the target pool could not have been built');
    expect(remarks[2]).toContain('8 C4 rows and no C128 row');
    expect(consequence).toContain('4096');
    expect(fittingPair?.prefill).toContain('--disaggregation-mode prefill');
  });

  it('of rings give draft tokens and slots', () => {
    const { remarks } = read('DSV4 target and draft pools must share SWA ring geometry: target=(128, 131, 524), draft=(128, 128, 500)');
    expect(remarks[1]).toBe(
      'In the target pool a ring of 131 rows means 4 draft tokens (128 + 4 - 1); 524 rows in all are 4 request slots, the padding slot 0 among them.',
    );
    expect(remarks[2]).toContain('no whole number of slots');
  });

  it('of huge numbers and of None are no crash', () => {
    const huge = '9'.repeat(300);
    for (const tuple of [`(${huge}, ${huge}, ${huge})`, '(None, None, None)', '(0, 0, 0)', '(-1, -1, -1)']) {
      expect(read(`DSV4 target and draft pools must share SWA ring geometry: target=${tuple}, draft=(1, 2, 3)`).values).toHaveLength(6);
      expect(read(`DSV4 target and draft pools must share paged SWA geometry: target=${tuple}, draft=(1, 2)`).values.length).toBeGreaterThan(3);
    }
  });

  it('are masked', () => {
    const [found] = findMessages('Lost connection with prefill instance (bootstrap_addr: http://u:hunter22222@h:8998)');
    expect(found?.values.addr).toContain('hunter22222');
    expect(JSON.stringify(found === undefined ? null : explainFound(found))).not.toContain('hunter22222');
  });

  it('of every entry are explained, with and without', () => {
    for (const { id } of CATALOGUE) expect(explainId(id)?.mend, id).toMatch(/\.$/);
    expect(explainId('no-such-id')).toBeNull();
  });
});

describe('the nearest', () => {
  it('is that which shares the most telling words', () => {
    expect(nearestMessage('pools must share the SWA ring geometry, it says')?.id).toBe('swa-ring-geometry');
    expect(nearestMessage('ok\nthe prefill instance failed to register with a bootstrap server\nok')?.id).toBe('bootstrap-registration-failed');
    expect(nearestMessage('the weather is fine')).toBeNull();
  });
});
