/** @file Launches as people read them: what was read of each, and what is not known. */
import type { Colors } from 'picocolors/types.js';
import { formatWhere } from '../core/errors.ts';
import type { Setting } from '../launch/launchSettings.ts';
import type { LaunchedNode } from './checkLaunches.ts';
import type { CheckReport } from './checkReport.ts';

/** The node, and its settings that are given, each with the flag or variable; defaults are in the JSON. */
export function launchText({ found, launch }: LaunchedNode, engine: string, paint: Colors): string[] {
  const { side, settings } = launch;
  const given = Object.entries(settings).flatMap(([name, setting]: [string, Setting<unknown>]) => {
    const { origin, by, value, note } = setting;
    if (by === null || origin === 'default' || origin === 'unknown' || value === null) return [];
    const how = origin === 'derived' ? `derived from ${by}${note === null ? '' : `: ${note}`}` : by;
    return [`${name} ${String(value)} (${how})`];
  });
  const model = settings.model.value ?? 'model not known';
  const name = found.name === null ? '' : ` ${found.name}`;
  return [
    `${paint.bold(side.padEnd(7))}  ${model}: ${engine}`,
    `         read from ${formatWhere(found.where)}${name}${given.length === 0 ? '; all settings are defaults' : `: ${given.join(', ')}`}`,
  ];
}

/** What is not known, and what is wrong in the launches. */
export function remarksText({ unknown = [], problems = [] }: CheckReport, paint: Colors): string[] {
  const unknowns = unknown.map(
    ({ side, setting, text, by, where, assumed }) =>
      `  ${side}: ${setting}${text === null ? '' : ` is ${by === null ? '' : `${by} `}${text}`}${placeText(where)}; taken as ${assumed}`,
  );
  const wrong = problems.map(({ side, what, where, nearest, mend }) => {
    const helps = mend ?? (nearest === null ? null : `Did you mean ${nearest}?`);
    return `  ${side}: ${what}${placeText(where)}.${helps === null ? '' : ` ${helps}`}`;
  });
  return [...section('Not known', unknowns, paint), ...section('Not read, or wrong', wrong, paint)];
}

/** What a node was heard to say, and what these launches have to do with it. */
export function heardText({ heard = [] }: CheckReport, paint: Colors): string[] {
  return section(
    'Heard',
    heard.flatMap(({ id, text, remark }) => [`  ${paint.bold(id)}: ${text}`, `  ${remark}`]),
    paint,
  );
}

function placeText(where: Parameters<typeof formatWhere>[0] | null): string {
  const place = formatWhere(where ?? undefined);
  return place === '' ? '' : ` [${place}]`;
}

function section(title: string, lines: readonly string[], paint: Colors): string[] {
  return lines.length === 0 ? [] : [paint.yellow(title), ...lines, ''];
}
