/**
 * @file Two dumped registrations side by side: what the engine would make of them, what is wrong with each by itself, and where they first differ. Settings are not known
 * here, so that checks which need them are silent.
 */
import { PAIR_CHECKS } from '../checks/catalogue.ts';
import { fillWords } from '../checks/entry.ts';
import { compareLists } from '../checks/listComparison.ts';
import { type NodePair, type PairNode, UNKNOWN_EXTRA } from '../checks/nodePair.ts';
import { runCheck } from '../checks/pairCheck.ts';
import type { PairRank, Route } from '../checks/pairRank.ts';
import { REGISTRATION_CHECKS } from '../checks/registration/index.ts';
import { placeOf, type RegisteredList, type RegistrationLimits, registeredLists } from '../checks/registration/registrationCheck.ts';
import type { Finding, Severity } from '../core/finding.ts';
import type { KvArgs } from '../kvargs/kvArgs.ts';

/** Limits of a comparison. */
export interface DumpLimits extends RegistrationLimits {
  /** Whether the user states the largest region; against the assumed one a larger region is a warning. */
  readonly isRegionStated: boolean;
}

/** One difference of two registrations. */
export interface DumpDifference {
  /** `state[0][45] (target/attn_state/4)`. */
  readonly place: string;
  readonly what: 'entries' | 'type' | 'tensor' | 'item length' | 'length';
  readonly prefill: string;
  readonly decode: string;
}

/** Differences in the order of registration; lengths, which follow from the sizes of pools, among them. */
export interface DumpDifferences {
  readonly first: DumpDifference | null;
  /** How many there are of each kind. */
  readonly counts: Readonly<Record<DumpDifference['what'], number>>;
}

/** The comparison. */
export interface DumpComparison {
  /** Between the nodes, then of each by itself. */
  readonly findings: readonly Finding[];
  readonly differences: DumpDifferences;
}

/**
 * Compares what two nodes registered.
 * @param prefill one registration a rank, at least one
 * @param decode the same
 */
export function checkDumps(prefill: readonly KvArgs[], decode: readonly KvArgs[], limits: DumpLimits): DumpComparison {
  const pair = dumpPair(prefill, decode);
  const between = PAIR_CHECKS.flatMap((check) => runCheck(check, pair));
  const ofNodes = [...nodeFindings('prefill', prefill, limits), ...nodeFindings('decode', decode, limits)];
  return { findings: [...between, ...ofNodes], differences: differencesOf(pair.routes) };
}

function dumpPair(prefill: readonly KvArgs[], decode: readonly KvArgs[]): NodePair {
  const node = (side: 'prefill' | 'decode', ranks: readonly KvArgs[]): PairNode => ({
    side,
    model: null,
    engine: null,
    ranks: ranks.map(dumpedRank),
    indexing: null,
    extra: UNKNOWN_EXTRA,
  });
  const nodes = { prefill: node('prefill', prefill), decode: node('decode', decode) };
  const routes = routesOf(nodes.prefill.ranks, nodes.decode.ranks);
  return { ...nodes, routes, lists: compareLists(routes, 'mooncake') };
}

/**
 * Tensor names of our own dumps say what an entry holds; places in a list, which stand where a dump has no names, say nothing. Names count layers from the first of
 * their stage, so that those of later stages say nothing of decode's either.
 */
function dumpedRank(kvArgs: KvArgs): PairRank {
  const isFirstStage = (kvArgs.prefillStartLayer ?? 0) === 0;
  return { kvArgs, contentOf: (tensor) => (isFirstStage && tensor.includes('/') ? tensor : null), slots: null, swaPages: null };
}

/** Several ranks against one all go with it, as pipeline stages do; otherwise rank goes with rank, by place. */
function routesOf(prefill: readonly PairRank[], decode: readonly PairRank[]): Route[] {
  const [onlyPrefill, onlyDecode] = [prefill.length === 1 ? prefill[0] : undefined, decode.length === 1 ? decode[0] : undefined];
  if (onlyDecode !== undefined) return prefill.map((rank) => ({ prefill: rank, decode: onlyDecode }));
  if (onlyPrefill !== undefined) return decode.map((rank) => ({ prefill: onlyPrefill, decode: rank }));
  return prefill.flatMap((rank, i) => {
    const peer = decode[i];
    return peer === undefined ? [] : [{ prefill: rank, decode: peer }];
  });
}

/** Each finding once, whatever the ranks that have it. */
function nodeFindings(side: 'prefill' | 'decode', ranks: readonly KvArgs[], limits: DumpLimits): Finding[] {
  const findings = ranks.flatMap((kvArgs) =>
    REGISTRATION_CHECKS.flatMap((check) =>
      check.examine(kvArgs, limits).map(({ values, shown }): Finding => {
        const severity: Severity = check.id === 'region-too-large' && limits.isRegionStated ? 'error' : check.severity;
        return {
          id: check.id,
          severity,
          engine: check.engine,
          side,
          message: fillWords(check.words, values),
          prefill: side === 'prefill' ? shown : null,
          decode: side === 'decode' ? shown : null,
          consequence: check.consequence(values),
          mend: check.mend(values),
        };
      }),
    ),
  );
  return [...new Map(findings.map((finding) => [`${finding.id} ${finding.message}`, finding])).values()];
}

function differencesOf(routes: readonly Route[]): DumpDifferences {
  const all = routes.flatMap(({ prefill, decode }) => rankDifferences(prefill.kvArgs, decode.kvArgs));
  const counts = { entries: 0, type: 0, tensor: 0, 'item length': 0, length: 0 };
  for (const { what } of all) counts[what] += 1;
  // A length alone is a matter of pool sizes: what matters is named before it.
  return { first: all.find(({ what }) => what !== 'length') ?? all[0] ?? null, counts };
}

function rankDifferences(prefill: KvArgs, decode: KvArgs): DumpDifference[] {
  const [ours, theirs] = [registeredLists(prefill), registeredLists(decode)].map((lists) => new Map(lists.map((list) => [list.name, list])));
  const names = new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])]);
  return [...names].flatMap((name) => listDifferences(name, ours?.get(name), theirs?.get(name)));
}

function listDifferences(name: string, prefill: RegisteredList | undefined, decode: RegisteredList | undefined): DumpDifference[] {
  if (prefill === undefined || decode === undefined) {
    const count = (list: RegisteredList | undefined) => (list === undefined ? 'none' : `${list.entries.length} (${list.type ?? name})`);
    return [{ place: name, what: 'entries', prefill: count(prefill), decode: count(decode) }];
  }
  const [p, d] = [prefill.entries, decode.entries];
  const ofList: DumpDifference[] = [
    ...(prefill.type === decode.type ? [] : [{ place: name, what: 'type' as const, prefill: String(prefill.type), decode: String(decode.type) }]),
    ...(p.length === d.length ? [] : [{ place: name, what: 'entries' as const, prefill: String(p.length), decode: String(d.length) }]),
  ];
  const ofEntries = p.flatMap((entry, i): DumpDifference[] => {
    const other = d[i];
    if (other === undefined) return [];
    const place = placeOf(name, i, entry);
    const differ = (what: DumpDifference['what'], a: number | string, b: number | string): DumpDifference[] =>
      a === b ? [] : [{ place, what, prefill: String(a), decode: String(b) }];
    return [
      ...differ('tensor', entry.tensor, other.tensor),
      ...differ('item length', entry.itemBytes, other.itemBytes),
      ...differ('length', entry.lengthBytes, other.lengthBytes),
    ];
  });
  return [...ofList, ...ofEntries];
}
