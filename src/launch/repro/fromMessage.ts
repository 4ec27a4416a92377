/** @file From a message that was recognised to scenarios that bring it about, with those very values. */
import { CATALOGUE_SECTIONS, findEntry, isSimulated } from '../../checks/catalogue.ts';
import { fillWords, type Values } from '../../checks/entry.ts';
import { counted } from '../../core/units.ts';
import { maskText } from '../mask.ts';
import { readValues } from '../messages/readings.ts';
import { type FoundMessage, findMessages } from '../messages/scanner.ts';
import { decodeContext, kvDtypes, pageSizes, pipelineStages } from './handshake.ts';
import { cutKvPages, cutSwaPages, groupLengths, nixlStateLengths, noOverlap, stateLengths } from './listLengths.ts';
import { componentCount, entryMissing, kvRegions, listLength } from './pairing.ts';
import { draftRatios, mappingIdentity, pagedGeometry, ringGeometry, unifiedMode } from './refusals.ts';
import type { Built, ReproCase, Reproduction } from './reproCase.ts';
import {
  bootstrappingTimeout,
  failedByPrefill,
  kvSendFailed,
  nixlTransferError,
  rankInfoMissing,
  sessionDead,
  stateSendFailed,
  waitingTimeout,
} from './rooms.ts';
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
  ['ring-list-length', stateLengths],
  ['nixl-state-index-length', nixlStateLengths],
  ['list-cut', cutSwaPages('mooncake')],
  ['swa-list-length', cutSwaPages('mooncake')],
  ['mori-list-cut', cutSwaPages('mori')],
  ['mori-no-overlap', noOverlap],
  ['mori-component-count', componentCount],
  ['kv-list-cut', cutKvPages],
  ['group-lengths', groupLengths],
  ['pp-list-length', listLength],
  ['entry-missing-on-decode', entryMissing],
  ['nixl-fewer-regions', kvRegions],
  ['kv-send-failed', kvSendFailed],
  ['state-send-failed', stateSendFailed],
  ['nixl-transfer-error', nixlTransferError],
  ['session-dead', sessionDead],
  ['transfer-thread-failed', deadThread],
  ['prefill-failed-room', failedByPrefill],
  ['waiting-timeout', waitingTimeout],
  ['bootstrapping-timeout', bootstrappingTimeout],
  ['rank-info-missing', rankInfoMissing],
]);

/** Mooncake's transfer thread dies of what it raises: the cases of that, with the message's own port. */
function deadThread({ error, port }: Values): Built {
  const [inner] = findMessages(error ?? '');
  const bootstrapPort = Number(port);
  if (!(bootstrapPort >= 1 && bootstrapPort <= 65_535)) return 'the bootstrap port is no number of a port';
  if (inner === undefined || inner.id === 'transfer-thread-failed') return 'what the thread raised is no known message';
  const built = BUILDERS.get(inner.id)?.(inner.values, inner.text) ?? reasonWithout(inner.id);
  return typeof built === 'string' ? built : built.map((own) => ({ ...own, given: { ...own.given, deployment: { ...own.given.deployment, bootstrapPort } } }));
}

/** Ids of the messages that scenarios are built for. */
export const REPRODUCIBLE_IDS: readonly string[] = [...BUILDERS.keys()];

/** What is known of a message: enough to bring it about. */
export type RecognisedMessage = Pick<FoundMessage, 'id' | 'values' | 'text'> & Partial<Pick<FoundMessage, 'unlike'>>;

/** The scenarios of one message; or why a run cannot show it. */
export function reproduceMessage({ id, values, text, unlike = 0 }: RecognisedMessage): Reproduction {
  const built = BUILDERS.get(id)?.(values, text) ?? reasonWithout(id);
  if (typeof built === 'string') return { id, values, cases: [], reason: built };
  const { remarks } = readValues(id, values);
  const cases = built.map(({ variant, title, given, fixed, mend, remarks: own = [] }): ReproCase => {
    const name = `repro-${id}${variant === undefined ? '' : `-${variant}`}`;
    return {
      id,
      values,
      message: text,
      scenario: { name, title, description: text === '' ? 'AssertionError' : maskText(text), ...given, fixed: { ...fixed, expect: { status: 'PASS' } } },
      mend,
      remarks: [
        ...(unlike === 0 ? [] : [`The text has this message with other values, too, ${counted(unlike, 'time')}: the first is shown. Give another by itself.`]),
        ...own,
        ...remarks,
      ],
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

/** What the model lacks: for this message, or for what says it. */
function reasonWithout(id: string): string {
  const own = REASONS[id];
  if (own !== undefined) return own;
  const section = CATALOGUE_SECTIONS.find(({ entries }) => entries.some((entry) => entry.id === id));
  const entry = findEntry(id);
  const lacks = LACKS_OF_SECTION[section?.title ?? ''] ?? 'that part of the engine is not simulated';
  return entry !== undefined && isSimulated(entry)
    ? 'a scenario holds no launch lines: disagg-sim check makes it of two of them'
    : `it is said ${entry?.moment.at ?? 'elsewhere'}, and ${lacks}`;
}

/** By the sections of the catalogue. */
const LACKS_OF_SECTION: Readonly<Record<string, string>> = {
  'A node does not start': 'a run begins with the pools, behind the server’s arguments',
  'Finding one another': 'bootstrap servers, look-ups and routers are not simulated: nodes here know one another',
  'Admission and metadata': 'decode’s queue, and what it reads in the metadata row, are not simulated: a run compares the row’s bytes',
  'The transfer': 'blocks are computed one by one here: neither prepared descriptor lists nor registrations with a transport are simulated',
  'How a room fails': 'schedulers, heartbeats and clients are not simulated',
};

const LAYER_IDS = 'entries are paired by position here, as in 2026-08: layer ids are not simulated';
const OTHER_STATE = 'state components here are swa, swa_ring and c128_state, which every backend knows: models with others are not laid out';
const SERVER_PAGES = 'the server’s argument check is not part of a run, so that pools of other pages can be looked at: disagg-sim check makes it';
const HISPARSE = 'HiSparse is not simulated';

const REASONS: Readonly<Record<string, string>> = {
  'draft-token-count-missing': 'a scenario with speculation always has the number of draft tokens',
  'mapping-never-registered': 'pools here are always given a mapping, the allocator’s or one of their own',
  'trtllm-hisparse': HISPARSE,
  'nixl-hisparse-speculation': HISPARSE,
  'unified-fp8-ring': 'the KV list refuses first, with the words of unified-fp8',
  'paged-page-size': SERVER_PAGES,
  'compressed-page-size': SERVER_PAGES,
  'c128-ring-size': 'C128 rings here have 128 rows, or 256 with speculation, as the engine makes them',
  'online-c128-not-registered': 'a node with online C128 always registers the component: fault component-not-registered shows what lacking it does',
  'layer-ids-needed': LAYER_IDS,
  'layer-ids-one-side': LAYER_IDS,
  'layer-ids-length': LAYER_IDS,
  'layer-id-missing': LAYER_IDS,
  'mori-state-type': OTHER_STATE,
  'nixl-state-unsupported': OTHER_STATE,
  'tp-state-unsupported': 'pools here are replicated over tensor-parallel ranks (MLA), for which any sizes go',
  'head-slice-overrun': 'pools here are replicated over tensor-parallel ranks (MLA): items are sent whole, and heads within them are not simulated',
  'pp-end-layer': 'every stage here knows its last layer',
  'metadata-collision': 'decode’s look into the metadata row is not simulated: fault aux-row-of-another, as in metadata-row-reused, shows the row’s bytes',
  'metadata-room-mismatch': 'decode’s look into the metadata row is not simulated: fault aux-row-of-another, as in metadata-row-reused, shows the row’s bytes',
  aborted: 'an abort is a step of a schedule here, and leaves no record: late-write-after-abort and pages-held-after-abort show what comes of it',
};
