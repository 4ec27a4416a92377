/** @file All kinds of faults. Adding one means one file, one line here, and its settings in the scenario's schema. */
import { type AuxRowOfAnother, auxRowOfAnother } from './auxRowOfAnother.ts';
import { type BasePointer, basePointer } from './basePointer.ts';
import { type BitFlip, bitFlip } from './bitFlip.ts';
import { type ComponentDropped, componentDropped } from './componentDropped.ts';
import { type ComponentNotRegistered, componentNotRegistered } from './componentNotRegistered.ts';
import { type ComponentsSwapped, componentsSwapped } from './componentsSwapped.ts';
import { type CopyFailed, copyFailed } from './copyFailed.ts';
import { type CopyRefused, copyRefused } from './copyRefused.ts';
import { type DraftOmitted, draftOmitted } from './draftOmitted.ts';
import { type DtypeWidth, dtypeWidth } from './dtypeWidth.ts';
import type { FaultKind, Seam } from './fault.ts';
import { type IndexListCut, indexListCut } from './indexListCut.ts';
import { type ItemLengthOff, itemLengthOff } from './itemLengthOff.ts';
import { type LateWrite, lateWrite } from './lateWrite.ts';
import { type LayersMispaired, layersMispaired } from './layersMispaired.ts';
import { type NullPageUsed, nullPageUsed } from './nullPageUsed.ts';
import { type OffsetWrap, offsetWrap } from './offsetWrap.ts';
import { type PageReusedAfterAbort, pageReusedAfterAbort } from './pageReusedAfterAbort.ts';
import { type PartialPage, partialPage } from './partialPage.ts';
import { type PromptLengthOff, promptLengthOff } from './promptLengthOff.ts';
import { type RingSizeOfPeer, ringSizeOfPeer } from './ringSizeOfPeer.ts';
import { type SlotNotReset, slotNotReset } from './slotNotReset.ts';
import { type StaleMapping, staleMapping } from './staleMapping.ts';
import { type TornWrite, tornWrite } from './tornWrite.ts';

/** Settings of a fault of any kind. */
export type AnyFault =
  | AuxRowOfAnother
  | BasePointer
  | BitFlip
  | ComponentDropped
  | ComponentNotRegistered
  | ComponentsSwapped
  | CopyFailed
  | CopyRefused
  | DraftOmitted
  | DtypeWidth
  | IndexListCut
  | ItemLengthOff
  | LateWrite
  | LayersMispaired
  | NullPageUsed
  | OffsetWrap
  | PageReusedAfterAbort
  | PartialPage
  | PromptLengthOff
  | RingSizeOfPeer
  | SlotNotReset
  | StaleMapping
  | TornWrite;

/** Name of a kind. */
export type FaultName = AnyFault['kind'];
/** Settings of one kind. */
export type SettingsOf<K extends FaultName> = Extract<AnyFault, { readonly kind: K }>;

/** By name: registration, index lists, blocks, order of steps, memory. */
export const FAULT_KINDS: { readonly [K in FaultName]: FaultKindAt<SettingsOf<K>> } = {
  'component-dropped': componentDropped,
  'component-not-registered': componentNotRegistered,
  'draft-omitted': draftOmitted,
  'components-swapped': componentsSwapped,
  'item-length-off': itemLengthOff,
  'dtype-width': dtypeWidth,
  'base-pointer': basePointer,
  'prompt-length-off': promptLengthOff,
  'index-list-cut': indexListCut,
  'stale-mapping': staleMapping,
  'null-page-used': nullPageUsed,
  'ring-size-of-peer': ringSizeOfPeer,
  'aux-row-of-another': auxRowOfAnother,
  'layers-mispaired': layersMispaired,
  'partial-page': partialPage,
  'offset-wrap': offsetWrap,
  'copy-failed': copyFailed,
  'copy-refused': copyRefused,
  'page-reused-after-abort': pageReusedAfterAbort,
  'late-write': lateWrite,
  'torn-write': tornWrite,
  'slot-not-reset': slotNotReset,
  'bit-flip': bitFlip,
};

/** A kind at one of the seams. */
type FaultKindAt<Settings extends AnyFault> = { [S in Seam]: FaultKind<Settings, S> }[Seam];
