/** @file The `requests` of a scenario, either form, to a list in which every default is filled in. */
import { ceilDiv } from '../core/units.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { Problem, ScenarioPath } from './problems.ts';
import type { FixedPlacement, ResolvedRequest } from './resolvedScenario.ts';
import type { PlacementInput, RequestInput, ScenarioInput } from './scenarioSchema.ts';

/** A request and where each of its values stands in the scenario. */
export interface PlacedRequest {
  readonly request: ResolvedRequest;
  readonly lengthPath: ScenarioPath;
  /** Where a placement value of one node was written: the node's own block, or the request itself. */
  placementPath(side: 'prefill' | 'decode', key: keyof FixedPlacement): ScenarioPath;
}

/** Fills in what each request leaves open; what cannot be is noted in `problems`. */
export function resolveRequests(input: ScenarioInput['requests'], prefill: EngineConfig, decode: EngineConfig, problems: Problem[]): PlacedRequest[] {
  if (!Array.isArray(input)) {
    const { lengths, count = lengths.length } = input;
    return Array.from({ length: count }, (_, i) =>
      resolveRequest({ length: lengths[i % lengths.length] ?? 1 }, ['requests', 'lengths', i % lengths.length], [], prefill, decode, problems),
    );
  }
  return input.map((request, i) => resolveRequest(request, ['requests', i, 'length'], ['requests', i], prefill, decode, problems));
}

function resolveRequest(
  input: RequestInput,
  lengthPath: ScenarioPath,
  path: ScenarioPath,
  prefill: EngineConfig,
  decode: EngineConfig,
  problems: Problem[],
): PlacedRequest {
  const { length, prefillEnd = length, decodePrefixLen = 0 } = input;
  if (prefillEnd > length) {
    problems.push({
      path: [...path, 'prefillEnd'],
      what: 'prefillEnd lies beyond the request',
      values: { prefillEnd, length },
      mend: `Use at most ${length}.`,
    });
  }
  if (decodePrefixLen > length || decodePrefixLen % decode.pageSizeTokens !== 0) {
    problems.push({
      path: [...path, 'decodePrefixLen'],
      what: 'decode holds whole pages of a request, and no more than it has',
      values: { decodePrefixLen, length, pageSize: decode.pageSizeTokens },
      mend: `Use a multiple of ${decode.pageSizeTokens} up to ${length}.`,
    });
  }
  const owner = (side: 'prefill' | 'decode', key: keyof FixedPlacement) => (input[side]?.[key] === undefined ? path : [...path, side]);
  const placement = (side: 'prefill' | 'decode', { pageSizeTokens }: EngineConfig) =>
    fixedPlacement(
      { ...placementOf(input), ...placementOf(input[side] ?? {}) },
      ceilDiv(length, pageSizeTokens),
      (key) => [...owner(side, key), key],
      problems,
    );
  return {
    request: {
      tokens: length,
      prefillEndTokens: prefillEnd,
      decodePrefixTokens: decodePrefixLen,
      prefill: placement('prefill', prefill),
      decode: placement('decode', decode),
    },
    lengthPath,
    placementPath: (side, key) => [...owner(side, key), key],
  };
}

/** The placement keys that are given. */
function placementOf({ slot, fullPages, swaPages }: PlacementInput): PlacementInput {
  return { ...(slot === undefined ? {} : { slot }), ...(fullPages === undefined ? {} : { fullPages }), ...(swaPages === undefined ? {} : { swaPages }) };
}

/** What nearly all of many requests have: one object serves them. */
const LEFT_TO_ALLOCATORS: FixedPlacement = { slot: null, fullPages: null, swaPages: null };

/** Page lists are held to the request's page count; a shorter SWA list stands for its last pages, since the window is at the end. */
function fixedPlacement(given: PlacementInput, pages: number, pathOf: (key: keyof FixedPlacement) => ScenarioPath, problems: Problem[]): FixedPlacement {
  const { slot = null, fullPages = null, swaPages = null } = given;
  if (slot === null && fullPages === null && swaPages === null) return LEFT_TO_ALLOCATORS;
  if (fullPages !== null && fullPages.length !== pages) {
    problems.push({
      path: pathOf('fullPages'),
      what: 'a request has one full page for each of its pages',
      values: { given: fullPages.length, needed: pages },
      mend: `List ${pages}.`,
    });
  }
  if (swaPages !== null && swaPages.length > pages) {
    problems.push({
      path: pathOf('swaPages'),
      what: 'a request has at most one SWA page for each of its pages',
      values: { given: swaPages.length, pages },
      mend: `List at most ${pages}.`,
    });
  }
  const padding = swaPages === null ? [] : new Array<number>(Math.max(0, pages - swaPages.length)).fill(0);
  return { slot, fullPages, swaPages: swaPages && [...padding, ...swaPages] };
}
