/** @file A change to a launch line, as a flag or variable to set. */
import type { GivenName } from './flags.ts';

/** A flag or variable to set; a value of null takes it away, true is a switch. */
export interface LineEdit {
  readonly setting: GivenName;
  readonly value: string | true | null;
}
