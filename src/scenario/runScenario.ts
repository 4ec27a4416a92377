/**
 * @file One scenario, from settings to verdict: what `disagg-sim run` does, as a function.
 */
import { SimError } from '../core/errors.ts';
import type { Finding, VerdictStatus } from '../core/finding.ts';
import type { StampWidth } from '../core/stampCode.ts';
import { counted, formatBytes, formatInteger } from '../core/units.ts';
import type { AdapterInfo, Device } from '../device/device.ts';
import type { PlantedFault } from '../faults/plantFaults.ts';
import type { Plan } from '../plan/plan.ts';
import { entriesOf } from '../plan/sendings.ts';
import { transfer } from '../session/carryOut.ts';
import { checkPair } from '../session/checkPair.ts';
import { account, type Progress } from '../session/execute.ts';
import { type HandOff, prepareHandOff } from '../session/handOff.ts';
import { judgePlan } from '../session/judgePlan.ts';
import type { Node } from '../session/node.ts';
import { arenasOf, layOut, nodesBytes, numberNodes } from '../session/nodeMemory.ts';
import { type StartedNodes, startNodes } from '../session/startNodes.ts';
import { HAZARD_IDS, stepFindings } from '../session/stepFindings.ts';
import { type TransferTiming, timeTransfer } from '../session/timing.ts';
import { wholePools } from '../session/wholePools.ts';
import type { LoweredPlan } from '../strategies/lower.ts';
import { strategyNamed } from '../strategies/registry.ts';
import type { DamageMap } from '../verify/diagnosis/damageMap.ts';
import type { Diagnosis } from '../verify/diagnosis/diagnosis.ts';
import { judge, type Verdict } from '../verify/verdict.ts';
import type { WordCounts } from '../verify/wordCounts.ts';
import { engineFindings, engineStatus, hasFailed } from './engineFindings.ts';
import type { ResolvedScenario } from './resolvedScenario.ts';

/** What was moved, and how fast. */
export interface TransferReport {
  readonly strategy: string;
  /** What an automatic strategy chose, and why. */
  readonly note: string | null;
  /** Items of the plan that were carried out. */
  readonly blocks: number;
  readonly copyCommands: number;
  readonly kernelLaunches: number;
  /** How the imitated backend would post the same blocks: calls of its transport, and ranges in them. */
  readonly submissions: number;
  readonly descriptors: number;
  readonly bytes: number;
  readonly kvBytes: number;
  readonly stateBytes: number;
  readonly auxBytes: number;
  /** Null where nothing was moved, or timing was not asked for. */
  readonly timing: TransferTiming | null;
}

/** What came of a scenario. */
export interface RunResult {
  readonly scenario: ResolvedScenario;
  readonly adapter: AdapterInfo;
  /** How word numbers are stamped; `wide` beyond 2^32 words. */
  readonly stampWidth: StampWidth;
  /** Both nodes as they started, for reports. */
  readonly nodes: StartedNodes;
  /** Findings of the checks before any transfer. */
  readonly checks: readonly Finding[];
  readonly transfer: TransferReport | null;
  readonly verdict: Verdict;
  /** What the scenario's faults did; empty where nodes refuse. */
  readonly faults: readonly PlantedFault[];
  /** What went wrong, and where; null where no memory was looked at. */
  readonly diagnosis: Diagnosis | null;
  /** What pictures of decode's memory are drawn from; null as above. */
  readonly map: DamageMap | null;
}

/** How to run. */
export interface RunOptions {
  readonly device: Device;
  readonly onProgress?: Progress;
  /** Repeat the transfer for its speed, beside the adapter's own contiguous copy. Default true. */
  readonly timing?: boolean;
  /** Stamps of this width whatever the memory's size, for tests. */
  readonly forceWidth?: StampWidth;
  /** Go on past the engine's five refusals, and past what decode compares at the handshake, to see what they prevent. */
  readonly ignoreRefusals?: boolean;
}

const NO_SELF_TEST = { planted: 0, found: 0 };
/** Where nothing is moved, there is nothing to diagnose. */
const NOT_MOVED = { stampWidth: 'narrow', transfer: null, diagnosis: null, map: null } as const;

/**
 * Runs a scenario on a device.
 * @throws SimError(bad-input) where requests do not fit; SimError(memory-budget) before anything is allocated; SimError of the device
 */
export async function runScenario(scenario: ResolvedScenario, options: RunOptions): Promise<RunResult> {
  const { device, onProgress } = options;
  const nodes = startNodes(scenario, options.ignoreRefusals);
  const shared = { scenario, adapter: device.adapter, nodes, checks: checksOf(scenario, nodes) };
  if (nodes.ready === null) {
    const verdict: Verdict = { status: 'REFUSE', engineStatus: null, words: null, components: [], selfTest: NO_SELF_TEST, findings: nodes.findings };
    return { ...shared, ...NOT_MOVED, faults: [], verdict };
  }
  const { prefill, decode } = nodes.ready;
  if (scenario.judgedBy === 'memory') demandMemory(prefill, decode, device);
  const strategy = strategyNamed(scenario.strategy);
  const prepared = prepare(scenario, prefill, decode);
  const handOff = strategy.kind === 'bound' ? wholePools(prepared) : prepared;
  const engine = engineStatus(handOff.built);
  if (scenario.judgedBy === 'plan') return { ...shared, ...NOT_MOVED, faults: handOff.faults.planted(), verdict: planVerdict(handOff, engine, shared.checks) };
  const generations = new Set(handOff.built.plan.steps.flatMap((step) => (step.kind === 'compute' ? [step.generation] : []))).size;
  const numbering = numberNodes(prefill, decode, options.forceWidth, generations);
  const memory = await layOut(device, prefill, decode, numbering, (done, total) => onProgress?.('lay out and stamp', done, total));
  try {
    onProgress?.('transfer', 0, 1);
    const { lowered, told, carriedBlocks } = await transfer(device, handOff, memory, strategy);
    const accounted = await account(device, handOff, memory, scenario.seed, onProgress);
    const findings = [...preparedFindings(handOff, accounted.words), ...outOfRangeFindings(handOff, lowered.outOfRange), ...accounted.findings];
    const judged = judge({
      refused: false,
      selfTest: accounted.selfTest,
      words: accounted.words,
      outOfRangeBlocks: lowered.outOfRange.length,
      transferFailed: hasFailed(handOff.built),
      contestedBytes: accounted.contestedBytes,
      warnings: findings.filter((finding) => finding.severity === 'warning').length + nodes.findings.length,
    });
    const status = withHazards(judged, findings);
    onProgress?.('time the transfer', 0, 1);
    const timing = options.timing === false ? null : await timeTransfer(device, lowered, strategy);
    const transferred: TransferReport = {
      strategy: strategy.name,
      note: told.note,
      blocks: lowered.blocks,
      copyCommands: told.copyCommands,
      kernelLaunches: told.kernelLaunches,
      ...postings(handOff.built.plan),
      bytes: lowered.bytes,
      ...bytesByList(handOff.built.plan, carriedBlocks, new Set(lowered.outOfRange.map(({ block }) => block))),
      timing,
    };
    const { words, components, selfTest, diagnosis, map } = accounted;
    const verdict: Verdict = { status, engineStatus: engine, words, components, selfTest, findings };
    return { ...shared, stampWidth: memory.width, transfer: transferred, verdict, faults: handOff.faults.planted(), diagnosis, map };
  } finally {
    await device.destroyArenas([...arenasOf(memory.prefill), ...arenasOf(memory.decode)]);
  }
}

/** Pools that cannot be held are refused before a page of them is placed: placing takes time with their size. @throws SimError(memory-budget) */
function demandMemory(prefill: Node, decode: Node, device: Device): void {
  const bytes = nodesBytes(prefill, decode);
  if (bytes <= device.limits.maxMemoryBytes) return;
  throw new SimError('memory-budget', {
    what: 'the pools of both nodes do not fit the memory budget',
    values: { asked: formatBytes(bytes), 'to be had': formatBytes(device.limits.maxMemoryBytes) },
    mend: 'Raise --max-memory, or lower poolTokens or slots.',
  });
}

/** What the checks say: of nodes that refuse, their refusals; else everything between the nodes too, which the engine may never look at. */
function checksOf(scenario: ResolvedScenario, nodes: StartedNodes): readonly Finding[] {
  if (nodes.ready === null) return nodes.findings;
  const said = new Set(nodes.findings.map(({ id, side }) => `${id} ${side}`));
  const between = checkPair(scenario).findings.filter(({ id, side }) => !said.has(`${id} ${side}`));
  return [...nodes.findings, ...between.map(({ changes: _, ...finding }) => finding)];
}

function prepare(scenario: ResolvedScenario, prefill: Node, decode: Node): HandOff {
  const { requests, fragmentation, chunkTokens, seed, schedule, faults, deployment } = scenario;
  const named = deployment === undefined ? {} : { deployment };
  return prepareHandOff(prefill, decode, { requests, fragmentation, chunkTokens, seed, schedule, faults, ...named });
}

/**
 * What was planted, what the engine says, and what the order of the steps says by itself.
 * @param words of decode's memory; null where it was not looked at
 */
function preparedFindings({ faults, built, unordered }: HandOff, words: WordCounts | null): Finding[] {
  const isUnharmed = words !== null && words.wrong + words.missing + words.touched === 0;
  const planted = faults.planted().map(
    ({ kind, class: faultClass, did }): Finding => ({
      id: 'fault-planted',
      severity: 'info',
      engine: null,
      side: 'both',
      message: `${kind}: ${did ?? 'there is nothing here for it to change'}`,
      prefill: null,
      decode: null,
      consequence: did === null ? 'It does no damage.' : isUnharmed ? 'It changed nothing that decode reads.' : `Class of its damage: ${faultClass}.`,
      mend: 'Take it out of the scenario’s faults.',
    }),
  );
  return [...planted, ...engineFindings(built), ...stepFindings(built.plan, unordered)];
}

/** A broken order is a hazard where the bytes came out right. */
function withHazards(status: VerdictStatus, findings: readonly Finding[]): VerdictStatus {
  const clean = status === 'PASS' || status === 'PASS_WITH_WARNING';
  return clean && findings.some(({ id }) => HAZARD_IDS.has(id)) ? 'HAZARD' : status;
}

/** The verdict by the plan's addresses alone. */
function planVerdict(handOff: HandOff, engine: Verdict['engineStatus'], checks: readonly Finding[]): Verdict {
  const { lowered, strayBlocks, findings } = judgePlan(handOff);
  const all = [...preparedFindings(handOff, null), ...outOfRangeFindings(handOff, lowered.outOfRange), ...findings, ADDRESSES_ONLY];
  const isError = ({ severity }: Finding) => severity === 'error';
  const status = planStatus({
    outOfRange: lowered.outOfRange.length > 0,
    stray: strayBlocks > 0,
    failed: hasFailed(handOff.built),
    hazard: all.some(isError) || checks.some(isError),
  });
  return { status, engineStatus: engine, words: null, components: [], selfTest: NO_SELF_TEST, findings: all };
}

/** No byte was moved, so nothing better than a pass with a warning can come of it. */
function planStatus(is: { readonly outOfRange: boolean; readonly stray: boolean; readonly failed: boolean; readonly hazard: boolean }): VerdictStatus {
  if (is.outOfRange) return 'OUT_OF_RANGE';
  if (is.stray) return 'SILENT_CORRUPTION';
  if (is.failed) return 'TRANSFER_ERROR';
  return is.hazard ? 'HAZARD' : 'PASS_WITH_WARNING';
}

/** What a plan's verdict does not say. */
const ADDRESSES_ONLY: Finding = {
  id: 'addresses-only',
  severity: 'warning',
  engine: null,
  side: 'both',
  message: 'judged by the plan: addresses were compared, no byte was moved',
  prefill: null,
  decode: null,
  consequence: 'Whether the right rows arrive was not looked at.',
  mend: 'Leave judgedBy out, where a device can hold the pools.',
};

/** One finding for each side and entry whose blocks leave their regions. */
function outOfRangeFindings({ built: { plan }, planned }: HandOff, outOfRange: LoweredPlan['outOfRange']): Finding[] {
  const byEntry = new Map<string, { side: 'prefill' | 'decode'; entry: number; blocks: number; bytes: number }>();
  for (const { block, side, bytes } of outOfRange) {
    const entry = plan.blocks.entry[block] ?? 0;
    const key = `${side}/${entry}`;
    const held = byEntry.get(key) ?? { side, entry, blocks: 0, bytes: 0 };
    byEntry.set(key, { ...held, blocks: held.blocks + 1, bytes: held.bytes + bytes });
  }
  return [...byEntry.values()].map(({ side, entry, blocks, bytes }): Finding => {
    const { type, component, srcTensor, dstTensor, itemBytes, decodeRank, dstPosition } = plan.entries[entry] as Plan['entries'][number];
    const received = planned.decode.ranks[decodeRank];
    const decodeBytes = received === undefined ? undefined : entriesOf(received, component)[dstPosition]?.itemBytes;
    return {
      id: 'out-of-range',
      severity: 'error',
      engine: 'dies',
      side,
      message: `${counted(blocks, 'block')} of ${type} (${srcTensor} to ${dstTensor}, items of ${formatInteger(itemBytes)} B) outside every registered region on ${side}`,
      prefill: null,
      decode: null,
      consequence: `${formatInteger(bytes)} B are not carried out; a network card refuses such a copy, a copy by address would write foreign memory.`,
      mend:
        decodeBytes === itemBytes
          ? 'Both nodes have the same item length here: look at the indices, and at whether offsets are computed in 64 bits from the right start.'
          : `Make both nodes use the same item length for this entry: prefill has ${formatInteger(itemBytes)} B, decode ${decodeBytes === undefined ? 'has no such entry' : `${formatInteger(decodeBytes)} B`}.`,
    };
  });
}

/** The backend's calls and ranges for all that is sent before decode's memory is looked at. */
function postings({ steps }: Plan): { submissions: number; descriptors: number } {
  const end = steps.findIndex(({ kind }) => kind === 'observe');
  const sends = steps.slice(0, end < 0 ? undefined : end).filter((step) => step.kind === 'send');
  return {
    submissions: sends.reduce((sum, send) => sum + send.submissions, 0),
    descriptors: sends.reduce((sum, send) => sum + send.descriptors, 0),
  };
}

/** Bytes of KV, state and metadata in a plan's first `count` blocks, without those that were set aside. */
function bytesByList(plan: Plan, count: number, leftOut: ReadonlySet<number>): { kvBytes: number; stateBytes: number; auxBytes: number } {
  let kvBytes = 0;
  let stateBytes = 0;
  let auxBytes = 0;
  const { blocks } = plan;
  for (let i = 0; i < count; i++) {
    if (leftOut.has(i)) continue;
    const bytes = blocks.bytes[i] as number;
    const component = plan.entries[blocks.entry[i] as number]?.component;
    if (component === 'kv') kvBytes += bytes;
    else if (component === 'aux') auxBytes += bytes;
    else stateBytes += bytes;
  }
  return { kvBytes, stateBytes, auxBytes };
}
