/** @file Pages of one request: full pages for all of it, SWA pages for its tail, and the mapping between them. */
import { SimError, type Where } from '../../core/errors.ts';
import { ceilDiv, floorDiv } from '../../core/units.ts';
import type { PagedAllocator } from './pagedAllocator.ts';
import type { SwaMapping } from './swaMapping.ts';

/** A node's page allocators and the table they keep. */
export interface PageAllocators {
  readonly full: PagedAllocator;
  readonly swa: PagedAllocator;
  readonly mapping: SwaMapping;
}

/** What a request needs, and what its author chose. */
export interface PageDemand {
  readonly tokens: number;
  /** SWA tokens at the request's end (`swaTailLen`); a whole number of pages lies before them. */
  readonly swaTailTokens: number;
  /** Chosen full pages, all of them, in logical order. */
  readonly fullPages?: readonly number[] | undefined;
  /** Chosen SWA pages of the tail, all of them, in logical order. */
  readonly swaPages?: readonly number[] | undefined;
  /** The request in the user's input, such as `requests[2]`. */
  readonly where?: Where | undefined;
}

/** Page tables by logical page; SWA page 0 = none. */
export interface RequestPages {
  readonly fullPages: readonly number[];
  readonly swaPages: readonly number[];
}

/**
 * Allocates and maps a request's pages (`alloc_extend_swa_tail`, 2026-08), all or nothing.
 * @throws SimError(bad-input) when pages run out (asked, available), or the chosen ones are of the wrong number, out of range, 0, taken or alike
 */
export function allocateRequestPages(allocators: PageAllocators, demand: PageDemand): RequestPages {
  const { full, swa, mapping } = allocators;
  const { tokens, swaTailTokens } = demand;
  const pageSize = mapping.pageSizeTokens;
  const pages = ceilDiv(tokens, pageSize);
  const tailPages = tailPageCount(tokens, swaTailTokens, pageSize);
  const firstTailPage = pages - tailPages;
  const fullWhere = placeOf(demand, 'fullPages');
  const swaWhere = placeOf(demand, 'swaPages');
  requireCount('full pages', demand.fullPages, pages, fullWhere);
  requireCount('SWA pages', demand.swaPages, tailPages, swaWhere);
  swa.requireAvailable(tailPages, demand.where);

  const fullTaken = takePages(full, demand.fullPages, pages, demand.fullPages === undefined ? demand.where : fullWhere);
  let swaTaken: readonly number[];
  try {
    swaTaken = takePages(swa, demand.swaPages, tailPages, swaWhere);
  } catch (error) {
    full.free(fullTaken);
    throw error;
  }
  fullTaken.slice(firstTailPage).forEach((fullPage, i) => {
    const logicalPage = firstTailPage + i;
    mapping.mapPage(fullPage, swaTaken[i] as number, Math.min(pageSize, tokens - logicalPage * pageSize));
  });
  return { fullPages: fullTaken, swaPages: [...Array.from({ length: firstTailPage }, () => 0), ...swaTaken] };
}

/** SWA pages of a request's tail. Without a window there is no tail, not even of the partial page at the end. */
export function tailPageCount(tokens: number, swaTailTokens: number, pageSizeTokens: number): number {
  return swaTailTokens === 0 ? 0 : ceilDiv(tokens, pageSizeTokens) - floorDiv(tokens - swaTailTokens, pageSizeTokens);
}

/** Gives a request's pages back and zeroes their entries in the table. */
export function freeRequestPages(allocators: PageAllocators, pages: RequestPages): void {
  for (const page of pages.fullPages) allocators.mapping.unmapPage(page);
  allocators.swa.free(pages.swaPages.filter((page) => page !== 0));
  allocators.full.free(pages.fullPages);
}

function takePages(allocator: PagedAllocator, chosen: readonly number[] | undefined, count: number, where: Where | undefined): readonly number[] {
  if (chosen === undefined) return allocator.take(count, where);
  allocator.takeExactly(chosen, where);
  return chosen;
}

function requireCount(what: string, chosen: readonly number[] | undefined, needed: number, where: Where): void {
  if (chosen === undefined || chosen.length === needed) return;
  throw new SimError('bad-input', {
    what: `a request needs another number of ${what} than are given`,
    values: { given: chosen.length, needed },
    where,
    mend: 'Give all of them, in the order of the tokens they hold, or none.',
  });
}

function placeOf(demand: PageDemand, key: string): Where {
  const path = demand.where?.path;
  return { ...demand.where, path: path === undefined ? key : `${path}.${key}` };
}
