/** @file The grader of "change one setting on one node": how much was changed, what the checks say of it and, where they say nothing, what the bytes do. */
import { isFit } from '../../cli/checkReport.ts';
import type { Ask } from './ask.ts';
import { gradeRun } from './grading.ts';
import type { Grade } from './lesson.ts';

/** Right where one place was changed and the checks let the pair start. */
export async function gradeOneChange(changed: readonly string[], ask: Ask): Promise<Grade> {
  const tooMany = countGrade(changed);
  if (tooMany !== null) return tooMany;
  const { report, sentence } = await ask.check();
  if (isFit(report.verdict)) return { isRight: true, why: `${report.verdict}: ${sentence}` };
  return { isRight: false, why: `${report.verdict}: ${report.findings[0]?.message ?? sentence}` };
}

/** Right where one place was changed and every byte arrives: of pairs that no check looks at. */
export async function gradeOneChangeByBytes(changed: readonly string[], ask: Ask): Promise<Grade> {
  return countGrade(changed) ?? gradeRun(ask);
}

function countGrade(changed: readonly string[]): Grade | null {
  if (changed.length === 1) return null;
  const why = changed.length === 0 ? 'Nothing has been changed yet.' : `One setting is enough, and ${changed.length} were changed: ${changed.join(', ')}.`;
  return { isRight: false, why };
}
