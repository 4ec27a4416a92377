/** The calls themselves, as a worker would answer them: what they say is what the rest of the program says, and all of it can be cloned to the page. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkScenario } from '../../../src/cli/checkReport.ts';
import { loadScenario } from '../../../src/scenario/node/loadScenario.ts';
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import { handlers } from '../../../src/web/engine/handlers.ts';
import type { Catalogue } from '../../../src/web/engine/protocol.ts';

const ignore = () => {};
let catalogue: Catalogue;

beforeAll(async () => {
  catalogue = await handlers.catalogue(null, ignore);
});

function named(name: string): ScenarioInput {
  const found = catalogue.scenarios.find((choice) => choice.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found.scenario;
}

describe('check', () => {
  it('says what the command says', async () => {
    for (const name of ['dsv4-mini', 'guard-ring-geometry', 'dtype-item-length']) {
      const answer = await handlers.check(named(name), ignore);
      const scenario = await loadScenario(name);
      expect(answer).toMatchObject({ ok: true, hash: scenario.hash, report: checkScenario(scenario, []) });
      expect(structuredClone(answer)).toEqual(answer);
    }
  });

  it('gives every problem of a scenario at its place', async () => {
    const answer = await handlers.check({ ...named('dsv4-mini'), decode: { poolTokens: 3, window: 'wide' } } as unknown as ScenarioInput, ignore);
    expect(answer).toMatchObject({ ok: false, problems: [{ where: { path: 'decode.window' } }] });
  });

  it('gives mends that can be carried out, after which the nodes fit', async () => {
    const scenario = named('guard-ring-geometry');
    const answer = await handlers.check(scenario, ignore);
    if (!answer.ok || answer.report.mended === undefined) throw new Error('nothing to mend');
    const mended = await handlers.mend({ scenario, changes: answer.report.mended.changes }, ignore);
    expect(await handlers.check(mended, ignore)).toMatchObject({ ok: true, report: { verdict: answer.report.mended.verdict } });
    expect(mended.requests).toEqual(scenario.requests);
  });
});

describe('open', () => {
  it('refuses what is no scenario', async () => {
    expect(() => handlers.open({ model: 'dsv4-mini', request: [] }, ignore)).toThrow(/unknown key/);
    expect(await handlers.open(named('dsv4-mini'), ignore)).toEqual(named('dsv4-mini'));
  });
});

describe('pools and places', () => {
  const request = () => ({ scenario: named('dsv4-mini'), pastChecks: false });

  it('name all of both nodes’ tensors, each once', async () => {
    const map = await handlers.pools(request(), ignore);
    for (const side of ['prefill', 'decode'] as const) {
      const areas = map[side].flatMap(({ components }) => components.flatMap((component) => component.areas));
      expect(new Set(areas.map(({ offset }) => offset)).size).toBe(areas.length);
      expect(areas.every(({ rows, rowBytes, bytes }) => rows * rowBytes >= bytes && (rows - 1) * rowBytes < bytes)).toBe(true);
    }
    expect(map.why).toBeNull();
  });

  it('lead from a held word to its counterpart and back, which is what is due there', async () => {
    const map = await handlers.pools(request(), ignore);
    const [rank] = map.prefill;
    let led = 0;
    for (const component of rank?.components ?? []) {
      const lines = await handlers.holdings({ ...request(), side: 'prefill', rank: 0, components: [component.name] }, ignore);
      const line = lines.find(({ from }) => from.length > 0);
      const area = component.areas.find((candidate) => candidate.area === line?.area);
      if (rank === undefined || line === undefined || area === undefined) continue;
      const address = `0x${(BigInt(rank.base) + BigInt(area.offset + (line.from.at(-1) ?? 0))).toString(16)}`;
      const there = await handlers.locate({ ...request(), side: 'prefill', address }, ignore);
      expect(there).toMatchObject({ ok: true, found: { address, holder: { request: line.request.at(-1) } } });
      if (!there.ok || there.found.moved === null) continue;
      const back = await handlers.locate({ ...request(), side: 'decode', address: there.found.moved.address }, ignore);
      expect(back).toMatchObject({ ok: true, found: { moved: { address } } });
      // Some of what travels is not needed, such as a page’s tokens before the window: nothing is due there.
      if (back.ok && back.found.due?.address !== null) {
        expect(back.found.due?.address).toBe(address);
        led += 1;
      }
    }
    expect(led).toBeGreaterThan(5);
  });

  it('say that an address is none, and of a node that did not start that it has no memory', async () => {
    expect(await handlers.locate({ ...request(), side: 'decode', address: '0x1' }, ignore)).toMatchObject({ ok: false });
    const refused = { scenario: named('guard-ring-geometry'), pastChecks: false };
    expect((await handlers.pools(refused, ignore)).why).toMatch(/refuses/);
    expect(await handlers.locate({ ...refused, side: 'prefill', address: '0x1000' }, ignore)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/not started/),
    });
  });
});

describe('steps', () => {
  const request = () => ({ scenario: named('dsv4-mini'), pastChecks: false });

  it('are the plan’s, and each send’s items have the addresses that its formula gives', async () => {
    const { steps } = await handlers.steps(request(), ignore);
    expect(steps.map(({ kind }) => kind)).toContain('send');
    for (const [index, { kind, blocks }] of steps.entries()) {
      const detail = await handlers.stepDetail({ ...request(), step: index }, ignore);
      expect(detail.sent === null).toBe(kind !== 'send');
      const entries = detail.sent?.entries ?? [];
      expect(entries.reduce((sum, { itemCount }) => sum + itemCount, 0)).toBe(blocks);
      for (const { srcPointer, dstPointer, itemBytes, items } of entries) {
        for (const { srcIndex, dstIndex, src, dst } of items) {
          expect(BigInt(src)).toBe(BigInt(srcPointer) + BigInt(srcIndex * itemBytes));
          expect(BigInt(dst)).toBe(BigInt(dstPointer) + BigInt(dstIndex * itemBytes));
        }
      }
    }
  });
});
