/** The page of a run: self-contained, nothing fetched, everything escaped, every damage with its sentence. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { contentPolicy } from '../../src/report/html/contentPolicy.ts';
import { escapeHtml } from '../../src/report/html/escape.ts';
import { DATA_BEGIN, DATA_END } from '../../src/report/html/pageData.ts';
import { pageShell } from '../../src/report/html/pageShell.ts';
import { fillOf, patternDefinitions } from '../../src/report/html/paints.ts';
import { runPage } from '../../src/report/html/runPage.ts';
import { script, styleSheet } from '../../src/report/html/styleAndScript.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { CAUSE_CLASS_IDS } from '../../src/verify/diagnosis/causes.ts';

const engine = { poolTokens: 1024, slots: 1, preallocSlots: 0, swaRatio: 0.75 } as const;
const input: ScenarioInput = { model: 'dsv4-mini', prefill: engine, decode: engine, requests: [{ length: 300 }], strategy: 'per-item' };

async function pageOf(faults: ScenarioInput['faults'], title = 'a run'): Promise<string> {
  const scenario = resolveScenario({ ...input, ...(faults === undefined ? {} : { faults }) }, { name: 'page', locate: () => ({}), config: null });
  const { verdict, diagnosis, map } = await runScenario(scenario, { device: new CpuDevice(2 ** 28), timing: false });
  return runPage({ title, facts: ['<img src=x onerror=alert(1)>'], verdict, diagnosis, map, data: null });
}

describe('escaping', () => {
  it('leaves no character that HTML reads', () => {
    expect(escapeHtml(`<a href="x" title='y'>&\u0000</a>`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;\ufffd&lt;/a&gt;');
  });
});

describe('the content policy', () => {
  it('allows the inline style and script by their hashes, and nothing else', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(contentPolicy('a', 'bc')).toBe(
      `default-src 'none'; style-src 'sha256-${hash('a')}'; script-src 'sha256-${hash('bc')}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('is that of the texts in the page, which are ASCII', async () => {
    const page = await pageOf(undefined);
    expect(page).toContain(escapeHtml(contentPolicy(styleSheet(), script())));
    expect(page).toContain(`<style>${styleSheet()}</style>`);
    expect(page).toContain(`<script>${script()}</script>`);
    expect(/^[\n -~]*$/.test(styleSheet() + script())).toBe(true);
  });
});

describe('the page', () => {
  it('of a run that went well has maps, counts and no stories', async () => {
    const page = await pageOf(undefined);
    expect(page).toContain('PASS');
    expect(page).not.toContain('What went wrong');
    expect(page).not.toContain('class="hurt"');
    expect(page).toContain('all of decode');
  });

  it('tells each story in the list and on every damaged place, which can be focused', async () => {
    const page = await pageOf([{ kind: 'layers-mispaired', component: 0 }]);
    expect(page).toContain('<li data-story="0">');
    const hurt = page.match(/<g class="hurt"[^>]*>/g) ?? [];
    expect(hurt.length).toBeGreaterThan(5);
    for (const tag of hurt)
      expect(tag).toMatch(/tabindex="0" role="img" aria-label="[^"]*layers paired with others\. decode, target\/[^"]+ B" data-line="\d+" data-story="\d+"/);
    // A letter stands on the pattern: colour is never the only cue.
    expect(page).toMatch(/<text class="mark"[^>]*>Y<\/text>/);
  });

  it('asks for nothing from anywhere, and carries no style or handler that the policy would block', async () => {
    const page = await pageOf([{ kind: 'bit-flip' }], '<script>alert(1)</script> "run"');
    const tags = (page.match(/<[a-z][^>]*>/gi) ?? []).join('\n');
    expect(tags).not.toMatch(/\b(src|href)\s*=/i);
    expect(tags).not.toMatch(/ style=| on[a-z]+=/i);
    expect(page).not.toMatch(/https?:/);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;run&quot;');
    expect(page).toContain('&lt;img ');
  });
});

describe('the data that a page carries', () => {
  it('is one element whose text is JSON, and nothing in it can end it or begin another', () => {
    const hostile = { a: '</script><script>alert(1)</script>', b: '<!--', c: DATA_BEGIN };
    const page = pageShell({ title: 't', style: '', script: null, body: '', data: hostile });
    const [, text = ''] = page.split(DATA_BEGIN);
    expect(page.split(DATA_BEGIN)).toHaveLength(2);
    expect(JSON.parse(text.slice(0, text.indexOf(DATA_END)))).toEqual(hostile);
    expect(page.match(/<script/g)).toHaveLength(1);
  });
});

describe('paints', () => {
  it('have a pattern for every state', () => {
    const definitions = patternDefinitions();
    for (const state of ['untouched', 'right', 'unseen', ...CAUSE_CLASS_IDS] as const) {
      expect(fillOf(state)).toBe(`url(#p-${state})`);
      expect(definitions).toContain(`<pattern id="p-${state}"`);
    }
  });
});
