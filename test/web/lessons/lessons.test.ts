/** Every lesson on the engine itself: its texts say what the engine says, what it points at is there, its solution is right, and wrong answers are told why. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import type { Answer, Lesson, LessonStep, Named } from '../../../src/web/lessons/lesson.ts';
import { LESSONS } from '../../../src/web/lessons/lessons.ts';
import { rowAt } from '../../../src/web/lessons/places.ts';
import { tellMended } from '../../../src/web/lessons/tellMended.ts';
import { FURTHER_ROWS, MAIN_ROWS } from '../../../src/web/playground/settingRows.ts';
import { mendedOf } from '../../../src/web/shared/mended.ts';
import { about, aboutShown, call, namedScenarios } from './support.ts';

// Node 20 has none, and a browser without WebGPU has one without `gpu`: the CPU device takes over.
vi.stubGlobal('navigator', {});

let named: Named;
beforeAll(async () => {
  named = await namedScenarios();
});

/** Answers that are wrong, and what each is told; `text` alone leaves the scenario as it was given. */
type Wrong = { readonly text?: string; readonly edit?: (start: ScenarioInput) => ScenarioInput; readonly told: RegExp };

const option = (lesson: string, id: string) => (start: ScenarioInput) => {
  const form = LESSONS.find((candidate) => candidate.id === lesson)?.exercise.form;
  return (form?.kind === 'options' ? form.options.find((candidate) => candidate.id === id)?.put?.(start) : undefined) ?? start;
};

const WRONG: Readonly<Record<string, readonly Wrong[]>> = {
  o1: [
    { text: 'there', told: /0x/ },
    { text: '0x1', told: /no region|address/ },
  ],
  o5: [
    { text: '100', told: /where it should be/ },
    { text: '7', told: /114,688 B/ },
    { text: 'all', told: /whole number/ },
  ],
  'item-length': [
    { text: '37440', told: /begins at 0x/ },
    { text: '999999999', told: /ends/ },
  ],
  ring: [
    { text: '58', told: /slot’s own ring/ },
    { text: '12', told: /does not list row 12/ },
  ],
  mapping: [
    { told: /Nothing has been changed/ },
    {
      edit: (start) => ({ ...start, decode: { ...start.decode, draft: { mapping: 'own' } } }),
      told: /DSV4 target and draft pools must share the SWA index mapping/,
    },
    { edit: (start) => ({ ...start, prefill: {}, decode: {} }), told: /One setting is enough/ },
  ],
  'draft-state': [
    { text: 'slots', edit: option('draft-state', 'slots'), told: /SILENT_CORRUPTION: decode, draft\/swa/ },
    { text: 'prefill', edit: option('draft-state', 'prefill'), told: /draft/ },
    { text: '', told: /Nothing is chosen/ },
  ],
  'silent-mismatch': [
    { edit: (start) => ({ ...start, decode: { ...start.decode, slots: 3 } }), told: /SILENT_CORRUPTION: decode, target\/c4_state/ },
    { told: /Nothing has been changed/ },
  ],
  ownership: [
    { text: 'at-abort', edit: option('ownership', 'at-abort'), told: /SILENT_CORRUPTION: .*request 0's words/ },
    { text: 'hope', edit: option('ownership', 'hope'), told: /^HAZARD/ },
  ],
  refusal: [
    { edit: (start) => ({ ...start, prefill: { ...start.prefill, pageSize: 16 } }), told: /target=\(16, 4096\), draft=\(32, 4096\)/ },
    { told: /Nothing has been changed/ },
  ],
  descriptors: [
    { edit: (start) => ({ ...start, decode: { ...start.decode, fragmentation: 0 } }), told: /still scattered on one node/ },
    {
      edit: (start) => ({
        ...start,
        prefill: { ...start.prefill, fragmentation: 0, backend: 'nixl' },
        decode: { ...start.decode, fragmentation: 0, backend: 'nixl' },
      }),
      told: /^4,053 descriptors for 4,053 items: nixl does not merge/,
    },
  ],
  chart: [
    { text: '1077', told: /per-item/ },
    { text: '5', told: /No point/ },
  ],
};

function sentences(text: string): number {
  // What is quoted has sentences of its own.
  return text
    .replace(/`[^`]*`/g, 'x')
    .split(/[.!?:](?:\s|$)/)
    .filter((part) => part.trim() !== '').length;
}

async function gradeOf(lesson: Lesson, answer: Answer) {
  const given = aboutShown(lesson.exercise.show, named);
  return lesson.exercise.grade(answer, about(answer.scenario), given);
}

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('lesson %s', (id, lesson) => {
  it('tells two to a few sentences a step, figures and all', async () => {
    for (const { title, tell, show } of lesson.steps) {
      const text = await tell(aboutShown(show, named));
      expect([title, text]).toEqual([title, expect.not.stringMatching(/undefined|NaN|null|\[object/)]);
      expect([title, sentences(text) >= 2]).toEqual([title, true]);
    }
    const task = await lesson.exercise.task(aboutShown(lesson.exercise.show, named));
    expect(task).not.toMatch(/undefined|NaN|null/);
  }, 120_000);

  it('points at places and steps that are there', async () => {
    for (const { show } of [...lesson.steps, lesson.exercise]) {
      const ask = aboutShown(show, named);
      const selection = await show.selection?.(ask);
      if (selection !== undefined)
        expect(await ask.locate(selection.side, selection.address)).toMatchObject({ ok: true, found: { address: selection.address } });
      const step = await show.step?.(ask);
      if (step !== undefined) expect((await ask.steps()).steps[step - 1]).toBeDefined();
    }
  }, 120_000);

  it('asks questions that have one right answer, and says of every other why it is not', async () => {
    for (const { title, question, show } of lesson.steps) {
      if (question === undefined) continue;
      const ask = aboutShown(show, named);
      expect([title, await question.text(ask)]).toEqual([title, expect.not.stringMatching(/undefined|NaN|null/)]);
      const grades = await Promise.all(question.options.map(({ id: choice }) => question.grade(choice, ask)));
      expect([title, grades.filter(({ isRight }) => isRight).length]).toEqual([title, 1]);
      expect(new Set(grades.map(({ why }) => why)).size).toBe(grades.length);
      for (const { why } of grades) expect([title, why]).toEqual([title, expect.not.stringMatching(/undefined|NaN|null/)]);
    }
  }, 120_000);

  it('takes its own solution, with the reason', async () => {
    const answer = await lesson.exercise.solve(aboutShown(lesson.exercise.show, named));
    // It could be handed in: the form can express it.
    await call('open', answer.scenario);
    const grade = await gradeOf(lesson, answer);
    expect(grade).toMatchObject({ isRight: true });
    expect(grade.why).not.toMatch(/undefined|NaN|null/);
  }, 120_000);

  it('refuses wrong answers, and says why', async () => {
    const { scenario } = aboutShown(lesson.exercise.show, named);
    const wrong = WRONG[id] ?? [];
    expect(wrong.length).toBeGreaterThan(0);
    for (const { text = '', edit, told } of wrong) {
      const grade = await gradeOf(lesson, { scenario: edit === undefined ? scenario : edit(scenario), text });
      expect([text, grade]).toEqual([text, { isRight: false, why: expect.stringMatching(told) }]);
    }
  }, 120_000);

  it('offers two hints or more, and only settings that the playground has', () => {
    expect(new Set(lesson.exercise.hints).size).toBeGreaterThanOrEqual(2);
    const labels = [...MAIN_ROWS, ...FURTHER_ROWS].map(({ label }) => label);
    if (lesson.exercise.form.kind === 'settings') for (const row of lesson.exercise.form.rows) expect(labels).toContain(row);
  });
});

describe('the mended run of a lesson', () => {
  it('is told of every lesson whose scenario has one: what was mended, and what came of both', async () => {
    const texts: Record<string, string> = {};
    for (const { id, steps } of LESSONS) {
      const shown = steps.at(-1)?.show;
      const mended = shown === undefined ? null : mendedOf(shown.scenario(named));
      if (shown !== undefined && mended !== null)
        texts[id] = await tellMended(aboutShown(shown, named), about(mended, shown.pastChecks ?? false), shown.beside);
    }
    expect(Object.keys(texts)).toEqual(['o1', 'o5', 'mapping', 'draft-state', 'silent-mismatch', 'ownership']);
    expect(texts.o1).toMatch(
      /mended \(`component-dropped`, which was planted, is taken out\)\. It comes to `PASS`: 912,784 words right, 0 wrong, .*With the fault it came to `SILENT_CORRUPTION`: 119,440 words right, 262,144 wrong/,
    );
    expect(texts.o5).toMatch(/`dtype-width`.*`PASS`: 13,088 words right, 0 wrong, 0 missing, 0 touched/);
    for (const text of Object.values(texts)) expect(text).not.toMatch(/undefined|NaN|null|\(\)|changed: \)/);
  }, 120_000);
});

function stepOf(id: string, index: number): LessonStep {
  const step = LESSONS.find((lesson) => lesson.id === id)?.steps[index];
  if (step === undefined) throw new Error(`lesson ${id} has no step ${index}`);
  return step;
}

describe('figures of the texts', () => {
  it('are the known ones: of the reports, and of the worked example', async () => {
    const textOf = async (id: string, step: number) => {
      const shown = stepOf(id, step);
      return shown.tell(aboutShown(shown.show, named));
    };
    expect(await textOf('o1', 1)).toMatch(/476,160 B.*1,797,120 B/);
    expect(await textOf('o5', 2)).toMatch(/3 × 32,768 B.*16,384 B: that is not page 3 but page 6/);
    expect(await textOf('o5', 3)).toMatch(
      /begin at 2 times its number, and the page itself stays stale: 98,304 B .* 49,152 B .*`KV cache dtype mismatch`.*`kv-dtype-mismatch`/,
    );
    expect(await textOf('ring', 1)).toMatch(
      /position 1,029, is in row 389 of prefill’s pool, in the ring of slot 3, and in row 767 of decode’s, in that of slot 5/,
    );
    expect(await textOf('draft-state', 1)).toMatch(/299,520 B/);
    expect(await textOf('descriptors', 0)).toMatch(/4,053 items, 3,968 of KV and 85 of state/);
    expect(await textOf('item-length', 2)).toMatch(/`target\/c4_state` has 65,536 B, 8 rows of 8,192 B/);
    expect((await textOf('refusal', 2)).match(/page_size must be 256/g)).toHaveLength(1);
    expect(await textOf('refusal', 0)).toContain('target=(1, 4096), draft=(32, 4096)');
  }, 120_000);

  it('reconcile the positions that O1 names: of the page, of what decode needs, of the run’s story', async () => {
    const { tell, show } = stepOf('o1', 2);
    const ask = aboutShown(show, named);
    const text = await tell(ask);
    expect(text).toMatch(
      /holds positions 768 to 1,023, and its first word, which is picked, is of position 768\. Decode reads from 902 on, the prompt’s 1,030 tokens less the window of 128; but a page travels whole/,
    );
    const page = await ask.locate('decode', (await rowAt(ask, 'decode', 'target/swa', 0, 6)).address);
    expect(page).toMatchObject({ ok: true, found: { holder: { fromPosition: 768 }, due: { text: expect.stringContaining('positions 902 to 1023') } } });
    const last = stepOf('o1', 4);
    expect(await last.tell(aboutShown(last.show, named))).toContain('positions 768-1029');
  });

  it('name all that is whole in O1, metadata with it, and keep apart what merely counts as wrong', async () => {
    const { question, show } = stepOf('o1', 0);
    const grade = await question?.grade('kinds', aboutShown(show, named));
    expect(grade?.why).toBe(
      'Right in every word: target/c4_kv, target/c128_kv, target/c4_indexer, metadata. In none: target/swa, target/c4_state, target/c4_indexer_state, where nothing came, and target/c128_state, whose words count as wrong. The next step says what stands there.',
    );
  });

  it('tell in O1’s exercise that an address is prefill’s', async () => {
    const lesson = LESSONS.find(({ id }) => id === 'o1');
    if (lesson === undefined) throw new Error('there is no lesson O1');
    const given = aboutShown(lesson.exercise.show, named);
    const { address } = await rowAt(given, 'prefill', 'target/swa', 0, 2);
    const grade = await gradeOf(lesson, { scenario: given.scenario, text: address });
    expect(grade).toEqual({ isRight: false, why: 'That address is prefill’s; the question is about decode.' });
  });

  it('say of O5 what the pools show: pages 6 and 7 are hit, page 3 is not, and prefill’s page 1 is not read', async () => {
    const { tell, show } = stepOf('o5', 2);
    const ask = aboutShown(show, named);
    const writes = async (side: 'prefill' | 'decode', page: number) => {
      const answer = await ask.locate(side, (await rowAt(ask, side, 'target/plain', 0, page)).address);
      return answer.ok && answer.found.moved !== null;
    };
    expect(await Promise.all([6, 7, 8, 9, 998, 999].map((page) => writes('decode', page)))).not.toContain(false);
    expect(await Promise.all([3, 4, 499].map((page) => writes('decode', page)))).not.toContain(true);
    expect(await writes('prefill', 1)).toBe(false);
    expect(await tell(ask)).toContain('Page 3, which the request will read, stays as it was');
  });

  it('say of O5 what the playground does with DSV4 pools of two dtypes: it refuses them', async () => {
    const mini = named('dsv4-mini');
    const answer = await about({ ...mini, prefill: { ...mini.prefill, kvDtype: 'bfloat16' } }).check();
    expect(answer.findings.map(({ id }) => id)).toContain('kv-dtype-mismatch');
    expect(answer.report.verdict).toBe('refused');
  });
});
