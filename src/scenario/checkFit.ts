/**
 * @file Whether all requests of a scenario fit a node at once: slots, pages, SWA pages, metadata rows; and whether what is fixed exists and is
 * given to one request only. Decode's words are those of its admission (`DecodePreallocQueue`, 2026-08).
 */
import { alignDown, alignUp, ceilDiv, formatInteger } from '../core/units.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { Problem } from './problems.ts';
import type { FixedPlacement } from './resolvedScenario.ts';
import type { PlacedRequest } from './resolveRequests.ts';

/** What is wrong with the requests on one node. */
export function fitProblems(side: 'prefill' | 'decode', config: EngineConfig, hasSwa: boolean, requests: readonly PlacedRequest[]): Problem[] {
  const page = config.pageSizeTokens;
  const pages = Math.floor(config.poolTokens / page);
  // A pool of no whole number of pages is a problem of its own, with another mend.
  if (config.poolTokens % page !== 0) return [];
  const tooLong = requests.flatMap(({ request, lengthPath }, i) =>
    ceilDiv(request.tokens, page) > pages ? [tooLongProblem(side, i, request.tokens, config, lengthPath)] : [],
  );
  if (tooLong.length > 0) return tooLong;
  return [
    ...countProblems(side, config, requests.length),
    ...pageTotalProblem(side, config, requests),
    ...(hasSwa ? swaTotalProblem(side, config, requests) : []),
    ...fixedProblems(side, 'slot', requests, slotsOf(config), 'slots', `raise ${side}.slots or ${side}.preallocSlots`),
    ...fixedProblems(side, 'fullPages', requests, pages, 'pages', `raise ${side}.poolTokens`),
    ...(hasSwa ? fixedProblems(side, 'swaPages', requests, swaPageCount(config), 'SWA pages', `raise ${side}.swaRatio`) : []),
  ];
}

/** What is wrong with so many requests on a node at once, however long they are: told before any of them is looked at. */
export function countProblems(side: 'prefill' | 'decode', config: EngineConfig, count: number): Problem[] {
  const few = (what: string) => `${side} has too few ${what} for all requests at once`;
  return [
    ...totalProblem('requests', count, slotsOf(config), few('slots'), `Set ${side}.slots to ${count} or more.`),
    ...totalProblem('requests', count, config.metadataRows, few('metadata rows'), `Set ${side}.metadataRows to ${count} or more.`),
  ];
}

function slotsOf({ maxRequests, preallocSlots }: EngineConfig): number {
  return maxRequests + preallocSlots;
}

/** Usable SWA pages: the ratio's share of the tokens, in whole pages; page 0 is not among them. */
function swaPageCount({ target, poolTokens, swaRatio, swaPageSizeTokens }: EngineConfig): number {
  return Math.floor((target.swaTokens ?? Math.floor(poolTokens * swaRatio)) / swaPageSizeTokens);
}

function tooLongProblem(
  side: 'prefill' | 'decode',
  index: number,
  tokens: number,
  { poolTokens, pageSizeTokens }: EngineConfig,
  path: PlacedRequest['lengthPath'],
): Problem {
  const words = `Request ${index} exceeds the maximum number of tokens: ${tokens} > ${poolTokens}`;
  return {
    path,
    what: side === 'decode' ? words : 'the request is longer than the pool of prefill',
    values: { length: tokens, [`${side}.poolTokens`]: poolTokens },
    mend: `Shorten the request to ${poolTokens} tokens or set ${side}.poolTokens to ${alignUp(tokens, pageSizeTokens)}.`,
  };
}

function totalProblem(key: string, needed: number, available: number, what: string, mend: string): Problem[] {
  return needed <= available ? [] : [{ path: [key], what, values: { needed, available }, mend }];
}

function pageTotalProblem(side: 'prefill' | 'decode', config: EngineConfig, requests: readonly PlacedRequest[]): Problem[] {
  const page = config.pageSizeTokens;
  const needed = requests.reduce((sum, { request }) => sum + ceilDiv(request.tokens, page), 0);
  const what = `${side} has too few pages for all requests at once`;
  return totalProblem('requests', needed, Math.floor(config.poolTokens / page), what, `Set ${side}.poolTokens to ${formatInteger(needed * page)} or more.`);
}

/** Both nodes hold at least the pages that the window touches, from the page of its first token on. */
function swaTotalProblem(side: 'prefill' | 'decode', config: EngineConfig, requests: readonly PlacedRequest[]): Problem[] {
  const page = config.swaPageSizeTokens;
  const needed = requests.reduce((sum, { request }) => {
    const end = side === 'prefill' ? request.prefillEndTokens : request.tokens;
    const start = alignDown(Math.max(0, end - config.windowTokens), page);
    return sum + ceilDiv(request.tokens - start, page);
  }, 0);
  const what = `${side} has too few SWA pages for the windows of all requests at once`;
  const ratio = Math.ceil(((needed * page) / config.poolTokens) * 1e4) / 1e4;
  return totalProblem('requests', needed, swaPageCount(config), what, `Set ${side}.swaRatio to ${Math.min(1, ratio)}, or raise ${side}.poolTokens.`);
}

/** Fixed ids must exist, and belong to one request. 0 in an SWA list means none. */
function fixedProblems(
  side: 'prefill' | 'decode',
  key: keyof FixedPlacement,
  requests: readonly PlacedRequest[],
  last: number,
  noun: string,
  mend: string,
): Problem[] {
  const owners = new Map<number, number>();
  const problems: Problem[] = [];
  requests.forEach(({ request, placementPath }, i) => {
    const fixed = request[side][key];
    for (const [position, id] of (typeof fixed === 'number' ? [fixed] : (fixed ?? [])).entries()) {
      if (key === 'swaPages' && id === 0) continue;
      const path = placementPath(side, key);
      const where = typeof fixed === 'number' || key === 'swaPages' ? path : [...path, position];
      const owner = owners.get(id);
      if (id < 1 || id > last)
        problems.push({ path: where, what: `${side} has ${noun} 1 to ${formatInteger(last)}`, values: { given: id }, mend: `Use one of these, or ${mend}.` });
      else if (owner !== undefined)
        problems.push({
          path: where,
          what: `${id} is given twice among the ${noun} of ${side}`,
          values: { requests: `${owner} and ${i}` },
          mend: 'Give each request its own.',
        });
      owners.set(id, i);
    }
  });
  return problems;
}
