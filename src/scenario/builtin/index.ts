/** @file The scenarios that go by name. Plain data of the schema's own type, so that they need no validation; a test holds them against it. */
import type { ScenarioInput } from '../scenarioSchema.ts';
import { dsv4Flash, dsv4FlashUnified } from './dsv4Flash.ts';
import { dsv4Mini } from './dsv4Mini.ts';
import { dsv4Pro } from './dsv4Pro.ts';

/** By name, in the order that lists show them. */
export const BUILTIN_SCENARIOS: ReadonlyMap<string, ScenarioInput> = new Map(
  [dsv4Flash, dsv4FlashUnified, dsv4Pro, dsv4Mini].map((scenario) => [scenario.name ?? '', scenario]),
);
