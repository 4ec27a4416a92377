/**
 * @file The catalogue: every check this simulator makes, and every message of the engine that it explains. One list; order is that of a hand-off's life.
 */
import type { EngineError } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import { attentionBackendMismatch } from './causes/attentionBackendMismatch.ts';
import type { CauseEntry } from './causes/cause.ts';
import { compressRatiosMismatch } from './causes/compressRatiosMismatch.ts';
import { draftLayersMismatch } from './causes/draftLayersMismatch.ts';
import { fp4IndexerMismatch } from './causes/fp4IndexerMismatch.ts';
import { layoutMismatch } from './causes/layoutMismatch.ts';
import { modeMismatch } from './causes/modeMismatch.ts';
import { onlineC128Mismatch } from './causes/onlineC128Mismatch.ts';
import { revisionMismatch } from './causes/revisionMismatch.ts';
import { speculationOneSide } from './causes/speculationOneSide.ts';
import { stateDtypeMismatch } from './causes/stateDtypeMismatch.ts';
import { swaPageSizeMismatch } from './causes/swaPageSizeMismatch.ts';
import { windowMismatch } from './causes/windowMismatch.ts';
import { type CatalogueEntry, fillWords } from './entry.ts';
import { c4StateAddress } from './geometry/c4StateAddress.ts';
import { c4StateIndexing } from './geometry/c4StateIndexing.ts';
import { componentList } from './geometry/componentList.ts';
import { entryContent } from './geometry/entryContent.ts';
import { kvEntryCount } from './geometry/kvEntryCount.ts';
import { kvItemLength } from './geometry/kvItemLength.ts';
import { metadataBufferCount } from './geometry/metadataBufferCount.ts';
import { metadataRowWidth } from './geometry/metadataRowWidth.ts';
import { ringListLength } from './geometry/ringListLength.ts';
import { slotsCovered } from './geometry/slotsCovered.ts';
import { stateEntryCount } from './geometry/stateEntryCount.ts';
import { stateItemLength } from './geometry/stateItemLength.ts';
import { stateRowLayout } from './geometry/stateRowLayout.ts';
import { stateSend } from './geometry/stateSend.ts';
import { swaListLength } from './geometry/swaListLength.ts';
import { swaPagesCovered } from './geometry/swaPagesCovered.ts';
import { swaPageUnit } from './geometry/swaPageUnit.ts';
import { backendMismatch } from './handshake/backendMismatch.ts';
import { contextTransfer } from './handshake/contextTransfer.ts';
import { decodeContextParallel } from './handshake/decodeContextParallel.ts';
import { kvDtypeMismatch } from './handshake/kvDtypeMismatch.ts';
import { mixedRevisions } from './handshake/mixedRevisions.ts';
import { pageSizeMismatch } from './handshake/pageSizeMismatch.ts';
import { pipelineSizes } from './handshake/pipelineSizes.ts';
import { tensorSizes } from './handshake/tensorSizes.ts';
import { ADMISSION_MESSAGES } from './messages/admissionMessages.ts';
import { ARGUMENT_MESSAGES } from './messages/argumentMessages.ts';
import { BOOTSTRAP_MESSAGES } from './messages/bootstrapMessages.ts';
import { FAILURE_MESSAGES } from './messages/failureMessages.ts';
import { INDEX_LIST_MESSAGES } from './messages/indexListMessages.ts';
import { NIXL_MESSAGES } from './messages/nixlMessages.ts';
import { PAIRING_MESSAGES } from './messages/pairingMessages.ts';
import { RUN_FINDINGS } from './messages/runFindings.ts';
import { START_MESSAGES } from './messages/startMessages.ts';
import type { GridCheck, PairCheck } from './pairCheck.ts';
import { REGISTRATION_CHECKS } from './registration/index.ts';
import { backendUnsupported } from './start/backendUnsupported.ts';
import { compressedPageSize } from './start/compressedPageSize.ts';
import { decodeRadixCache } from './start/decodeRadixCache.ts';
import { draftSwaOnly } from './start/draftSwaOnly.ts';
import { fakeOnPrefill } from './start/fakeOnPrefill.ts';
import { modeUnsupported } from './start/modeUnsupported.ts';
import { pagedPageSize } from './start/pagedPageSize.ts';
import { pagedSwaGeometry } from './start/pagedSwaGeometry.ts';
import type { PoolPair, RefusalCheck } from './start/refusal.ts';
import { stagingBackend } from './start/stagingBackend.ts';
import { stagingChunk } from './start/stagingChunk.ts';
import { stagingContext } from './start/stagingContext.ts';
import { stagingModel } from './start/stagingModel.ts';
import { stagingPipeline } from './start/stagingPipeline.ts';
import { errorText, START_ERRORS, startErrorEntry, startErrorEntryOf } from './start/startErrors.ts';
import { swaMappingIdentity } from './start/swaMappingIdentity.ts';
import { swaRingGeometry } from './start/swaRingGeometry.ts';
import { threadPool } from './start/threadPool.ts';
import { unifiedMode } from './start/unifiedMode.ts';

/** The five refusals, in the order in which the engine makes them; in unified mode the ring check stands in the place of the last two. */
export const REFUSAL_CHECKS: readonly RefusalCheck[] = [draftSwaOnly, unifiedMode, swaRingGeometry, swaMappingIdentity, pagedSwaGeometry];

/** Checks of one node by itself, beside those that its constructors make. */
export const NODE_CHECKS: readonly PairCheck[] = [
  fakeOnPrefill,
  stagingBackend,
  decodeRadixCache,
  backendUnsupported,
  modeUnsupported,
  pagedPageSize,
  compressedPageSize,
  threadPool,
  stagingModel,
  stagingChunk,
  stagingPipeline,
  stagingContext,
  swaPageUnit,
  c4StateAddress,
  slotsCovered,
  swaPagesCovered,
];

/** The assertions that the engine makes of two grids: without them there is no telling who sends to whom. */
export const GRID_CHECKS: readonly GridCheck[] = [decodeContextParallel, pipelineSizes];

/** Checks between nodes: the engine's own at the handshake, then the comparison that it lacks. */
export const PAIR_CHECKS: readonly (PairCheck | GridCheck)[] = [
  pageSizeMismatch,
  kvDtypeMismatch,
  ...GRID_CHECKS,
  tensorSizes,
  contextTransfer,
  backendMismatch,
  mixedRevisions,
  kvEntryCount,
  kvItemLength,
  componentList,
  stateEntryCount,
  stateItemLength,
  stateRowLayout,
  entryContent,
  swaListLength,
  ringListLength,
  c4StateIndexing,
  stateSend,
  metadataBufferCount,
  metadataRowWidth,
];

/** Settings from which findings between nodes follow. */
export const CAUSES: readonly CauseEntry[] = [
  revisionMismatch,
  modeMismatch,
  layoutMismatch,
  swaPageSizeMismatch,
  windowMismatch,
  attentionBackendMismatch,
  fp4IndexerMismatch,
  speculationOneSide,
  draftLayersMismatch,
  stateDtypeMismatch,
  onlineC128Mismatch,
  compressRatiosMismatch,
];

/** Entries of one part of a hand-off's life. */
export interface CatalogueSection {
  readonly title: string;
  readonly about: string;
  readonly entries: readonly CatalogueEntry[];
}

/** The catalogue in the order of a hand-off's life. */
export const CATALOGUE_SECTIONS: readonly CatalogueSection[] = [
  { title: 'The five refusals', about: 'Each node compares its target pool with its draft pool, before any request.', entries: REFUSAL_CHECKS },
  {
    title: 'A node does not start',
    about: 'Arguments, environment and pools of one node, whatever the other is.',
    entries: [...ARGUMENT_MESSAGES, ...START_ERRORS, startErrorEntry, ...NODE_CHECKS, ...START_MESSAGES],
  },
  {
    title: 'Settings that must agree',
    about: 'Nobody compares them. Each is named only where giving both nodes one value changes what is found.',
    entries: CAUSES,
  },
  {
    title: 'Between the nodes',
    about: "The engine's own checks at the handshake come first; then what it does not compare: lists, items, index lists, metadata.",
    entries: PAIR_CHECKS,
  },
  {
    title: 'A registration by itself',
    about: 'What `disagg-sim diff` looks for in each of two dumps: regions that overlap or are overrun, pointers and lengths that do not survive.',
    entries: REGISTRATION_CHECKS,
  },
  { title: 'Finding one another', about: 'Registration with the bootstrap server, look-ups, routing.', entries: BOOTSTRAP_MESSAGES },
  { title: 'Admission and metadata', about: "Decode's admission, and the row by which a request is committed.", entries: ADMISSION_MESSAGES },
  {
    title: 'The transfer',
    about: 'Lists that do not fit, entries that do not pair.',
    entries: [...INDEX_LIST_MESSAGES, ...PAIRING_MESSAGES, ...NIXL_MESSAGES],
  },
  { title: 'How a room fails', about: 'Failed writes, dead threads, timeouts, aborts.', entries: [...FAILURE_MESSAGES, ...RUN_FINDINGS] },
];

/** Every entry, each id once. */
export const CATALOGUE: readonly CatalogueEntry[] = CATALOGUE_SECTIONS.flatMap(({ entries }) => entries);

const SIMULATED: ReadonlySet<string> = new Set(
  [...ARGUMENT_MESSAGES, ...START_ERRORS, startErrorEntry, ...REFUSAL_CHECKS, ...NODE_CHECKS, ...CAUSES, ...PAIR_CHECKS, ...REGISTRATION_CHECKS].map(
    ({ id }) => id,
  ),
);

/** Whether this simulator makes the check itself; the other entries explain messages. */
export function isSimulated({ id }: CatalogueEntry): boolean {
  return SIMULATED.has(id);
}

/** The entry of an id. */
export function findEntry(id: string): CatalogueEntry | undefined {
  return CATALOGUE.find((entry) => entry.id === id);
}

/**
 * The finding for an error that ends a node's start.
 * @param compared the pools that a refusal compared; null for errors before both exist
 */
export function refusalFinding(side: 'prefill' | 'decode', error: EngineError, compared: PoolPair | null): Finding {
  const check = REFUSAL_CHECKS.find(({ id }) => id === error.checkId);
  const shared = { severity: 'error', engine: 'refuses', side } as const;
  if (check === undefined || compared === null) {
    const { entry, values } = startErrorEntryOf(error);
    return {
      ...shared,
      id: entry.id,
      message: errorText(error),
      prefill: null,
      decode: null,
      consequence: entry.consequence(values),
      mend: entry.mend(values),
    };
  }
  const values = check.values(compared);
  const shown = `target ${values.target}, draft ${values.draft}`;
  return {
    ...shared,
    id: check.id,
    message: error.message,
    prefill: side === 'prefill' ? shown : null,
    decode: side === 'decode' ? shown : null,
    consequence: check.consequence(values),
    mend: check.mend(values),
  };
}

/** The words that a refusal says of two pools: its template filled in. */
export function refusalWords(check: RefusalCheck, pair: PoolPair): string {
  return fillWords(check.words, check.values(pair));
}
