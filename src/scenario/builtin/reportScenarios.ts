/** @file Every scenario from a public report, and the derived ones and controls beside them. Loaded only by those who ask for one. */
import type { ReportScenario } from './reportScenario.ts';
import { c4RingMismatch } from './reports/c4RingMismatch.ts';
import { cachedTranslation } from './reports/cachedTranslation.ts';
import { chunkSliceUnits } from './reports/chunkSliceUnits.ts';
import { completionLost } from './reports/completionLost.ts';
import { bytesEqual, c128Items, highAddress, kernelTiling, ringSizes, textsDiffer } from './reports/controls.ts';
import { downcastOffset } from './reports/downcastOffset.ts';
import { draftRatioGuard, mappingGuard, pagedGeometryGuard, ringGeometryGuard, unifiedModeGuard } from './reports/draftGuards.ts';
import { draftNotTransferable } from './reports/draftNotTransferable.ts';
import { draftOnDecodeOnly } from './reports/draftOnDecodeOnly.ts';
import { draftRingMissing, draftWindowMissing } from './reports/draftWindowMissing.ts';
import { dtypeItemLength, dtypeItemLengthHigh } from './reports/dtypeItemLength.ts';
import { dummyOfRefused } from './reports/dummyOfRefused.ts';
import { evictedTooFar } from './reports/evictedTooFar.ts';
import { emptyComponentNotAwaited, firstComponentDone } from './reports/firstComponentDone.ts';
import { groupListLengths } from './reports/groupListLengths.ts';
import { hiddenStateWidth } from './reports/hiddenStateWidth.ts';
import { int32Wrap, int32WrapSource } from './reports/int32Wrap.ts';
import { lateWriteAfterAbort, lateWriteOverwritten } from './reports/lateWriteAfterAbort.ts';
import { layerCountWithoutDraft } from './reports/layerCountWithoutDraft.ts';
import { lengthOfFirstAxis } from './reports/lengthOfFirstAxis.ts';
import { metadataRowReused } from './reports/metadataRowReused.ts';
import { metadataTorn } from './reports/metadataTorn.ts';
import { metadataWithoutState } from './reports/metadataWithoutState.ts';
import { nullPageWritten } from './reports/nullPageWritten.ts';
import { oneHandleFailed } from './reports/oneHandleFailed.ts';
import { oneStatePage } from './reports/oneStatePage.ts';
import { onlineSlotReuse, onlineSlotReuseSent } from './reports/onlineSlotReuse.ts';
import { pageSizesRefused } from './reports/pageSizesRefused.ts';
import { pagesHeldAfterAbort } from './reports/pagesHeldAfterAbort.ts';
import { physicalBlockSize } from './reports/physicalBlockSize.ts';
import { pipelinePositions } from './reports/pipelinePositions.ts';
import { ringAfterPrefixHit } from './reports/ringAfterPrefixHit.ts';
import { ringForRunningOnly } from './reports/ringForRunningOnly.ts';
import { sentBeforeWritten } from './reports/sentBeforeWritten.ts';
import { sessionBlocked } from './reports/sessionBlocked.ts';
import { siblingNotSent } from './reports/siblingNotSent.ts';
import { slotStrideWrap } from './reports/slotStrideWrap.ts';
import { sourceFreedEarly } from './reports/sourceFreedEarly.ts';
import { stateNotSent } from './reports/stateNotSent.ts';
import { pagesPlusOnePlain, statePagesPlusOne, statePagesPlusOneKept, statePagesPlusOneStrict } from './reports/statePagesPlusOne.ts';
import { stateTransportMissing } from './reports/stateTransportMissing.ts';
import { tailNotVisible } from './reports/tailNotVisible.ts';
import { unequalEntryLists } from './reports/unequalEntryLists.ts';
import { unifiedBaseOffset } from './reports/unifiedBaseOffset.ts';

/** In the order of the list that users see: first those worked out in full, then the others by class. */
export const REPORT_SCENARIOS: readonly ReportScenario[] = [
  stateNotSent,
  stateTransportMissing,
  draftWindowMissing,
  draftRingMissing,
  draftRatioGuard,
  unifiedModeGuard,
  ringGeometryGuard,
  mappingGuard,
  pagedGeometryGuard,
  statePagesPlusOne,
  statePagesPlusOneKept,
  statePagesPlusOneStrict,
  pagesPlusOnePlain,
  lateWriteAfterAbort,
  lateWriteOverwritten,
  pagesHeldAfterAbort,
  dtypeItemLength,
  dtypeItemLengthHigh,
  firstComponentDone,
  emptyComponentNotAwaited,
  int32Wrap,
  int32WrapSource,
  unifiedBaseOffset,
  c4RingMismatch,
  onlineSlotReuse,
  onlineSlotReuseSent,
  ringSizes,
  c128Items,
  bytesEqual,
  textsDiffer,
  kernelTiling,
  highAddress,
  unequalEntryLists,
  pageSizesRefused,
  hiddenStateWidth,
  draftOnDecodeOnly,
  layerCountWithoutDraft,
  pipelinePositions,
  physicalBlockSize,
  oneStatePage,
  lengthOfFirstAxis,
  groupListLengths,
  chunkSliceUnits,
  cachedTranslation,
  nullPageWritten,
  evictedTooFar,
  ringAfterPrefixHit,
  ringForRunningOnly,
  draftNotTransferable,
  metadataWithoutState,
  completionLost,
  tailNotVisible,
  metadataTorn,
  sentBeforeWritten,
  dummyOfRefused,
  metadataRowReused,
  oneHandleFailed,
  sourceFreedEarly,
  sessionBlocked,
  siblingNotSent,
  slotStrideWrap,
  downcastOffset,
];
