/** @file Exact sums over the accounting: by component, layer and request. Spans are a sample where damage is large; these never are. */
import { type Area, componentName } from '../areas.ts';
import { addCounts, classify, NO_WORDS, type WordCounts } from '../wordCounts.ts';
import type { AccountedPiece } from './scene.ts';

/** Words of one component and layer. */
export interface LayerWords extends WordCounts {
  readonly component: string;
  /** -1 for metadata and gaps. */
  readonly layer: number;
}

/** Words that one request should have received. */
export interface RequestWords {
  readonly request: number;
  readonly right: number;
  readonly wrong: number;
  readonly missing: number;
}

/** Sums by `component/layer`, by request, and by both component and request. */
export interface Tallies {
  readonly layers: readonly LayerWords[];
  readonly requests: readonly RequestWords[];
  /** Words of a component, of one of its layers, of one request in it: for telling how much of each is missing. */
  readonly sums: ReadonlyMap<string, WordCounts>;
}

/** Key of `Tallies.sums`. */
export function sumKey(part: { readonly component: string; readonly layer?: number; readonly request?: number }): string {
  return `${part.component}/${part.layer ?? '*'}/${part.request ?? '*'}`;
}

/** Adds all segments up. */
export function tally(pieces: readonly AccountedPiece[]): Tallies {
  const sums = new Map<string, WordCounts>();
  const add = (key: string, counts: WordCounts) => sums.set(key, addCounts(sums.get(key) ?? NO_WORDS, counts));
  const layers = new Map<string, { component: string; layer: number }>();
  const requests = new Map<number, WordCounts>();
  for (const [area, byRequest] of wordsByPart(pieces)) {
    const component = componentName(area);
    const { layer } = area;
    layers.set(sumKey({ component, layer }), { component, layer });
    for (const [request, words] of byRequest) {
      add(sumKey({ component, layer }), words);
      if (request < 0) continue;
      add(sumKey({ component }), words);
      add(sumKey({ component, request }), words);
      requests.set(request, addCounts(requests.get(request) ?? NO_WORDS, words));
    }
  }
  return {
    layers: [...layers].map(([key, part]) => ({ ...part, ...(sums.get(key) ?? NO_WORDS) })),
    requests: [...requests].sort(([a], [b]) => a - b).map(([request, { right, wrong, missing }]) => ({ request, right, wrong, missing })),
    sums,
  };
}

/** Words of each area by request, -1 where nobody should have written. Segments are many and areas few: names are made of areas alone, and sums are added to in place. */
function wordsByPart(pieces: readonly AccountedPiece[]): ReadonlyMap<Area, ReadonlyMap<number, WordCounts>> {
  const parts = new Map<Area, Map<number, RunningSum>>();
  for (const { segments, counts } of pieces) {
    segments.forEach((traced, index) => {
      const byRequest = parts.get(traced.area) ?? new Map<number, RunningSum>();
      if (byRequest.size === 0) parts.set(traced.area, byRequest);
      const request = traced.stretch?.request ?? -1;
      const sum = byRequest.get(request) ?? { ...NO_WORDS };
      if (sum.total === 0) byRequest.set(request, sum);
      addInto(sum, classify(traced, counts.bad[index] ?? 0, counts.missing[index] ?? 0));
    });
  }
  return parts;
}

type RunningSum = { -readonly [Class in keyof WordCounts]: WordCounts[Class] };

function addInto(sum: RunningSum, words: WordCounts): void {
  sum.total += words.total;
  sum.right += words.right;
  sum.wrong += words.wrong;
  sum.missing += words.missing;
  sum.touched += words.touched;
  sum.untouched += words.untouched;
}
