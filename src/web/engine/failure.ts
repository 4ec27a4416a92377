/** @file Errors as they cross from a worker to the page. */
import { SimError } from '../../core/errors.ts';
import { ScenarioError } from '../../scenario/problems.ts';
import type { CallFailure } from './protocol.ts';

/** The error as plain data, with every problem of a scenario. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof ScenarioError) return { message: error.message, problems: error.problems };
  // A cause may hold anything, and what cannot be cloned cannot cross.
  if (error instanceof SimError) return { message: error.message, problems: [{ ...error.facts, cause: undefined }] };
  return { message: error instanceof Error ? error.message : String(error), problems: [] };
}
