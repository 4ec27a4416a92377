/** @file A scenario as written to one with nothing left open. */
import { canonicalJson, sha256 } from '../core/canonicalHash.ts';
import { DEFAULT_DEPLOYMENT, type Deployment } from '../plan/kvPoll.ts';
import { countProblems, fitProblems } from './checkFit.ts';
import { fixedScenario, locateFixed } from './fixedVariant.ts';
import { type Locate, type Problem, scenarioError } from './problems.ts';
import type { ResolvedScenario } from './resolvedScenario.ts';
import { resolveEngine } from './resolveEngine.ts';
import { type LoadedConfig, resolveModel } from './resolveModel.ts';
import { leastAtOnce, orderProblems, togetherOn } from './resolveOrder.ts';
import { resolveRequests } from './resolveRequests.ts';
import type { DeploymentInput, ScenarioInput } from './scenarioSchema.ts';

/** What resolution needs beside the scenario itself. */
export interface ScenarioOrigin {
  /** Name where the scenario gives none: the built-in's, or the file's base name. */
  readonly name: string;
  readonly locate: Locate;
  /** The config.json that the model names by path (`modelConfigPath`); null where it names none. */
  readonly config: LoadedConfig | null;
  /** `fixed`: with the scenario's `fixed` block put over it. As written by default. */
  readonly variant?: 'given' | 'fixed';
}

/**
 * Fills in every default and holds the parts against one another.
 * @param written of the right shape: a built-in, or what `validateScenario` returned
 * @throws ScenarioError with every problem at its place
 */
export function resolveScenario(written: ScenarioInput, origin: ScenarioOrigin): ResolvedScenario {
  const { name, config, variant = 'given' } = origin;
  const input = variant === 'fixed' ? fixedScenario({ name, ...written }) : written;
  const locate = variant === 'fixed' ? locateFixed(written, origin.locate) : origin.locate;
  const problems: Problem[] = [];
  const model = resolveModel(input.model, config, problems);
  if (model === null) throw scenarioError(problems, locate);
  const { chunkTokens = null, ...prefillInput } = input.prefill ?? {};
  // The variable is set for a pair; only who wants to see the nodes disagree gives decode a value of its own.
  const decodeInput = { allCpRanksTransfer: prefillInput.allCpRanksTransfer, ...input.decode };
  const prefill = resolveEngine('prefill', prefillInput, model, problems);
  const decode = resolveEngine('decode', decodeInput, model, problems);
  const schedule = input.schedule ?? null;
  const crowded = [
    ...countProblems('prefill', prefill, leastAtOnce('prefill', input.requests, schedule)),
    ...countProblems('decode', decode, leastAtOnce('decode', input.requests, schedule)),
  ];
  if (crowded.length > 0) throw scenarioError([...problems, ...crowded], locate);
  const placed = resolveRequests(input.requests, prefill, decode, problems);
  const hasSwa = model.kind === 'dsv4';
  problems.push(
    ...orderProblems(schedule, placed.length),
    ...togetherOn('prefill', schedule, placed).flatMap((together) => fitProblems('prefill', prefill, hasSwa, together)),
    ...togetherOn('decode', schedule, placed).flatMap((together) => fitProblems('decode', decode, hasSwa, together)),
  );
  if (problems.length > 0) throw scenarioError(problems, locate);
  const outcome = {
    model,
    prefill,
    decode,
    fragmentation: { prefill: prefillInput.fragmentation ?? 0, decode: decodeInput.fragmentation ?? 0 },
    chunkTokens,
    requests: placed.map(({ request }) => request),
    strategy: input.strategy ?? 'auto',
    seed: input.seed ?? 1,
    faults: input.faults ?? [],
    schedule,
    judgedBy: input.judgedBy ?? 'memory',
    ...(input.deployment === undefined ? {} : { deployment: deploymentOf(input.deployment) }),
  } as const;
  return {
    name: input.name ?? name,
    variant,
    title: input.title ?? input.name ?? name,
    description: input.description ?? null,
    ...outcome,
    expect: input.expect === undefined ? null : { status: input.expect.status, findings: input.expect.findings ?? [], bytes: input.expect.bytes ?? {} },
    hash: sha256(canonicalJson(outcome)),
  };
}

function deploymentOf({
  firstRoom,
  decodeEndpoint = DEFAULT_DEPLOYMENT.decodeEndpoint,
  decodeSession = DEFAULT_DEPLOYMENT.decodeSession,
  bootstrapPort = DEFAULT_DEPLOYMENT.bootstrapPort,
  timeoutSeconds = DEFAULT_DEPLOYMENT.timeoutSeconds,
}: DeploymentInput): Deployment {
  return {
    firstRoom: firstRoom === undefined ? DEFAULT_DEPLOYMENT.firstRoom : BigInt(firstRoom),
    decodeEndpoint,
    decodeSession,
    bootstrapPort,
    timeoutSeconds,
  };
}
