/** The chooser of scenarios: every one in one group, and what a search finds. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScenarioChoice } from '../../../src/web/engine/protocol.ts';
import { found, scenarioGroups } from '../../../src/web/playground/scenarioGroups.ts';
import { call } from '../lessons/support.ts';

let all: readonly ScenarioChoice[];
beforeAll(async () => {
  all = (await call('catalogue', null)).scenarios;
});

const names = (search: string) => found(all, search).map(({ name }) => name);

it('groups hold every scenario once, the sound ones first', () => {
  const groups = scenarioGroups(all);
  expect(groups.flatMap(({ choices }) => choices).length).toBe(all.length);
  expect(new Set(groups.flatMap(({ choices }) => choices.map(({ name }) => name))).size).toBe(all.length);
  expect(groups.slice(0, 2).map(({ label, choices }) => [label.slice(0, 5), choices.every(({ scenario }) => scenario.fixed === undefined)])).toEqual([
    ['Sound', true],
    ['Sound', true],
  ]);
  expect(groups.every(({ choices }) => choices.length > 0)).toBe(true);
});

describe('a search', () => {
  it('finds by name, title, number of the report and of the thread, in any case', () => {
    expect(names('B27')).toEqual(['state-not-sent']);
    expect(names('#24878')).toEqual(['state-not-sent']);
    expect(names('O1')).toEqual(['state-not-sent']);
    expect(names('o5')).toEqual(['dtype-item-length']);
    expect(names('FP8 POOL')).toEqual(['dtype-item-length', 'dtype-item-length-high-page']);
    expect(names('late-write')).toEqual(['late-write-after-abort', 'late-write-overwritten']);
  });

  it('wants every word, wherever it stands', () => {
    expect(names('draft refuses ring')).toEqual(['guard-ring-geometry']);
    expect(names('as they are served')).toEqual(['dsv4-flash', 'dsv4-flash-unified', 'dsv4-pro', 'dsv4-mini']);
    expect(names('no such thing')).toEqual([]);
  });

  it('for nothing finds all', () => {
    expect(found(all, '  ')).toEqual(all);
  });
});
