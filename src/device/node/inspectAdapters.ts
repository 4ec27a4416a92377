/** @file What `disagg-sim doctor` says: everything found, everything tried, and what would be taken. */
import { freemem, totalmem } from 'node:os';
import { SimError } from '../../core/errors.ts';
import type { AdapterInfo } from '../device.ts';
import { allows } from './acquireDevice.ts';
import { loadDawn } from './dawn.ts';
import { helpFor } from './help.ts';
import { availableHostBytes } from './memory.ts';
import { type Candidate, type LinkOutcome, probeAll } from './probe.ts';

/** Plain data, fit for JSON. */
export interface DoctorReport {
  readonly machine: {
    readonly node: string;
    readonly platform: string;
    readonly arch: string;
    /** `glibc 2.36`; null on systems without glibc. */
    readonly libc: string | null;
    readonly memory: { readonly totalBytes: number; readonly freeBytes: number; readonly availableBytes: number };
  };
  /** The package `webgpu`; one of the two is null. */
  readonly webgpu: { readonly version: string | null; readonly problem: string | null };
  /** Every link of the chain, in order. */
  readonly tried: readonly {
    readonly link: string;
    readonly what: string;
    readonly outcome: string;
    readonly adapters: readonly AdapterInfo[];
  }[];
  /** What each choice would take; null for none. */
  readonly wouldTake: { readonly auto: AdapterInfo | null; readonly gpu: AdapterInfo | null; readonly software: AdapterInfo | null };
  /** The one command that would help; null when nothing is wanting but, perhaps, a GPU. */
  readonly help: string | null;
}

/** Tries the whole chain and opens nothing. Never throws for want of a device. */
export async function inspectAdapters(): Promise<DoctorReport> {
  let version: string | null = null;
  let problem: string | null = null;
  let outcomes: LinkOutcome[] = [];
  try {
    const dawn = await loadDawn();
    version = dawn.version;
    outcomes = await probeAll(dawn);
  } catch (error) {
    if (!(error instanceof SimError)) throw error;
    problem = error.message;
  }
  const candidates = outcomes.flatMap((outcome) => outcome.candidates);
  const gpu = pick('gpu', candidates);
  const software = pick('software', candidates);
  return {
    machine: machine(),
    webgpu: { version, problem },
    tried: outcomes.map(({ link, outcome, candidates: found }) => ({
      link: link.id,
      what: link.what,
      outcome,
      adapters: found.map(({ adapter }) => adapter),
    })),
    wouldTake: { auto: gpu ?? software, gpu, software },
    help: gpu === null && software === null ? helpFor('software', []) : null,
  };
}

function pick(choice: 'gpu' | 'software', candidates: readonly Candidate[]): AdapterInfo | null {
  return candidates.find((candidate) => allows(choice, candidate))?.adapter ?? null;
}

function machine(): DoctorReport['machine'] {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return {
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    libc: header.glibcVersionRuntime === undefined ? null : `glibc ${header.glibcVersionRuntime}`,
    memory: { totalBytes: totalmem(), freeBytes: freemem(), availableBytes: availableHostBytes() },
  };
}
