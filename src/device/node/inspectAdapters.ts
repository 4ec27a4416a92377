/** @file What `disagg-sim doctor` says: everything found, everything tried, and what would be taken. */
import { freemem, totalmem } from 'node:os';
import { SimError } from '../../core/errors.ts';
import type { AdapterInfo } from '../device.ts';
import { allows } from './acquireDevice.ts';
import { type Dawn, loadDawn } from './dawn.ts';
import { helpFor } from './help.ts';
import { loadShaders } from './loadShaders.ts';
import { availableHostBytes } from './memory.ts';
import { openCandidate } from './openCandidate.ts';
import { type Candidate, type LinkOutcome, probeAll } from './probe.ts';

/** An adapter that was opened. */
export interface InspectedAdapter extends AdapterInfo {
  /** Step of its own clock, seconds; null where it has none, or gives no device. */
  readonly clockQuantumSeconds: number | null;
  /** Why it gives no device; null where it does. */
  readonly problem: string | null;
}

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
    readonly adapters: readonly InspectedAdapter[];
  }[];
  /** What each choice would take; null for none. */
  readonly wouldTake: { readonly auto: AdapterInfo | null; readonly gpu: AdapterInfo | null; readonly software: AdapterInfo | null };
  /** The one command that would help; null when nothing is wanting but, perhaps, a GPU. */
  readonly help: string | null;
}

/** Enough for what is measured, and how long it may take. */
const INSPECT_BYTES = 2 ** 20;
const INSPECT_TIMEOUT_MS = 10_000;

/** Tries the whole chain, opens every adapter once and closes it again. Never throws for want of a device. */
export async function inspectAdapters(): Promise<DoctorReport> {
  let version: string | null = null;
  let problem: string | null = null;
  let outcomes: LinkOutcome[] = [];
  const opened = new Map<Candidate, InspectedAdapter>();
  try {
    const dawn = await loadDawn();
    version = dawn.version;
    outcomes = await probeAll(dawn);
    for (const { candidates } of outcomes) for (const candidate of candidates) opened.set(candidate, await inspect(dawn, candidate));
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
      adapters: found.flatMap((candidate) => opened.get(candidate) ?? []),
    })),
    wouldTake: { auto: gpu ?? software, gpu, software },
    help: gpu === null && software === null ? helpFor('software', []) : null,
  };
}

async function inspect(dawn: Dawn, candidate: Candidate): Promise<InspectedAdapter> {
  const { adapter } = candidate;
  try {
    const device = await openCandidate(dawn, candidate, { shaders: await loadShaders(), maxMemoryBytes: INSPECT_BYTES, timeoutMs: INSPECT_TIMEOUT_MS });
    try {
      return { ...adapter, clockQuantumSeconds: await device.clockQuantum(), problem: null };
    } finally {
      await device.close();
    }
  } catch (error) {
    return { ...adapter, clockQuantumSeconds: null, problem: error instanceof Error ? error.message : String(error) };
  }
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
