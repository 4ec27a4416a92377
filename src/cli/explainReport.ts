/** @file What `explain --json` and `explain --list --json` print. */
import type { Explanation } from '../launch/messages/explain.ts';
import type { NearMessage } from '../launch/messages/nearestMessage.ts';

/** What `explain --json` prints. */
export interface ExplainReport {
  readonly schemaVersion: 1;
  /** In the order of first appearance. */
  readonly recognised: readonly Explanation[];
  /** Where nothing is recognised: the known message that the text is most like; null where it is like none. */
  readonly nearest: NearMessage | null;
}

/** What `explain --list --json` prints. */
export interface CatalogueReport {
  readonly schemaVersion: 1;
  readonly entries: readonly Explanation[];
}
