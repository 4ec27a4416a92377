/**
 * @file The speculative settings, as the server fills them in: `_handle_eagle_family` and the DeepSeek-V4 hook.
 */
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import type { Role } from './launch.ts';
import type { Setting, SettingTable } from './launchSettings.ts';
import { isNear } from './nearNames.ts';
import type { SettingReader } from './settingReader.ts';
import type { StartFact } from './startFindings.ts';

/** The names of the settings that are resolved here. */
type SpeculationTable = Pick<SettingTable, 'speculativeAlgorithm' | 'speculativeSteps' | 'speculativeTopk' | 'draftTokens' | 'draftLayers'>;

/** `auto_choose_speculative_params` for the DeepSeek family, where `--speculative-num-steps` is not given. */
const AUTO_STEPS = 3;
const AUTO_TOPK = 1;
const ARCHITECTURE = 'DeepseekV4ForCausalLM';

/** Resolves algorithm, steps, top-k, draft tokens and draft layers, and what the server says about them. All but the algorithm are null without one. */
export function resolveSpeculation(
  read: SettingReader,
  model: Dsv4ModelSpec | null,
  side: Role,
): { readonly settings: SpeculationTable; readonly findings: readonly StartFact[] } {
  const given = read.text('speculativeAlgorithm', null, 'off');
  if (given.value === null) {
    const off: Setting<number> = { ...given, value: null };
    return { settings: { speculativeAlgorithm: given, speculativeSteps: off, speculativeTopk: off, draftTokens: off, draftLayers: off }, findings: [] };
  }
  const algorithm: Setting<string> = given.value === 'NEXTN' ? { ...given, value: 'EAGLE', note: 'NEXTN is another name of EAGLE' } : given;
  const steps = read.number('speculativeSteps', AUTO_STEPS, 'chosen by the server for DeepSeek models');
  const topk = read.number('speculativeTopk', AUTO_TOPK, 'chosen by the server for DeepSeek models');
  const written = read.number('draftTokens', null, 'steps + 1');
  const draftTokens = draftTokensOf(read, written, steps, topk);
  const layers = model?.nextnLayers ?? 1;
  return {
    settings: {
      speculativeAlgorithm: algorithm,
      speculativeSteps: steps,
      speculativeTopk: topk,
      draftTokens,
      draftLayers: read.derived(layers, 'num_nextn_predict_layers of the model', [algorithm]),
    },
    findings: [...refusals(algorithm, topk), ...adjustments(written, draftTokens, side)],
  };
}

/** With top-k 1 a chain of `steps` drafts and the token they follow is verified, and the server sets the count so, whatever is written. */
function draftTokensOf(read: SettingReader, written: Setting<number>, steps: Setting<number>, topk: Setting<number>): Setting<number> {
  const isGiven = written.origin !== 'default';
  if (isGiven && (steps.origin === 'default' || topk.value !== 1 || written.value === (steps.value ?? 0) + 1 || written.value === null)) return written;
  return read.derived((steps.value ?? AUTO_STEPS) + 1, 'speculative_num_steps + 1, with topk 1', [steps, topk]);
}

function refusals(algorithm: Setting<string>, topk: Setting<number>): StartFact[] {
  if (algorithm.value !== 'EAGLE') {
    return [
      {
        id: 'spec-only-eagle',
        value: algorithm.value ?? '',
        message: `Only EAGLE speculative algorithm is supported for ${ARCHITECTURE}`,
        mend: `${isSlip(algorithm.value) ? 'Did you mean EAGLE? ' : ''}Set --speculative-algorithm EAGLE, or leave it out on both nodes.`,
        edits: [{ setting: 'speculativeAlgorithm', value: 'EAGLE' }],
      },
    ];
  }
  if (topk.value === null || topk.value === 1) return [];
  return [
    {
      id: 'spec-topk',
      value: String(topk.value),
      message: `Only EAGLE speculative algorithm with topk == 1 is supported for ${ARCHITECTURE}`,
      mend: 'Set --speculative-eagle-topk 1.',
      edits: [{ setting: 'speculativeTopk', value: '1' }],
    },
  ];
}

/** `EAGEL`, `eagle`; EAGLE3 is another algorithm. */
function isSlip(algorithm: string | null): boolean {
  return algorithm !== null && algorithm !== 'EAGLE3' && isNear(algorithm.toUpperCase(), 'EAGLE');
}

function adjustments(written: Setting<number>, draftTokens: Setting<number>, side: Role): StartFact[] {
  if (written.value === null || draftTokens.value === null || written.value === draftTokens.value) return [];
  return [
    {
      id: 'spec-draft-tokens-adjusted',
      value: String(written.value),
      message: 'speculative_num_draft_tokens is adjusted to speculative_num_steps + 1 when speculative_eagle_topk == 1',
      consequence: `The ${side} server runs with ${draftTokens.value} draft tokens, not with the ${written.value} written.`,
      mend: `Set --speculative-num-draft-tokens ${draftTokens.value}, or change --speculative-num-steps to ${written.value - 1}.`,
      edits: [{ setting: 'draftTokens', value: String(draftTokens.value) }],
    },
  ];
}
