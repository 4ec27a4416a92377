/** @file A dump file to the registrations of one node: our own `layout --json`, one rank of it, or what a live engine printed. */
import { SimError, type SimErrorFacts } from '../core/errors.ts';
import { parseKvArgs } from './dump.ts';
import { parseExactJson } from './exactJson.ts';
import type { KvArgs } from './kvArgs.ts';

/** No node has more ranks; it bounds the work on hostile input. */
const MOST_RANKS = 4096;

/**
 * The registrations of a node's ranks.
 * @param side which node to take of a dump that holds both
 * @param file for messages
 * @throws SimError(bad-input) with the file and the path of the field
 */
export function readDump(text: string, side: 'prefill' | 'decode', file: string): readonly KvArgs[] {
  const dump = parseExactJson(text, file);
  const { ranks, path } = ranksOf(dump, side, file);
  if (ranks.length === 0) throw bad(file, path, 'this dump holds no rank', 'A node that refuses to start registers nothing; see: disagg-sim check.');
  if (ranks.length > MOST_RANKS) throw bad(file, path, `a node has at most ${MOST_RANKS} ranks`, 'Is it the right file?');
  return ranks.map((rank, i) => {
    try {
      return parseKvArgs(rank);
    } catch (error) {
      if (!(error instanceof SimError)) throw error;
      throw inFile(error, file, `${path}${path === '' && ranks.length === 1 && rank === dump ? '' : `[${i}]`}`);
    }
  });
}

function ranksOf(dump: unknown, side: 'prefill' | 'decode', file: string): { readonly ranks: readonly unknown[]; readonly path: string } {
  if (Array.isArray(dump)) return { ranks: dump, path: '' };
  if (!isObject(dump)) throw bad(file, '', 'a dump is an object: one rank’s kv_args, or layout --json', 'See: disagg-sim layout --json.');
  if (dump.kv_data_ptrs !== undefined) return { ranks: [dump], path: '' };
  if (dump.ranks !== undefined) return { ranks: listOf(dump.ranks, file, 'ranks'), path: 'ranks' };
  const node = dump[side];
  if (isObject(node) && node.ranks !== undefined) return { ranks: listOf(node.ranks, file, `${side}.ranks`), path: `${side}.ranks` };
  throw bad(
    file,
    '',
    'this is no dump of kv_args: kv_data_ptrs is missing',
    'Give what layout --json prints, or the kv_args of one rank as JSON (docs/dump-kv-args.md).',
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown, file: string, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw bad(file, path, 'a list of ranks is expected', 'See: disagg-sim layout --json.');
}

function bad(file: string, path: string, what: string, mend: string): SimError {
  return new SimError('bad-input', { what, where: { file, path }, mend });
}

function inFile({ code, facts, cause }: SimError, file: string, prefix: string): SimError {
  const inner = facts.where?.path ?? '';
  const path = prefix === '' || inner === '' ? `${prefix}${inner}` : `${prefix}.${inner}`;
  const placed: SimErrorFacts = { ...facts, where: { file, path } };
  return new SimError(code, cause === undefined ? placed : { ...placed, cause });
}
