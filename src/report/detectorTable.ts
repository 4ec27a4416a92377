/** @file What peers' verifiers would have missed: every kind of fault, planted for real, before every verifier. The page docs/detectors.md is made of it. */
import type { Device } from '../device/device.ts';
import type { AnyFault, FaultName } from '../faults/catalogue.ts';
import { faultCatalogue } from '../faults/faultCatalogue.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { resolveScenario } from '../scenario/resolveScenario.ts';
import { runScenario } from '../scenario/runScenario.ts';
import type { ScenarioInput } from '../scenario/scenarioSchema.ts';
import { PEER_DETECTORS } from '../session/detectors/peers.ts';
import { tryDetector } from '../session/detectors/tryDetector.ts';
import { prepareHandOff } from '../session/handOff.ts';
import { startNodes } from '../session/startNodes.ts';
import { strategyNamed } from '../strategies/registry.ts';

/** One fault before all verifiers. */
export interface DetectorRow {
  readonly kind: FaultName;
  readonly title: string;
  /** What the fault did, in a sentence. */
  readonly did: string;
  /** Whether each peer's verifier rang, in the order of `PEER_DETECTORS`. */
  readonly peers: readonly boolean[];
  /** Bytes that ours found wrong, missing or touched, and the class that it named. */
  readonly ours: { readonly bytes: number; readonly class: string | null };
}

/** Six layers, three requests on scattered pages; unified where a fault needs rings or a list by position. */
const ENGINE = { poolTokens: 2048, slots: 3, preallocSlots: 0, swaRatio: 0.75, fragmentation: 1 } as const;
const PAGED: ScenarioInput = {
  model: 'dsv4-mini',
  prefill: { ...ENGINE, speculation: { draftTokens: 4 } },
  decode: { ...ENGINE, poolTokens: 3072, speculation: { draftTokens: 4 } },
  requests: [{ length: 300 }, { length: 645 }, { length: 129 }],
  strategy: 'per-item',
  seed: 1,
};
const UNIFIED: ScenarioInput = {
  ...PAGED,
  prefill: { ...PAGED.prefill, mode: 'unified' },
  decode: { ...PAGED.decode, mode: 'unified', speculation: { draftTokens: 8 } },
};
const NEEDS_UNIFIED: ReadonlySet<FaultName> = new Set<FaultName>(['base-pointer', 'prompt-length-off', 'ring-size-of-peer']);
/** Settings where the defaults need memory beyond a page's: products of real sizes wrap at 32 bits. */
const SETTINGS: Readonly<Partial<Record<FaultName, AnyFault>>> = { 'offset-wrap': { kind: 'offset-wrap', bits: 20 } };

/** Plants every kind of fault before every verifier. @param device the CPU device does: nothing here is timed */
export async function compareDetectors(device: Device): Promise<readonly DetectorRow[]> {
  const rows: DetectorRow[] = [];
  for (const { kind, title } of faultCatalogue()) {
    const base = NEEDS_UNIFIED.has(kind) ? UNIFIED : PAGED;
    const input: ScenarioInput = { ...base, faults: [SETTINGS[kind] ?? ({ kind } as AnyFault)] };
    const scenario = resolveScenario(input, { name: kind, locate: () => ({}), config: null });
    const { verdict, diagnosis } = await runScenario(scenario, { device, timing: false });
    const planted = verdict.findings.find(({ id }) => id === 'fault-planted');
    const { wrong = 0, missing = 0, touched = 0 } = verdict.words ?? {};
    const peers: boolean[] = [];
    for (const detector of PEER_DETECTORS) peers.push(await tryDetector(device, handOffOf(scenario), strategyNamed(scenario.strategy), detector));
    const ours = { bytes: 4 * (wrong + missing + touched), class: diagnosis?.stories[0]?.class ?? null };
    rows.push({ kind, title, did: planted?.message ?? '', peers, ours });
  }
  return rows;
}

function handOffOf(scenario: ResolvedScenario) {
  const { ready } = startNodes(scenario);
  if (ready === null) throw new RangeError(`the nodes of ${scenario.name} do not start`);
  const { requests, fragmentation, chunkTokens, seed, schedule, faults } = scenario;
  return prepareHandOff(ready.prefill, ready.decode, { requests, fragmentation, chunkTokens, seed, schedule, faults });
}

/** The page. */
export function detectorPage(rows: readonly DetectorRow[]): string {
  const names = PEER_DETECTORS.map(({ name }) => name);
  const missed = (index: number) => rows.filter(({ peers }) => peers[index] === false).length;
  const cells = ({ peers }: DetectorRow) => peers.map((rang) => (rang ? 'found' : '**missed**'));
  return [
    '# What other verifiers would have missed',
    '',
    'Every kind of fault that this program plants, before the verifiers of other tools. Each verifier was run: prefill’s memory held its pattern, the hand-off was carried out with the',
    'fault, decode’s memory was compared as it would. Each is granted more than its own tool does: it looks at every place where data should arrive, of every component, and at the',
    'place itself, not at a total. None of them looks at memory where nothing should arrive. Made by `npm run docs`; do not edit.',
    '',
    ...PEER_DETECTORS.map(({ name, title }) => `- **${name}**: ${title}`),
    '- **ours**: every word carries its own number; all of decode’s memory is accounted for; the class is the one of the largest story.',
    '',
    `| fault | ${names.join(' | ')} | ours |`,
    `|---|${names.map(() => '---|').join('')}---|`,
    ...rows.map((row) => `| ${row.kind}: ${row.title} | ${cells(row).join(' | ')} | ${oursText(row)} |`),
    `| missed | ${names.map((_, index) => `${missed(index)} of ${rows.length}`).join(' | ')} | ${rows.filter(({ ours }) => ours.bytes === 0).length} of ${rows.length} |`,
    '',
    '## What each fault did here',
    '',
    ...rows.map(({ did }) => `- ${did}`),
    '',
  ].join('\n');
}

function oursText({ ours }: DetectorRow): string {
  return ours.bytes === 0 ? '**missed**' : `${ours.class}, ${ours.bytes} B`;
}
