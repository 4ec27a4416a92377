/**
 * @file What compose and Kubernetes put in place of `${NAME}` and `$(NAME)` before a container is started.
 */
import { ExpansionBudget, ShellScope, type ShellVariable } from './shellScope.ts';
import type { WordPart } from './shellTokens.ts';
import { type Traced, TracedBuilder, unknownText } from './traced.ts';
import { WordReader } from './wordParts.ts';

/**
 * Compose resolves `$NAME` and `${NAME:-fallback}` from the environment that it is run in, not from the service's: without a fallback such a value is
 * unknown. `$$` is a dollar sign for whatever runs inside.
 */
export function interpolateCompose(text: Traced): Traced {
  const out = new TracedBuilder(text.start);
  const scope = new ShellScope(new ExpansionBudget());
  const reader = new WordReader(text);
  let i = 0;
  while (i < text.text.length) {
    const next = text.text[i + 1];
    if (text.text[i] !== '$' || next === undefined) {
      out.append(text, i, i + 1);
      i += 1;
    } else if (next === '$') {
      out.append(text, i, i + 1);
      i += 2;
    } else if (next === '{' || isNameStart(next)) {
      const parts: WordPart[] = [];
      reader.i = i;
      // As if in double quotes, so that quotes and blanks in a fallback stay as they are; it ends right after the expansion.
      reader.parts(parts, true, () => reader.i > i, 0);
      for (const field of scope.fields(parts, text.at[i] ?? text.start)) out.append(field);
      i = Math.max(i + 1, reader.i);
    } else {
      out.append(text, i, i + 1);
      i += 1;
    }
  }
  return out.done();
}

function isNameStart(unit: string): boolean {
  return unit === '_' || (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z');
}

/** Kubernetes resolves `$(NAME)` from the container's own `env`; `$$(` is a literal `$(`. A name set elsewhere is unknown. */
export function interpolateKubernetes(text: Traced, environment: ReadonlyMap<string, ShellVariable>, budget: ExpansionBudget): Traced {
  const out = new TracedBuilder(text.start);
  let i = 0;
  while (i < text.text.length) {
    if (text.text.startsWith('$$(', i)) {
      out.append(text, i + 1, i + 3);
      i += 3;
      continue;
    }
    const close = text.text.startsWith('$(', i) ? nameEnd(text.text, i + 2) : -1;
    if (close < 0) {
      out.append(text, i, i + 1);
      i += 1;
      continue;
    }
    const value = environment.get(text.text.slice(i + 2, close))?.fields[0];
    out.append(value !== undefined && budget.take([value]) ? value : unknownText(text.text.slice(i, close + 1), text.at[i] ?? text.start));
    i = close + 1;
  }
  return out.done();
}

/** Index of the parenthesis that closes a name which begins at `from`; -1 where none does. */
function nameEnd(text: string, from: number): number {
  let end = from;
  while (end - from < 128 && /[A-Za-z0-9_.-]/.test(text.charAt(end))) end += 1;
  return end > from && text[end] === ')' ? end : -1;
}
