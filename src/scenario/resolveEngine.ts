/** @file One node of a scenario to an EngineConfig: the user's words to the engine's settings, then the server's defaults. */
import { alignDown, alignUp } from '../core/units.ts';
import { ratioCountProblem } from '../model/configJson.ts';
import type { EngineConfig, PoolOverrides } from '../model/engineConfig.ts';
import { completeEngineConfig } from '../model/engineDefaults.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import type { Problem } from './problems.ts';
import type { EngineInput, PoolInput } from './scenarioSchema.ts';

/** The node's settings, complete; what cannot be is noted in `problems`. */
export function resolveEngine(side: 'prefill' | 'decode', input: EngineInput, model: ModelSpec, problems: Problem[]): EngineConfig {
  const { pageSize, swaPageSize, window, slots, speculation, grid, addressBase, target, draft, fragmentation: _fragmentation, ...same } = input;
  const config = completeEngineConfig(side, model, {
    ...same,
    pageSizeTokens: pageSize,
    swaPageSizeTokens: swaPageSize,
    windowTokens: window,
    maxRequests: slots,
    speculation: speculation && {
      algorithm: 'EAGLE',
      draftTokens: speculation.draftTokens,
      draftLayers: speculation.draftLayers ?? (model.kind === 'dsv4' ? model.nextnLayers : 0),
    },
    grid: grid && { tp: grid.tp ?? 1, pp: grid.pp ?? 1, cp: grid.cp ?? 1 },
    addressBase: addressBase === undefined ? undefined : BigInt(addressBase),
    target: target && poolOverrides(target),
    draft: draft && poolOverrides(draft),
  });
  problems.push(...poolProblems(side, config), ...(model.kind === 'plain' ? plainProblems(side, config, model.rows) : ratioProblems(side, config, model)));
  return config;
}

function poolOverrides({ pageSize, swaPageSize, window, ...same }: PoolInput): PoolOverrides {
  return { ...same, pageSizeTokens: pageSize, swaPageSizeTokens: swaPageSize, windowTokens: window };
}

/** The allocator deals in whole pages; a remainder would be tokens that nobody can have. */
function poolProblems(side: 'prefill' | 'decode', { poolTokens, pageSizeTokens }: EngineConfig): Problem[] {
  if (poolTokens % pageSizeTokens === 0) return [];
  const below = alignDown(poolTokens, pageSizeTokens);
  const above = alignUp(poolTokens, pageSizeTokens);
  return [
    {
      path: [side, 'poolTokens'],
      what: 'the pool is not a whole number of pages',
      values: { poolTokens, pageSize: pageSizeTokens },
      mend: below === 0 ? `Use ${above}.` : `Use ${below} or ${above}.`,
    },
  ];
}

function plainProblems(side: 'prefill' | 'decode', { poolTokens, pageSizeTokens, speculation }: EngineConfig, rows: number): Problem[] {
  const problems: Problem[] = [];
  if (speculation !== null) problems.push({ path: [side, 'speculation'], what: 'a plain pool has no draft', mend: 'Leave speculation out.' });
  const pages = Math.ceil(poolTokens / pageSizeTokens);
  if (pages > rows - 1) {
    problems.push({
      path: [side, 'poolTokens'],
      what: 'the pool has more pages than the plain tensors have rows',
      values: { pages, rows },
      mend: `Row 0 is the null page: use at most ${Math.max(0, rows - 1) * pageSizeTokens} tokens, or raise model.plain.rows.`,
    });
  }
  return problems;
}

function ratioProblems(side: 'prefill' | 'decode', { target }: EngineConfig, model: Extract<ModelSpec, { kind: 'dsv4' }>): Problem[] {
  if (target.compressRatios === undefined) return [];
  const what = ratioCountProblem(target.compressRatios.length, model.hiddenLayers, model.nextnLayers);
  return what === null ? [] : [{ path: [side, 'target', 'compressRatios'], what, mend: "Give as many as the model's layers." }];
}
