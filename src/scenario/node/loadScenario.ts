/** @file From what a user names, a built-in scenario or a file, to a resolved one. The parser and the schema are loaded only where there is something to hold against them. */
import { basename, dirname, extname, resolve } from 'node:path';
import { SimError } from '../../core/errors.ts';
import { BUILTIN_SCENARIOS } from '../builtin/index.ts';
import { nearestName } from '../nearestName.ts';
import { applyOverrides, locateWithOverrides, type Override } from '../overrides.ts';
import type { Locate } from '../problems.ts';
import type { ResolvedScenario } from '../resolvedScenario.ts';
import { type LoadedConfig, modelConfigPath } from '../resolveModel.ts';
import { resolveScenario } from '../resolveScenario.ts';
import type { ScenarioInput } from '../scenarioSchema.ts';
import { readBounded } from './readBounded.ts';

/**
 * Far above any scenario or config.json, since many requests have a short form. The parser takes seconds and some 300 bytes a byte, and is deaf to
 * Ctrl-C while it works.
 */
export const MOST_SCENARIO_BYTES = 2 ** 20;

/** Places of a built-in: it has no file, so only the path within it is known. */
const noPlaces: Locate = () => ({});

/** A scenario as its author wrote it, with whatever was set over it, and what comes of it. */
export interface LoadedScenario {
  /** Its model may still be the path of a config.json, beside the scenario's own file. */
  readonly input: ScenarioInput;
  readonly resolved: ResolvedScenario;
}

/** Loads a scenario, and resolves it. See `loadWritten` for what is taken and thrown. */
export async function loadScenario(
  named: string,
  overrides: readonly Override[] = [],
  variant: ResolvedScenario['variant'] = 'given',
): Promise<ResolvedScenario> {
  return (await loadWritten(named, overrides, variant)).resolved;
}

/**
 * Loads a scenario.
 * @param named a built-in name, or the path of a YAML or JSON file; the name wins
 * @param overrides set over it, the last one winning
 * @param variant `fixed`: with its `fixed` block put over it
 * @throws ScenarioError, SimError(file), SimError(bad-input) with file, line and column
 */
export async function loadWritten(named: string, overrides: readonly Override[], variant: ResolvedScenario['variant']): Promise<LoadedScenario> {
  // Those from reports are many files: they are loaded only for a name that is not among the first few and could be no file's.
  const builtin = BUILTIN_SCENARIOS.get(named) ?? (couldBeName(named) ? (await import('../builtin/catalogue.ts')).builtinScenario(named) : undefined);
  if (builtin !== undefined && overrides.length === 0)
    return { input: builtin, resolved: resolveScenario(builtin, { name: named, locate: noPlaces, config: null, variant }) };
  const { value, locate } = builtin === undefined ? await readScenario(named) : { value: builtin, locate: noPlaces };
  const changed = applyOverrides(value, overrides);
  const locateAll = locateWithOverrides(locate, overrides);
  const { validateScenario } = await import('../validateScenario.ts');
  const input = validateScenario(changed, locateAll);
  const configFile = modelConfigPath(changed);
  const config = configFile === null ? null : await readConfig(builtin === undefined ? resolve(dirname(named), configFile) : configFile);
  const resolved = resolveScenario(input, { name: builtin === undefined ? basename(named, extname(named)) : named, locate: locateAll, config, variant });
  // A title says what its author wrote down, which may no longer be so.
  return { input, resolved: overrides.length === 0 ? resolved : { ...resolved, title: `${resolved.title} (changed by flags)` } };
}

function couldBeName(named: string): boolean {
  return extname(named) === '' && basename(named) === named;
}

async function readScenario(file: string) {
  const text = await readBounded(file, 'scenario', MOST_SCENARIO_BYTES).catch(async (error: unknown) => {
    throw await withBuiltinNames(error, file);
  });
  const { parseScenarioText } = await import('../scenarioText.ts');
  return parseScenarioText(text, file);
}

/** A word without slash or extension that is no file was meant as a built-in's name. */
async function withBuiltinNames(error: unknown, named: string): Promise<unknown> {
  if (!(error instanceof SimError) || error.code !== 'file' || !couldBeName(named)) return error;
  const nearest = nearestName(named, (await import('../builtin/catalogue.ts')).builtinNames());
  return new SimError('bad-input', {
    what: `there is no scenario ${JSON.stringify(named)}, built in or as a file`,
    mend:
      nearest === null ? `Built in are ${[...BUILTIN_SCENARIOS.keys()].join(', ')}, and those that disagg-sim scenarios lists.` : `Did you mean ${nearest}?`,
    cause: error,
  });
}

async function readConfig(file: string): Promise<LoadedConfig> {
  const text = await readBounded(file, 'config.json', MOST_SCENARIO_BYTES);
  const { parseScenarioText } = await import('../scenarioText.ts');
  return { file, ...parseScenarioText(text, file) };
}
