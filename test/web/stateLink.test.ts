/** Links: what goes in comes out; what is not a link says so and never throws. */
import { describe, expect, it } from 'vitest';
import type { PageState } from '../../src/cli/page/pageState.ts';
import { fromFragment, toFragment } from '../../src/cli/page/stateLink.ts';
import { BUILTIN_SCENARIOS } from '../../src/scenario/builtin/index.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';

const scenario = BUILTIN_SCENARIOS.get('dsv4-mini') as ScenarioInput;
const state: PageState = {
  view: 'playground',
  scenario,
  pastChecks: true,
  selection: { side: 'decode', address: '0x10000000' },
  step: 3,
  own: { pools: { zoom: 2, open: ['a'] } },
};

/** A link of any value, made as links are made. */
async function linkOf(value: unknown): Promise<string> {
  return toFragment(value as PageState);
}

describe('links', () => {
  it('give the state back, with or without #, and are safe in an address', async () => {
    const fragment = await toFragment(state);
    expect(fragment).toMatch(/^1\.[\w-]+$/);
    expect(await fromFragment(fragment)).toEqual({ kind: 'state', state });
    expect(await fromFragment(`#${fragment}`)).toEqual({ kind: 'state', state });
  });

  it('are none where there is no fragment', async () => {
    expect(await fromFragment('')).toEqual({ kind: 'none' });
    expect(await fromFragment('#')).toEqual({ kind: 'none' });
  });

  it('that were cut, changed, are of another version, or of something else are broken', async () => {
    const fragment = await toFragment(state);
    const bad = [fragment.slice(0, -8), `${fragment.slice(0, 20)}AAAA${fragment.slice(24)}`, `2${fragment.slice(1)}`, 'main', '1.', '1.!!!', '1.AAAA'];
    for (const link of bad) expect([link, (await fromFragment(link)).kind]).toEqual([link, 'broken']);
  });

  it('that hold anything but a state are broken', async () => {
    const others = [
      null,
      [],
      'text',
      { ...state, view: 'nowhere' },
      { ...state, step: -1 },
      { ...state, step: 1.5 },
      { ...state, pastChecks: 1 },
      { ...state, selection: { side: 'left', address: '0x1' } },
      { ...state, selection: { side: 'decode', address: 'somewhere' } },
      { ...state, own: [] },
      { ...state, scenario: 'dsv4-mini' },
    ];
    for (const value of others) expect([value, (await fromFragment(await linkOf(value))).kind]).toEqual([value, 'broken']);
  });

  it('that unpack to more than any state are not unpacked whole', async () => {
    const fragment = await linkOf({ ...state, own: { pools: 'x'.repeat(2 ** 21) } });
    expect(fragment.length).toBeLessThan(10_000);
    expect((await fromFragment(fragment)).kind).toBe('broken');
  });
});
