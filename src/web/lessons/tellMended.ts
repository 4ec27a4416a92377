/** @file A mended run in words, beside the faulty one. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { Ask } from './ask.ts';
import { changedPlaces, wordsText } from './grading.ts';
import type { Beside } from './lesson.ts';

/** What was mended, and what comes of both: by the checks where the lesson is about them, else by carrying both out. */
export async function tellMended(faulty: Ask, mended: Ask, beside: Beside): Promise<string> {
  const tell = beside === 'checks' ? toldByChecks : toldByRun;
  // The one that is shown first: the page waits for it, too.
  const [after, before] = [await tell(mended), await tell(faulty)];
  return `Beside this is not what the lesson tells of, but the same hand-off with its fault mended (${mendText(faulty.scenario, mended.scenario)}). It comes to ${after}. With the fault it came to ${before}.`;
}

async function toldByRun(ask: Ask): Promise<string> {
  const answer = await ask.run();
  return `\`${answer.report.verdict.status}\`: ${wordsText(answer)}`;
}

async function toldByChecks(ask: Ask): Promise<string> {
  const { report, sentence } = await ask.check();
  return `\`${report.verdict}\`: ${sentence.replace(/\.$/, '')}`;
}

function mendText(faulty: ScenarioInput, mended: ScenarioInput): string {
  const kinds = [...new Set((faulty.faults ?? []).map(({ kind }) => `\`${kind}\``))];
  if (kinds.length > 0 && (mended.faults ?? []).length === 0) return `${kinds.join(' and ')}, which was planted, is taken out`;
  const places = changedPlaces({ ...faulty, fixed: undefined }, mended).filter((place) => !TOLD.has(place.split(/[.[]/)[0] ?? ''));
  return `changed: ${places.map((place) => `\`${place}\``).join(', ')}`;
}

/** Parts of a scenario that move no byte. */
const TOLD: ReadonlySet<string> = new Set(['title', 'description', 'expect', 'fixed', 'name']);
