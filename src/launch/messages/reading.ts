/** @file What the values of one message say: the form that every reading has. */
import type { Values } from '../../checks/entry.ts';

/** One value, or one element of a tuple. */
export interface ReadValue {
  /** What it is, such as `page size of the target pool, tokens`. */
  readonly what: string;
  /** As printed. */
  readonly value: string;
  /** The flag, variable or config field that sets it; null where nothing the user writes does. */
  readonly setBy: string | null;
}

/** The values of one message, and what follows from them. */
export interface Reading {
  readonly values: readonly ReadValue[];
  /** Whole sentences. */
  readonly remarks: readonly string[];
}

/** Reads the values of one kind of message. */
export type Reader = (values: Values) => Reading;

/** A value by what it is; none where the message was cut before it. */
export function readValue(value: string | undefined, what: string, setBy: string | null = null): readonly ReadValue[] {
  return value === undefined ? [] : [{ what, value, setBy }];
}
