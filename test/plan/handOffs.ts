/** Small hand-offs between real nodes, for tests of plans: no device, no memory. */
import type { CopyFailure } from '../../src/plan/planInput.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { type HandOff, prepareHandOff } from '../../src/session/handOff.ts';
import { type Node, startNode } from '../../src/session/node.ts';

/** What a test sets of the two nodes and their requests. */
export interface HandOffOptions {
  readonly model?: ScenarioInput['model'];
  readonly both?: NonNullable<ScenarioInput['prefill']>;
  readonly prefill?: NonNullable<ScenarioInput['prefill']>;
  readonly decode?: NonNullable<ScenarioInput['decode']>;
  readonly lengths?: readonly number[];
  readonly prefillEnd?: number;
  readonly copyFailures?: readonly CopyFailure[];
}

const SMALL = { poolTokens: 4096, slots: 4, swaRatio: 0.5, fragmentation: 1 };

/** Both nodes started, everything planned. */
export function handOffOf({ model = 'dsv4-mini', both, prefill, decode, lengths = [300], prefillEnd, copyFailures = [] }: HandOffOptions): HandOff {
  const { chunkTokens, ...shared } = both ?? {};
  const input: ScenarioInput = {
    model,
    prefill: { ...SMALL, ...both, ...prefill },
    decode: { ...SMALL, ...shared, ...decode },
    requests: lengths.map((length) => ({ length, ...(prefillEnd === undefined ? {} : { prefillEnd }) })),
  };
  const scenario = resolveScenario(input, { name: 'test', locate: () => ({}), config: null });
  const started = (side: 'prefill' | 'decode'): Node => {
    const outcome = startNode(side, scenario.model, scenario[side]);
    if (!outcome.ok) throw outcome.failure.error;
    return outcome.node;
  };
  return prepareHandOff(started('prefill'), started('decode'), { ...scenario, copyFailures });
}
