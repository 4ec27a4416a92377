/** @file Checks of one node's registration by itself, in the order in which they are told. */
import { duplicatePointer } from './duplicatePointer.ts';
import { itemsPastEnd } from './itemsPastEnd.ts';
import { addressSpaceEnd, pointerBit63, pointerCut } from './pointerForms.ts';
import { regionOverlap } from './regionOverlap.ts';
import { offsetPast31Bits, offsetPast32Bits, regionTooLarge } from './regionSizes.ts';
import type { RegistrationCheck } from './registrationCheck.ts';

/** All of them. */
export const REGISTRATION_CHECKS: readonly RegistrationCheck[] = [
  duplicatePointer,
  regionOverlap,
  itemsPastEnd,
  pointerCut,
  addressSpaceEnd,
  regionTooLarge,
  offsetPast32Bits,
  offsetPast31Bits,
  pointerBit63,
];
