/** @file The built-in scenarios for a chooser: in groups by kind, and those alone that a search finds. */
import { groupBy } from '../../core/groupBy.ts';
import type { ReportClass } from '../../scenario/builtin/reportScenario.ts';
import type { ScenarioChoice } from '../engine/protocol.ts';
import { NAMED_LESSONS } from '../lessons/lessonNames.ts';

/** What each class is called, in the order of the chooser. */
const GROUPS: Readonly<Record<ReportClass | 'preset', string>> = {
  preset: 'Sound: models as they are served',
  control: 'Sound, though a report suspected them',
  geometry: 'Reports: the two nodes’ layouts differ',
  'dtype-layout': 'Reports: dtypes and bases of buffers differ',
  index: 'Reports: wrong pages or rows are listed',
  transfer: 'Reports: not sent, not awaited, or refused for it',
  lifecycle: 'Reports: order, aborts, and who owns a page',
  'scale-limit': 'Reports: numbers that 32 bits do not hold',
  environment: 'Reports: what the engine runs in',
  derived: 'Worked out from sources, reported by nobody',
};

/** Choices of one kind. */
export interface ScenarioGroup {
  readonly label: string;
  readonly choices: readonly ScenarioChoice[];
}

/** Groups in a fixed order, none of them empty; choices keep the order of the list. */
export function scenarioGroups(choices: readonly ScenarioChoice[]): readonly ScenarioGroup[] {
  const byClass = groupBy(choices, (choice) => choice.class);
  return Object.entries(GROUPS).flatMap(([name, label]) => {
    const group = byClass.get(name as keyof typeof GROUPS);
    return group === undefined ? [] : [{ label, choices: group }];
  });
}

/** Choices in whose name, title, group, origin or lesson every word of the search stands, in whatever order and case. */
export function found(choices: readonly ScenarioChoice[], search: string): readonly ScenarioChoice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const { name, title, report, source } = choice;
    const lesson = NAMED_LESSONS.find(({ scenario }) => scenario === name)?.name ?? '';
    const text = [name, title, GROUPS[choice.class], report ?? '', source ?? '', lesson].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
