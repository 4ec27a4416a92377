/** @file What graders share: how far an answer is from what was given, what a run says in a sentence, numbers that were typed. */
import { counted, formatInteger } from '../../core/units.ts';
import { formatPath, type ScenarioPath } from '../../scenario/problems.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { RunAnswer } from '../engine/protocol.ts';
import type { Ask } from './ask.ts';
import type { Grade } from './lesson.ts';

/** Places of a scenario that two of them have unlike values at: `decode.window`. */
export function changedPlaces(before: ScenarioInput, after: ScenarioInput): readonly string[] {
  return differences(before, after, []).map(formatPath);
}

function differences(before: unknown, after: unknown, path: ScenarioPath): ScenarioPath[] {
  if (Object.is(before, after)) return [];
  // A mapping that appears or goes as a whole is one place: its keys mean nothing without it.
  if (!isContainer(before) || !isContainer(after)) return [path];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(before[key], after[key], [...path, key]));
}

type Container = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Right where decode's every byte is; else what the run tells went wrong. */
export async function gradeRun(ask: Ask): Promise<Grade> {
  const answer = await ask.run();
  const { status } = answer.report.verdict;
  return status === 'PASS' ? { isRight: true, why: `PASS: ${wordsText(answer)}` } : { isRight: false, why: `${status}: ${whatWentWrong(answer)}` };
}

/** The largest story, else the first finding that is no remark. */
export function whatWentWrong({ report: { verdict, diagnosis } }: RunAnswer): string {
  const story = diagnosis?.stories[0]?.sentence;
  const finding = verdict.findings.find(({ severity }) => severity !== 'info');
  return story ?? finding?.message ?? 'nothing is told of it';
}

/** How many of the words that decode needs are right. */
export function wordsText({ report: { verdict } }: RunAnswer): string {
  if (verdict.words === null) return 'nothing was moved';
  const { right, wrong, missing, touched } = verdict.words;
  const bad = [wrong, missing, touched].map(formatInteger);
  return `${counted(right, 'word')} right, ${bad[0]} wrong, ${bad[1]} missing, ${bad[2]} touched that nobody should have written`;
}

/** A whole number as people type it, `2,048` or `2 048`; null where it is none. */
export function typedInteger(text: string): number | null {
  const digits = text.replace(/[\s,]/g, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
