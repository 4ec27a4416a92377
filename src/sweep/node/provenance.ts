/** @file Where figures come from: all of a report's head. */
import { readFileSync } from 'node:fs';
import type { Link } from '../../cost/link.ts';
import { linkRecord } from '../../cost/linkRecord.ts';
import type { Device } from '../../device/device.ts';
import { loadDawn } from '../../device/node/dawn.ts';
import type { ReportHead } from '../benchReport.ts';
import { clockQuanta } from '../clocks.ts';
import type { SweepPlan } from '../planSweep.ts';
import { formatShard, type Shard } from '../shard.ts';

/** How the sweep is carried out, as far as figures depend on it. */
export interface SweepManner {
  readonly shard: Shard;
  readonly verify: boolean;
  readonly recreate: boolean;
  /** Asked for, of each contender. */
  readonly samples: number;
  readonly links: readonly Link[];
}

/** The head of a sweep's report on a device, begun now. @throws SimError of the device */
export async function reportHead(device: Device, plan: SweepPlan, { shard, verify, recreate, samples, links }: SweepManner): Promise<ReportHead> {
  const { name, backend, software, foundBy, driver = null } = device.adapter;
  const { maxArenaBytes, maxMemoryBytes } = device.limits;
  return {
    schemaVersion: 1,
    suite: plan.suite,
    shard: formatShard(shard),
    adapter: { name, backend, software, foundBy, driver },
    limits: { maxArenaBytes, maxMemoryBytes },
    versions: await versions(device),
    clockQuantumNs: await clockQuanta(device),
    seed: plan.seed,
    scenarioHash: plan.scenarioHash,
    sweepPoints: plan.points.length,
    verified: verify,
    recreated: recreate,
    samples,
    links: links.map(linkRecord),
    startedAt: new Date().toISOString(),
  };
}

async function versions({ adapter }: Device): Promise<ReportHead['versions']> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
  // The package names no revision of Dawn; its own version stands for one.
  const webgpu = adapter.backend === 'cpu' ? null : (await loadDawn()).version;
  return { 'disagg-sim': version, node: process.version.slice(1), webgpu, dawn: null };
}
