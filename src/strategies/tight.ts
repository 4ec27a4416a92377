/** @file Memory that is not to be had: what strategies make do without. */
import { SimError } from '../core/errors.ts';

/** Whether an error says that memory was refused, by the budget or by the adapter. */
export function isTight(error: unknown): boolean {
  return error instanceof SimError && (error.code === 'memory-budget' || error.code === 'out-of-memory');
}
