/** Damaged hand-offs, diagnosed in full, on every device to be had: with a fixed strategy, what `run --stable --json` prints is the same to the byte. */
import { describe, expect, it } from 'vitest';
import { runReport } from '../../src/cli/runReport.ts';
import type { Device } from '../../src/device/device.ts';
import type { AnyFault } from '../../src/faults/catalogue.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../src/scenario/runScenario.ts';
import type { EngineInput, ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { openEveryDevice } from '../device/devices.ts';

const [reference, ...others] = await openEveryDevice();

/** Layers of one preset's beginning; two nodes alike. */
function handOff(preset: string, compressRatios: readonly number[], node: EngineInput): Omit<ScenarioInput, 'strategy'> {
  const engine: EngineInput = { poolTokens: 1024, swaRatio: 0.75, slots: 2, preallocSlots: 0, stateDtype: 'bfloat16', fragmentation: 1, ...node };
  return {
    model: { preset, hiddenLayers: compressRatios.length, compressRatios: [...compressRatios] },
    prefill: engine,
    decode: engine,
    requests: [{ length: 300 }, { length: 129 }],
    seed: 11,
  };
}

const MINI = handOff('dsv4-mini', [0, 4, 128], { speculation: { draftTokens: 2 } });
const FLASH = handOff('dsv4-flash', [0, 0, 4, 128], { mode: 'unified', revision: '2026-09', backend: 'nixl' });
const PRO = handOff('dsv4-pro', [128, 128, 4, 128], { backend: 'mori' });

/** Faults of every seam; copies that overlap, that leave their regions, that cut across components. */
const CASES: readonly (readonly [AnyFault, Omit<ScenarioInput, 'strategy'>, ScenarioInput['strategy']])[] = [
  [{ kind: 'bit-flip' }, MINI, 'per-item'],
  [{ kind: 'dtype-width', factor: 2 }, MINI, 'shader'],
  [{ kind: 'page-reused-after-abort' }, MINI, 'merged'],
  [{ kind: 'torn-write', share: 0.3 }, MINI, 'shader'],
  [{ kind: 'offset-wrap', bits: 16 }, FLASH, 'shader'],
  [{ kind: 'item-length-off', component: 1, bytes: 452 }, FLASH, 'merged'],
  [{ kind: 'null-page-used' }, FLASH, 'per-item'],
  [{ kind: 'layers-mispaired' }, PRO, 'merged'],
  [{ kind: 'stale-mapping', side: 'decode' }, PRO, 'shader'],
  [{ kind: 'slot-not-reset' }, PRO, 'per-item'],
];

async function stableJson(device: Device, scenario: ScenarioInput): Promise<string> {
  const resolved = resolveScenario(scenario, { name: 'every device', locate: () => ({}), config: null });
  return JSON.stringify(runReport(await runScenario(resolved, { device, timing: false }), true), null, 1);
}

describe.each(others)('%s', (_label, device) => {
  it.each(CASES.map(([fault, scenario, strategy]) => [fault.kind, strategy, { ...scenario, strategy, faults: [fault] } as ScenarioInput] as const))(
    '%s, carried out %s',
    async (_kind, _strategy, scenario) => {
      const expected = await stableJson((reference as NonNullable<typeof reference>)[1], scenario);
      expect(expected).toContain('"stories"');
      expect(await stableJson(device, scenario)).toBe(expected);
    },
    120_000,
  );
});
