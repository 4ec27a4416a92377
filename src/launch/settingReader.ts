/**
 * @file Settings out of what is given, each with its origin.
 */
import type { Given } from './arguments.ts';
import type { GivenName } from './flags.ts';
import type { Setting } from './launchSettings.ts';

/** Reads settings by name; what is not given gets the default named. */
export class SettingReader {
  readonly #given: ReadonlyMap<GivenName, Given>;

  constructor(given: ReadonlyMap<GivenName, Given>) {
    this.#given = given;
  }

  /** A text; `byDefault` null where the server has none. */
  text(name: GivenName, byDefault: string | null, note: string | null): Setting<string> {
    return this.#read(name, byDefault, note, (value) => (typeof value === 'string' ? value : null));
  }

  /** A number; `byDefault` null where the server derives its own. */
  number(name: GivenName, byDefault: number | null, note: string): Setting<number> {
    return this.#read(name, byDefault, note, (value) => (typeof value === 'number' ? value : null));
  }

  /** A switch that is off unless given. */
  switch(name: GivenName): Setting<boolean> {
    return this.#read(name, false, null, (value) => (typeof value === 'boolean' ? value : null));
  }

  /** A number that only the running server would know; without it, a stand-in that says so. */
  assumed(name: GivenName, standIn: number, note: string): Setting<number> {
    const setting = this.number(name, standIn, note);
    return setting.origin === 'default' ? { ...setting, origin: 'derived' } : setting;
  }

  /** A setting that another one gives under another form. */
  mapped<T, S>(source: Setting<S>, map: (value: S) => T | null, byDefault: { readonly value: T; readonly note: string }): Setting<T> {
    if (source.value !== null) return { ...source, value: map(source.value) };
    if (source.origin === 'unknown') return { ...source, value: null };
    return { value: byDefault.value, origin: 'default', by: null, text: null, where: null, note: byDefault.note };
  }

  /** A setting that the server derives from others; unknown where one of them is. It points at the first of them that is given. */
  derived<T>(value: T, note: string, sources: readonly Setting<unknown>[]): Setting<T> {
    const unknown = sources.find(({ origin }) => origin === 'unknown');
    if (unknown !== undefined) return { ...unknown, value: null };
    const source = sources.find(({ origin }) => origin === 'flag' || origin === 'variable');
    return { value, origin: 'derived', by: source?.by ?? null, text: source?.text ?? null, where: source?.where ?? null, note };
  }

  #read<T>(name: GivenName, byDefault: T | null, note: string | null, as: (value: Given['value']) => T | null): Setting<T> {
    const given = this.#given.get(name);
    if (given === undefined) return { value: byDefault, origin: 'default', by: null, text: null, where: null, note };
    const { by, text, where } = given;
    const value = as(given.value);
    if (value === null) return { value: null, origin: 'unknown', by, text, where, note: 'its value is not known' };
    return { value, origin: given.origin, by, text, where, note: null };
  }
}
