/** @file How Node gets a device. */
import { SimError } from '../../core/errors.ts';
import { formatBytes } from '../../core/units.ts';
import { CpuDevice } from '../cpu/cpuDevice.ts';
import type { Device } from '../device.ts';
import { ADAPTER_LINKS, type AdapterLink } from './adapterLinks.ts';
import { loadDawn } from './dawn.ts';
import { helpFor } from './help.ts';
import { loadShaders } from './loadShaders.ts';
import { defaultMemoryBytes } from './memory.ts';
import { openCandidate } from './openCandidate.ts';
import { type Candidate, type LinkOutcome, probe } from './probe.ts';

/** `auto`: a real GPU, else software. `gpu`: a real GPU. `software`: the fastest software adapter. `cpu`: plain TypeScript. Else the start of an adapter's name. */
export type DeviceChoice = 'auto' | 'gpu' | 'software' | 'cpu' | (string & {});

/** What is wanted. */
export interface DeviceRequest {
  readonly choice: DeviceChoice;
  /** Budget for arenas and tables; by default three quarters of the machine's available memory, or 4 GiB on a real GPU. */
  readonly maxMemoryBytes?: number;
  /** The largest tensor that must fit in one piece: adapters that cannot bind so much are passed over; 0 by default. */
  readonly minArenaBytes?: number;
  /** Longest wait for one piece of work; 60,000 by default. After a timeout only `process.exit` is sure to end the process. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** True for an adapter that the choice, one other than `auto` and `cpu`, allows. */
export function allows(choice: DeviceChoice, { adapter }: Candidate): boolean {
  if (choice === 'gpu' || choice === 'software') return adapter.software === (choice === 'software');
  return adapter.name.toLowerCase().startsWith(choice.toLowerCase());
}

/**
 * Gets a device.
 * @throws SimError(no-device) with all that was tried, the names to be had, and the one command that helps
 */
export async function acquireDevice(request: DeviceRequest): Promise<Device> {
  const keyword = request.choice.toLowerCase();
  const choice = ['auto', 'gpu', 'software', 'cpu'].includes(keyword) ? keyword : request.choice;
  if (choice.trim() === '')
    throw new SimError('bad-input', { what: 'no device is named', mend: "Use auto, gpu, software, cpu, or the beginning of an adapter's name." });
  if (choice === 'cpu') return new CpuDevice(request.maxMemoryBytes ?? defaultMemoryBytes(true));
  const dawn = await loadDawn();
  const outcomes = new Map<AdapterLink, LinkOutcome>();
  const failures: string[] = [];
  for (const kind of choice === 'auto' ? ['gpu', 'software'] : [choice]) {
    for (const link of ADAPTER_LINKS) {
      if (kind === 'gpu' && link.softwareOnly) continue;
      const outcome = outcomes.get(link) ?? (await probe(dawn, link));
      outcomes.set(link, outcome);
      for (const candidate of outcome.candidates.filter((each) => allows(kind, each))) {
        try {
          const device = await openCandidate(dawn, candidate, {
            shaders: await loadShaders(),
            maxMemoryBytes: request.maxMemoryBytes ?? defaultMemoryBytes(candidate.adapter.software),
            timeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
          });
          if (device.limits.maxArenaBytes >= (request.minArenaBytes ?? 0)) return device;
          failures.push(
            `${candidate.adapter.name}: binds ${formatBytes(device.limits.maxArenaBytes)} in one piece, not ${formatBytes(request.minArenaBytes ?? 0)}`,
          );
          await device.close();
        } catch (error) {
          failures.push(error instanceof Error ? error.message : String(error));
        }
      }
    }
  }
  throw noDevice(choice, [...outcomes.values()], failures);
}

function noDevice(choice: DeviceChoice, outcomes: readonly LinkOutcome[], failures: readonly string[]): SimError {
  const kinds: Readonly<Record<string, string>> = { auto: 'no adapter at all', gpu: 'no real GPU', software: 'no software adapter' };
  const names = outcomes.flatMap(({ candidates }) => candidates.map(({ adapter }) => `"${adapter.name}"`));
  const tried = outcomes.map(({ link, outcome }) => `${link.id}: ${outcome}`);
  return new SimError('no-device', {
    what: `${kinds[choice] ?? `no adapter whose name starts with "${choice}"`} can be had`,
    values: { tried: [...tried, ...failures].join('; '), 'to be had': names.length > 0 ? names.join(', ') : 'none' },
    mend: helpFor(choice, names),
  });
}
