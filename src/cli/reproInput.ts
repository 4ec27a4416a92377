/** @file What `repro` is given, to what can be reproduced: a scenario, two launches, or a text with messages. */
import { lstat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { SimError } from '../core/errors.ts';
import { mendLaunch } from '../launch/mendLaunch.ts';
import { type NearMessage, nearestMessage } from '../launch/messages/nearestMessage.ts';
import { findMessages, MessageScanner } from '../launch/messages/scanner.ts';
import { type RecognisedMessage, reproduceMessage, typicalMessage } from '../launch/repro/fromMessage.ts';
import { reproducePair, reproduceScenario } from '../launch/repro/fromNodes.ts';
import type { Reproduction } from '../launch/repro/reproCase.ts';
import { builtinScenario } from '../scenario/builtin/catalogue.ts';
import { loadScenario, MOST_SCENARIO_BYTES } from '../scenario/node/loadScenario.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { checkLaunches, type LaunchFlags } from './checkLaunches.ts';
import { inputChunks, inputText } from './input.ts';
import { overridesOf, type ScenarioFlagValues } from './scenarioFlags.ts';

/** What was given, understood. */
export interface ReproInput {
  readonly kind: 'message' | 'scenario' | 'launches';
  readonly reproductions: readonly Reproduction[];
  /** Where nothing is recognised: the known message that the text is most like. */
  readonly nearest: NearMessage | null;
  /** Launch lines as given and mended, secrets masked. */
  readonly lines: readonly string[];
  /** How the same is asked again. */
  readonly again: string;
}

/** What a file's name looks like, as against words. */
const PATH = /^[^\s]*(?:\/[^\s]*|\.(?:log|txt|out|err|json|ya?ml))$/i;
/** What a scenario has at its top, and no log. */
const SCENARIO_KEY = /^\s*["']?(?:model|requests)["']?\s*:/m;
/** More of a text than any message and its surroundings, for what it is like. */
const SAMPLE_LENGTH = 65_536;

/**
 * Reads what was given.
 * @throws SimError(bad-input), SimError(file)
 */
export async function readReproInput(given: string, flags: LaunchFlags & ScenarioFlagValues): Promise<ReproInput> {
  if ([flags.prefill, flags.decode, flags.prefillFile, flags.decodeFile].some((launch) => launch !== undefined)) {
    if (given !== '') {
      throw new SimError('bad-input', {
        what: 'a text and launches are both given',
        mend: "Give one of them. What a node said with these lines goes with check: disagg-sim check --prefill 'COMMAND' --decode 'COMMAND' --message TEXT.",
      });
    }
    return launchesInput(flags);
  }
  if (given.trim() === '') {
    throw new SimError('bad-input', {
      what: 'there is nothing to reproduce',
      mend: 'Give a message in quotes, a log, a scenario, - for stdin, or two launches with --prefill and --decode.',
    });
  }
  if (given === '-') return messagesInput(await scan('-'), '-');
  if (builtinScenario(given) !== undefined) return scenarioInput(given, flags);
  const isThere = (await lstat(given).catch(() => null)) !== null;
  if (isThere || PATH.test(given)) return (await isScenario(given)) ? scenarioInput(given, flags) : messagesInput(await scan(given), given);
  const typical = typicalMessage(given);
  if (typical !== null) return messagesInput({ found: [typical], nearest: null }, given);
  const found = findMessages(given);
  return messagesInput({ found, nearest: found.length > 0 ? null : nearestMessage(given) }, given);
}

interface Scanned {
  readonly found: readonly RecognisedMessage[];
  readonly nearest: NearMessage | null;
}

function messagesInput({ found, nearest }: Scanned, given: string): ReproInput {
  const again = given === '-' ? 'disagg-sim repro - < LOG' : `disagg-sim repro ${quoted(given)}`;
  return { kind: 'message', reproductions: found.map(reproduceMessage), nearest, lines: [], again };
}

async function isScenario(file: string): Promise<boolean> {
  if (!['.yaml', '.yml', '.json'].includes(extname(file).toLowerCase())) return false;
  return SCENARIO_KEY.test(await inputText(file, 'scenario', MOST_SCENARIO_BYTES));
}

async function scan(named: string): Promise<Scanned> {
  const decoder = new TextDecoder();
  const scanner = new MessageScanner();
  let sample = '';
  const take = (text: string) => {
    scanner.push(text);
    sample += text.slice(0, SAMPLE_LENGTH - sample.length);
  };
  for await (const chunk of inputChunks(named, 'log')) take(decoder.decode(chunk, { stream: true }));
  take(decoder.decode());
  const found = scanner.end();
  // A short text is looked at as a pasted one is.
  const all = found.length > 0 || sample.length >= SAMPLE_LENGTH ? found : findMessages(sample);
  return { found: all, nearest: all.length > 0 ? null : nearestMessage(sample) };
}

async function scenarioInput(named: string, flags: ScenarioFlagValues): Promise<ReproInput> {
  const overrides = overridesOf(flags);
  const given = await loadScenario(named, overrides);
  const reproCase = reproduceScenario(given, await fixedVariantOf(named, overrides));
  return {
    kind: 'scenario',
    reproductions: [{ id: given.name, values: {}, cases: [reproCase], reason: null }],
    nearest: null,
    lines: [],
    again: ['disagg-sim repro', quoted(named), ...overrides.map(({ writtenAs }) => quotedFlag(writtenAs))].join(' '),
  };
}

/** The mended variant; null where the scenario has none. */
async function fixedVariantOf(named: string, overrides: Parameters<typeof loadScenario>[1]): Promise<ResolvedScenario | null> {
  try {
    return await loadScenario(named, overrides, 'fixed');
  } catch (error) {
    if (error instanceof SimError && error.facts.where?.path === 'fixed') return null;
    throw error;
  }
}

async function launchesInput(flags: LaunchFlags): Promise<ReproInput> {
  const { pair, nodes, report } = await checkLaunches(flags, []);
  const name =
    [flags.prefillFile, flags.decodeFile].flatMap((file) => (file === undefined || file === '-' ? [] : [basename(file, extname(file))]))[0] ?? 'launches';
  const given = (['prefill', 'decode'] as const).map((side) => `${side}: ${mendLaunch(nodes[side].found, nodes[side].launch, []).line}`);
  const mended = (['prefill', 'decode'] as const).flatMap((side) => {
    const line = report.mended?.lines?.[side];
    return line === undefined || line === null ? [] : [`${side}, mended: ${line}`];
  });
  return { kind: 'launches', reproductions: reproducePair(pair.request, name), nearest: null, lines: [...given, ...mended], again: LAUNCHES_AGAIN };
}

/** Lines may hold secrets, and are shown masked: they are not repeated as a command. */
const LAUNCHES_AGAIN = "disagg-sim repro --prefill 'COMMAND' --decode 'COMMAND'";

function quotedFlag(writtenAs: string): string {
  const [flag = '', ...value] = writtenAs.split(' ');
  return `${flag} ${quoted(value.join(' '))}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
