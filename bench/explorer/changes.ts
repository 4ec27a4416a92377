/** @file Forty changes of the playground, of every field that both nodes have, of the requests and the faults: each sets a value that means something, or takes it back. */
import type { Page } from 'playwright-core';

/** One change: of a field that text is typed into, or of a list that is chosen from. */
export interface Change {
  readonly field: string;
  readonly value: string;
  readonly isChoice: boolean;
}

const text = (field: string, ...values: readonly string[]): Change[] => values.map((value) => ({ field, value, isChoice: false }));
const choice = (field: string, ...values: readonly string[]): Change[] => values.map((value) => ({ field, value, isChoice: true }));

/** In this order; fits, refusals, warnings and set-ups that no engine could start with are among what comes of them. */
export const CHANGES: readonly Change[] = [
  ...text('Page size, decode', '64', '256'),
  ...text('Page size, prefill', '128', '256'),
  ...text('Sliding window, decode', '256', '128'),
  ...text('Sliding window, prefill', '64', '128'),
  ...text('Slots, decode', '16', '32'),
  ...text('Slots, prefill', '8', '32'),
  ...text('Draft tokens, decode', '4', '2', ''),
  ...text('Draft tokens, prefill', '4', ''),
  ...text('Pool tokens, decode', '20481', '131072', '65536'),
  ...text('Pool tokens, prefill', '131072', '65536'),
  ...text('Fragmentation, decode', '0.5', '1'),
  ...text('Fragmentation, prefill', '0.25', '0'),
  ...choice('Pool mode, decode', 'unified', ''),
  ...choice('Pool mode, prefill', 'unified', ''),
  ...choice('Transfer backend, prefill', 'nixl', ''),
  ...choice('Transfer backend, decode', 'nixl', ''),
  ...text('Prompt lengths, tokens', '4096', '300, 128, 1', '16384'),
  ...choice('Model', 'dsv4-pro', 'dsv4-flash'),
  ...choice('Plant', 'component-dropped'),
];

/** Long enough for the page to be at rest again, milliseconds. */
const REST_MS = 150;

/**
 * Carries a change out as somebody at the keyboard does: what stood there is selected, and after a rest the new value comes in one piece. To look a field up by its label goes through the whole
 * page in the page's own thread, which nobody at a keyboard has; so that is over before the change.
 */
export async function carryOut(page: Page, { field, value, isChoice }: Change): Promise<void> {
  const control = await page.getByLabel(new RegExp(`^${field}`)).elementHandle();
  if (control === null) throw new Error(`the page has no field ${field}`);
  await control.focus();
  if (!isChoice) await control.selectText();
  await page.waitForTimeout(REST_MS);
  if (isChoice) await control.selectOption(value);
  else if (value === '') await page.keyboard.press('Delete');
  else await page.keyboard.insertText(value);
}
