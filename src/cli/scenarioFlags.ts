/** @file Flags that change the scenario. Each is a short name for a place in it; `--set` reaches all the others. */
import type { Command } from 'commander';
import { type Override, parseOverride } from '../scenario/overrides.ts';
import type { ScenarioPath } from '../scenario/problems.ts';
import { STRATEGY_NAMES } from '../strategies/names.ts';

/** A flag and the places that it sets. */
interface ScenarioFlag {
  readonly flag: string;
  readonly argument: string;
  readonly description: string;
  readonly paths: readonly ScenarioPath[];
  /** How the argument is read; as `--set` reads values by default. */
  readonly read?: (argument: string) => unknown;
}

const onBoth = (key: string): readonly ScenarioPath[] => [
  ['prefill', key],
  ['decode', key],
];

const SCENARIO_FLAGS: readonly ScenarioFlag[] = [
  { flag: 'model', argument: '<model>', description: 'model: dsv4-flash, dsv4-pro, dsv4-mini, or the path of a config.json', paths: [['model']], read: String },
  { flag: 'mode', argument: '<mode>', description: 'paged or unified, on both nodes', paths: onBoth('mode') },
  { flag: 'layout', argument: '<layout>', description: 'layer-first (the engine’s), page-first or request-packed, on both nodes', paths: onBoth('layout') },
  { flag: 'page-size', argument: '<tokens>', description: 'tokens a page, on both nodes', paths: onBoth('pageSize') },
  { flag: 'pool-tokens', argument: '<tokens>', description: 'tokens of the full pool, on both nodes', paths: onBoth('poolTokens') },
  { flag: 'slots', argument: '<count>', description: 'requests at once (--max-running-requests), on both nodes', paths: onBoth('slots') },
  { flag: 'revision', argument: '<revision>', description: 'state of the engine: 2026-08 or 2026-09, on both nodes', paths: onBoth('revision') },
  {
    flag: 'lengths',
    argument: '<tokens,...>',
    description: 'replace the requests by ones of these lengths',
    paths: [['requests']],
    read: (argument) => ({ lengths: argument.split(',').map((length) => parseValue(length.trim())) }),
  },
  { flag: 'chunk-tokens', argument: '<tokens>', description: 'prefill sends after every so many tokens', paths: [['prefill', 'chunkTokens']] },
  { flag: 'seed', argument: '<number>', description: 'seed of everything random', paths: [['seed']] },
];

/** For `run` alone: the others move nothing. */
const STRATEGY_FLAG: ScenarioFlag = { flag: 'strategy', argument: '<name>', description: STRATEGY_NAMES.join(', '), paths: [['strategy']] };

function parseValue(argument: string): unknown {
  return parseOverride(`value=${argument}`).value;
}

/** Values of the flags, by their camelCase names, as commander collects them; and `--set` in order. */
export type ScenarioFlagValues = Readonly<Record<string, unknown>> & { readonly set?: readonly Override[]; readonly fixed?: boolean };

/** Adds the flags to a command. */
export function addScenarioFlags(command: Command, withStrategy: boolean): Command {
  for (const { flag, argument, description } of flagsOf(withStrategy)) command.option(`--${flag} ${argument}`, description);
  return command
    .option('--fixed', 'the mended variant: the scenario with its fixed block put over it')
    .option(
      '--set <path=value>',
      'set any value of the scenario, such as prefill.pageSize=64; may be repeated',
      (assignment, earlier: readonly Override[] = []) => [...earlier, parseOverride(assignment)],
    );
}

function flagsOf(withStrategy: boolean): readonly ScenarioFlag[] {
  return withStrategy ? [...SCENARIO_FLAGS, STRATEGY_FLAG] : SCENARIO_FLAGS;
}

/** What the flags set, the more particular `--set` last. */
export function overridesOf(values: ScenarioFlagValues): readonly Override[] {
  const named = flagsOf(true).flatMap(({ flag, paths, read = parseValue }) => {
    const given = values[camelCase(flag)];
    if (typeof given !== 'string') return [];
    return paths.map((path): Override => ({ path, value: read(given), writtenAs: `--${flag} ${given}` }));
  });
  return [...named, ...(values.set ?? [])];
}

/** Which variant of the scenario is asked for. */
export function variantOf({ fixed }: ScenarioFlagValues): 'given' | 'fixed' {
  return fixed === true ? 'fixed' : 'given';
}

/** Names of the scenario flags that are given. */
export function namesOfScenarioFlags(values: ScenarioFlagValues): readonly string[] {
  const given = flagsOf(true).flatMap(({ flag }) => (values[camelCase(flag)] === undefined ? [] : [flag]));
  return values.set === undefined ? given : [...given, 'set'];
}

function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
