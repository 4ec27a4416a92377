/**
 * @file Both grids together: which prefill rank writes to which decode rank, which part of the pages, how many answers each side waits for, and who waits for what never comes.
 */
import type { Grid } from '../model/engineConfig.ts';
import { type GridPoint, gridPoints, mapDecodeRank, rankIndex } from './rankMapping.ts';

/** What of a node decides who sends to whom. */
export interface RoutedNode {
  readonly grid: Grid;
  readonly allCpRanksTransfer: boolean;
}

/** A prefill rank that writes into a decode rank. */
export interface Route {
  readonly prefillRank: number;
  readonly decodeRank: number;
  readonly point: GridPoint;
  /** The metadata row is the same on every stage; the last one sends it. */
  readonly sendsAux: boolean;
  /** The rank's part of every request's pages; null = all of them. State and metadata are never divided: each rank that sends pages sends all of these. */
  readonly cpPart: { readonly rank: number; readonly size: number } | null;
}

/** Who sends to whom between two nodes. */
export interface NodeRoutes {
  readonly routes: readonly Route[];
  /** `required_prefill_response_num`, by decode rank. */
  readonly requiredResponses: readonly number[];
  /** Prefill ranks that decode ranks look up and do not find: every room fails on decode before anything is sent. */
  readonly unreachable: readonly { readonly decodeRank: number; readonly target: GridPoint }[];
  /** Prefill ranks that get fewer D infos than they wait for: the room leaves Bootstrapping on none of them, and nothing is sent. */
  readonly unserved: readonly number[];
}

/** @throws EngineError(AssertionError) of `mapDecodeRank` */
export function routesBetween(prefill: RoutedNode, decode: RoutedNode): NodeRoutes {
  const divides = prefill.allCpRanksTransfer && prefill.grid.cp > 1;
  const infos = new Array<number>(prefill.grid.tp * prefill.grid.pp * prefill.grid.cp).fill(0);
  const routes: Route[] = [];
  const unreachable: { decodeRank: number; target: GridPoint }[] = [];
  let requiredInfos = 1;
  const requiredResponses = gridPoints(decode.grid).map((point, decodeRank) => {
    const mapping = mapDecodeRank(point, prefill.grid, decode.grid, decode.allCpRanksTransfer);
    requiredInfos = mapping.requiredDstInfoNum;
    for (const target of [...mapping.senders, ...mapping.dummies]) {
      if (target.tp >= prefill.grid.tp) unreachable.push({ decodeRank, target });
      else infos[rankIndex(prefill.grid, target)] = (infos[rankIndex(prefill.grid, target)] ?? 0) + 1;
    }
    for (const sender of mapping.senders) {
      // Without the setting, prefill's context ranks past the first call every room done and send nothing.
      if (sender.tp >= prefill.grid.tp || (sender.cp > 0 && !divides)) continue;
      routes.push({
        prefillRank: rankIndex(prefill.grid, sender),
        decodeRank,
        point: sender,
        sendsAux: sender.pp === prefill.grid.pp - 1 || decode.grid.pp > 1,
        cpPart: divides ? { rank: sender.cp, size: prefill.grid.cp } : null,
      });
    }
    return mapping.requiredPrefillResponseNum;
  });
  const waits = ({ cp }: GridPoint) => cp === 0 || divides;
  const unserved = gridPoints(prefill.grid).flatMap((point, rank) => (waits(point) && (infos[rank] ?? 0) < requiredInfos ? [rank] : []));
  return { routes, requiredResponses, unreachable, unserved };
}
