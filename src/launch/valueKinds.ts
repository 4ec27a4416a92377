/**
 * @file What flags and variables take, and how a text is read as it. The words of a refusal say what is allowed.
 */

/** What a flag or variable takes. */
export type ValueKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer'; readonly least: number }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  /** A flag without a value; giving it means `value`. */
  | { readonly kind: 'switch'; readonly value: boolean }
  /** A variable that SGLang's `EnvBool` reads. */
  | { readonly kind: 'boolean' }
  /** As many words as follow. */
  | { readonly kind: 'list' };

/** What a value is read as. */
export type ReadValue = string | number | boolean;

/** Any text. */
export const TEXT: ValueKind = { kind: 'text' };
/** A flag without a value. */
export const SWITCH: ValueKind = { kind: 'switch', value: true };
/** A variable that is on or off. */
export const BOOLEAN: ValueKind = { kind: 'boolean' };
/** As many words as follow. */
export const LIST: ValueKind = { kind: 'list' };

/** An integer of at least `least`. */
export function integer(least: number): ValueKind {
  return { kind: 'integer', least };
}

/** A number in a closed range. */
export function number(least: number, most: number): ValueKind {
  return { kind: 'number', least, most };
}

/** One of these texts. */
export function choice(...values: string[]): ValueKind {
  return { kind: 'choice', values };
}

/** What `EnvBool` takes for true and false, in any case. */
const TRUE = ['true', '1', 'yes', 'y'];
const FALSE = ['false', '0', 'no', 'n'];

/** Reads a text. Integers are as Python's `int` takes them from a command line: a sign, digits, single underscores between them. */
export function readValue(kind: ValueKind, text: string): { readonly value: ReadValue } | { readonly problem: string } {
  switch (kind.kind) {
    case 'text':
    case 'list':
      return { value: text };
    case 'choice':
      return kind.values.includes(text) ? { value: text } : { problem: `takes one of ${kind.values.join(', ')}` };
    case 'switch':
      return { problem: 'takes no value' };
    case 'boolean': {
      const lower = text.trim().toLowerCase();
      if (TRUE.includes(lower)) return { value: true };
      return FALSE.includes(lower) ? { value: false } : { problem: `takes one of ${[...TRUE, ...FALSE].join(', ')}` };
    }
    case 'integer': {
      const value = /^\s*[+-]?\d{1,19}(?:_\d{1,19}){0,6}\s*$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
      return Number.isSafeInteger(value) && value >= kind.least ? { value } : { problem: `takes an integer of at least ${kind.least}` };
    }
    case 'number': {
      const value = /^\s*[+-]?(?:\d{1,19}\.?\d{0,19}|\.\d{1,19})(?:[eE][+-]?\d{1,3})?\s*$/.test(text) ? Number(text) : Number.NaN;
      return value >= kind.least && value <= kind.most ? { value } : { problem: `takes a number of ${kind.least} to ${kind.most}` };
    }
  }
}
