/** What the page calls places and counts, in the steps of a transfer and in what is told of a word: one name for one thing, and numbers that do not contradict each other. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Named } from '../../../src/web/lessons/lesson.ts';
import { rowAt, stepAfter } from '../../../src/web/lessons/places.ts';
import { about, namedScenarios } from '../lessons/support.ts';

vi.stubGlobal('navigator', {});

let named: Named;
beforeAll(async () => {
  named = await namedScenarios();
});

describe('steps', () => {
  it('call a tensor by its component and layer, as all tables do, and not by the engine’s own name', async () => {
    const ask = about(named('state-not-sent'));
    const texts = (await ask.steps()).steps.map(({ text }) => text);
    expect(texts.find((text) => text.startsWith('decode resets'))).toMatch(/ of target\/c128_state layer \d for request 0\.$/);
    expect(texts.join('\n')).not.toContain('attn_state');
    const sent = about(named('dsv4-mini'));
    const step = await stepAfter(sent, ({ kind, text }) => kind === 'send' && text.includes('(swa)'));
    const names = (await sent.stepDetail(step - 1)).sent?.entries.map(({ name }) => name);
    expect(names).toContain('target/swa layer 0');
    expect(names).toContain('target/c4_state layer 2');
    expect(names?.join()).not.toContain('attn_state');
  });

  it('and blocks of the plan are called the same', async () => {
    const ask = about(named('dsv4-mini'));
    const step = await stepAfter(ask, ({ kind, text }) => kind === 'send' && text.includes('(swa)'));
    const sent = (await ask.stepDetail(step - 1)).sent?.entries.find(({ name }) => name === 'target/c4_state layer 2');
    const found = await ask.locate('decode', sent?.items[0]?.dst ?? '');
    expect(found.ok && found.found.moved?.text).toMatch(/ B of swa, target\/c4_state layer 2 to target\/c4_state layer 2, for request 0$/);
  });

  it('count one thing as one', async () => {
    const texts = (await about(named('dtype-item-length')).steps()).steps.map(({ text }) => text).join('\n');
    expect(texts).toContain('1 full page, 0 SWA pages');
    expect(texts).toContain('KV pages of request 1: 1 item,');
    expect(texts).not.toMatch(/\b1 (items|full pages|SWA pages|regions)\b/);
  });
});

describe('a word of an item of which decode needs only a part', () => {
  it('is told with its own position and with those that are needed, and why it is due for all that', async () => {
    const ask = about(named('state-not-sent'));
    const { side, address } = await rowAt(ask, 'decode', 'target/swa', 0, 6);
    const first = await ask.locate(side, address);
    expect(first).toMatchObject({ ok: true, found: { holder: { fromPosition: 768, toPosition: 769 } } });
    expect(first.ok && first.found.due?.text).toMatch(
      /^Prefill’s word at 0x[0-9a-f]+ should arrive here\. Of this item decode needs positions 902 to 1023, for request 0; the rest of it has to come along\.$/,
    );
    // A row on, at position 902 and behind, there is nothing to explain.
    const page = await rowAt(ask, 'decode', 'target/swa', 0, 7);
    const needed = await ask.locate(side, page.address);
    expect(needed).toMatchObject({ ok: true, found: { holder: { fromPosition: 1024, toPosition: 1025 } } });
    expect(needed.ok && needed.found.due?.text).toMatch(/^Prefill’s word at 0x[0-9a-f]+ should arrive here, for request 0, positions 1024 to 1029\.$/);
  });
});
