/**
 * @file Grids with no more tensor-parallel ranks than a comparison of two nodes needs. KV and state of these pools are whole on every tensor-parallel rank, so that ranks of one
 * stage register the same lists at other addresses.
 */
import type { EngineConfig } from '../model/engineConfig.ts';

/** Two nodes' settings. */
interface Engines {
  readonly prefill: EngineConfig;
  readonly decode: EngineConfig;
}

/** Both nodes with their tensor-parallel sizes divided by the smaller, where that divides the other; else as they are. Who sends to whom stays the same. */
export function withSharedRanks({ prefill, decode }: Engines): Engines {
  const least = Math.min(prefill.grid.tp, decode.grid.tp);
  if (least <= 1 || prefill.grid.tp % least !== 0 || decode.grid.tp % least !== 0) return { prefill, decode };
  const divided = (engine: EngineConfig): EngineConfig => ({ ...engine, grid: { ...engine.grid, tp: engine.grid.tp / least } });
  return { prefill: divided(prefill), decode: divided(decode) };
}
