/** @file From a message that was recognised to scenarios that bring it about, with those very values. */
import { findEntry, isSimulated } from '../../checks/catalogue.ts';
import { fillWords, type Values } from '../../checks/entry.ts';
import { readValues } from '../messages/readings.ts';
import type { FoundMessage } from '../messages/scanner.ts';
import { decodeContext, kvDtypes, pageSizes, pipelineStages } from './handshake.ts';
import { componentCount, cutKvPages, cutSwaPages, kvRegions, nixlStateLengths, noOverlap, stateLengths } from './listLengths.ts';
import { draftRatios, mappingIdentity, pagedGeometry, ringGeometry, unifiedMode } from './refusals.ts';
import type { Built, ReproCase, Reproduction } from './reproCase.ts';
import { bareAssertion, noRequestSlots, onlineWithSpeculation, rowDims, sizeOfZero, trtllmDtype, unifiedFp8, unknownRatio } from './startErrors.ts';

/** By catalogue id; `text` is the message as it stands there, where another wording tells another backend. */
const BUILDERS: ReadonlyMap<string, (values: Values, text: string) => Built> = new Map([
  ['paged-swa-geometry', pagedGeometry],
  ['unified-mode', unifiedMode],
  ['swa-ring-geometry', ringGeometry],
  ['swa-mapping-identity', mappingIdentity],
  ['draft-swa-only', draftRatios],
  ['online-c128-with-speculation', onlineWithSpeculation],
  ['ratio-unknown-paged', unknownRatio('paged')],
  ['ratio-unknown-unified', unknownRatio('unified')],
  ['trtllm-kv-dtype', trtllmDtype],
  ['uniform-row-dims', rowDims('trtllm')],
  ['packed-row-dims', rowDims('flashmla')],
  ['bare-assertion', bareAssertion],
  ['size-of-zero', sizeOfZero],
  ['no-request-slots', noRequestSlots],
  ['unified-fp8', unifiedFp8],
  ['page-size-mismatch', pageSizes],
  ['kv-dtype-mismatch', kvDtypes],
  ['pp-size-mismatch', pipelineStages],
  ['decode-cp-size', decodeContext],
  ['state-index-length', stateLengths],
  ['nixl-state-index-length', nixlStateLengths],
  ['list-cut', cutSwaPages('mooncake')],
  ['mori-list-cut', cutSwaPages('mori')],
  ['mori-no-overlap', noOverlap],
  ['mori-component-count', componentCount],
  ['kv-list-cut', cutKvPages],
  ['nixl-fewer-regions', kvRegions],
]);

/** Ids of the messages that scenarios are built for. */
export const REPRODUCIBLE_IDS: readonly string[] = [...BUILDERS.keys()];

/** What is known of a message: enough to bring it about. */
export type RecognisedMessage = Pick<FoundMessage, 'id' | 'values' | 'text'>;

/** The scenarios of one message; or why a run cannot show it. */
export function reproduceMessage({ id, values, text }: RecognisedMessage): Reproduction {
  const built = BUILDERS.get(id)?.(values, text) ?? reasonWithout(id);
  if (typeof built === 'string') return { id, values, cases: [], reason: built };
  const { remarks } = readValues(id, values);
  const cases = built.map(({ variant, title, given, fixed, mend, remarks: own = [] }): ReproCase => {
    const name = `repro-${id}${variant === undefined ? '' : `-${variant}`}`;
    return {
      id,
      values,
      message: text,
      scenario: { name, title, description: text === '' ? 'AssertionError' : text, ...given, fixed: { ...fixed, expect: { status: 'PASS' } } },
      mend,
      remarks: [...own, ...remarks],
    };
  });
  return { id, values, cases, reason: null };
}

/** The message of an id with the values of a typical case; null where there is no such id, or nobody says it. */
export function typicalMessage(id: string): RecognisedMessage | null {
  const entry = findEntry(id);
  if (entry === undefined || entry.said === null) return null;
  return { id, values: entry.example, text: fillWords(entry.words, entry.example) };
}

/** What the model lacks, by what says the message. */
function reasonWithout(id: string): string {
  const entry = findEntry(id);
  const own = REASONS[id];
  if (own !== undefined) return own;
  if (entry !== undefined && isSimulated(entry)) return 'it is made of settings that change no byte of a run: disagg-sim check makes it from two launch lines';
  return `it is said ${entry?.moment.at ?? 'elsewhere'}, by a part of the engine that is not simulated: its servers, schedulers, clocks and links`;
}

const REASONS: Readonly<Record<string, string>> = {
  'draft-token-count-missing': 'a scenario with speculation always has the number of draft tokens',
  'mapping-never-registered': 'pools here are always given a mapping, the allocator’s or one of their own',
  'trtllm-hisparse': 'HiSparse is not simulated',
  'unified-fp8-ring': 'the KV list refuses first, with the words of unified-fp8',
  'paged-page-size': 'the server’s argument check is not part of a run, so that pools of other pages can be looked at: disagg-sim check makes it',
};
