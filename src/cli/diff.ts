/** @file `diff`: two dumped `kv_args`, prefill's and decode's. No device is touched. */
import { readDump } from '../kvargs/readDump.ts';
import { checkDumps } from '../session/checkDumps.ts';
import { verdictOf } from '../session/checkPair.ts';
import { isFit, waivedIds } from './checkReport.ts';
import type { DiffReport } from './diffReport.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { inputName, inputText } from './input.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';
import { parseBytes } from './parseBytes.ts';
import { folded } from './wrapText.ts';

/** Flags of `diff` alone. */
export interface DiffFlags {
  /** Largest region that is registered in one piece. */
  readonly maxRegion?: string;
  readonly allowMismatch?: readonly string[];
}

/** The least limit that public reports give reason to expect: regions of 2.2 GiB registered, of 5.9 GiB did not. Stated in the help and in the catalogue. */
const ASSUMED_MOST_REGION_BYTES = 2 ** 32;
/** Thousands of entries with their names take well below a megabyte. */
const MOST_DUMP_BYTES = 64 << 20;

/** Runs the command. Of a dump that holds both nodes, the first file gives prefill and the second decode. */
export async function diff(prefill: string, decode: string, flags: OutputFlags & DiffFlags): Promise<ExitCode> {
  await checkOutput(flags);
  const waive = new Set(waivedIds(flags.allowMismatch ?? []));
  const limits = {
    mostRegionBytes: flags.maxRegion === undefined ? ASSUMED_MOST_REGION_BYTES : parseBytes(flags.maxRegion, '--max-region'),
    isRegionStated: flags.maxRegion !== undefined,
  };
  const read = (named: string) => inputText(named, 'dump', MOST_DUMP_BYTES);
  const prefillText = await read(prefill);
  // Stdin can be read once; a dump on it may hold both nodes.
  const decodeText = decode === prefill ? prefillText : await read(decode);
  const nodes = { prefill: readDump(prefillText, 'prefill', inputName(prefill)), decode: readDump(decodeText, 'decode', inputName(decode)) };
  const { findings: all, differences } = checkDumps(nodes.prefill, nodes.decode, limits);
  const findings = all.filter(({ id }) => !waive.has(id));
  const report: DiffReport = {
    schemaVersion: 1,
    verdict: verdictOf(findings),
    findings,
    settings: {},
    waived: all.filter(({ id }) => waive.has(id)),
    differences,
  };
  await deliver(flags, report, async () => {
    const { diffText } = await import('./diffText.ts');
    return folded(diffText(report, nodes, wantsColor(flags)), flags);
  });
  return isFit(report.verdict) ? EXIT.ok : EXIT.wrong;
}
