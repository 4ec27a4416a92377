/** @file Comparing what a rule gives, value or error, with what the engine gave. */
import { expect } from 'vitest';
import { EngineError } from '../../src/core/errors.ts';

/** An error as the vectors write it. */
export interface VectorError {
  readonly type: string;
  readonly message: string;
}

/** `{type, message}` of an engine error; anything else is thrown on. */
export function describeError(error: unknown): VectorError {
  if (!(error instanceof EngineError)) throw error;
  return { type: error.pythonType, message: error.message };
}

/** The vectors' `{error, value}` of a computation. */
export function outcomeOf(compute: () => unknown): { error: VectorError | null; value: unknown } {
  try {
    return { error: null, value: compute() };
  } catch (error) {
    return { error: describeError(error), value: null };
  }
}

/** Holds a computation against the vectors' `{error, value}`, deeply. */
export function expectOutcome(compute: () => unknown, expected: unknown): void {
  expect(outcomeOf(compute)).toEqual(expected);
}
