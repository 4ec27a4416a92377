/** @file Scenarios from text, without files. */
import type { ResolvedScenario } from '../../src/scenario/resolvedScenario.ts';
import type { LoadedConfig } from '../../src/scenario/resolveModel.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { parseScenarioText } from '../../src/scenario/scenarioText.ts';
import { validateScenario } from '../../src/scenario/validateScenario.ts';

/** Parses, validates and resolves the text of a file called `s.yaml`. */
export function scenarioOf(text: string, config: LoadedConfig | null = null): ResolvedScenario {
  const { value, locate } = parseScenarioText(text, 's.yaml');
  return resolveScenario(validateScenario(value, locate), { name: 's', locate, config });
}

/** The lines of the error that the text gives: one a problem. */
export function problemsOf(text: string): string[] {
  try {
    scenarioOf(text);
  } catch (error) {
    const lines = (error as Error).message.split('\n');
    return lines.length === 1 ? lines : lines.slice(1).map((line) => line.trim());
  }
  return [];
}
