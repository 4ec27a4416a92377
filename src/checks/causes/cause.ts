/**
 * @file The form of a cause: a setting in which the nodes differ, and from which facts about their lists follow. Whether a difference does harm is not decided here: it does
 * where giving both nodes one value changes what is found.
 */
import type { ModelSpec } from '../../model/modelSpec.ts';
import type { CatalogueEntry } from '../entry.ts';
import type { NodeSetup, SettingName } from '../settings.ts';
import { WORKED_OUT } from '../sources.ts';

/** A cause. */
export interface CauseEntry extends CatalogueEntry {
  readonly setting: SettingName;
  /** Whether this entry, of those of its setting, is about these two nodes. */
  fits(prefill: NodeSetup, decode: NodeSetup): boolean;
  /** A node's value as printed. */
  show(node: NodeSetup, model: ModelSpec): string;
}

/** What an author of a cause writes; the rest is the same for all. */
export type CauseText = Pick<
  CauseEntry,
  'id' | 'title' | 'setting' | 'words' | 'compared' | 'meaning' | 'consequence' | 'mend' | 'example' | 'situations' | 'related' | 'show'
> &
  Partial<Pick<CauseEntry, 'engine' | 'fits' | 'sources'>>;

/** Completes a cause. */
export function cause(text: CauseText): CauseEntry {
  return {
    moment: { node: 'decode', at: 'never: neither the handshake nor the registration carries this setting' },
    said: null,
    engine: 'silent',
    severity: 'error',
    fits: () => true,
    sources: [WORKED_OUT],
    ...text,
  };
}
