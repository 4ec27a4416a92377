/** @file What each link of the chain leads to. */
import type { AdapterInfo } from '../device.ts';
import { isSoftwareName } from '../webgpu/quirks.ts';
import { ADAPTER_LINKS, type AdapterLink, type ReadyLink } from './adapterLinks.ts';
import type { Dawn } from './dawn.ts';
import { withEnvironment } from './environment.ts';

/** An adapter that can be opened. */
export interface Candidate {
  readonly adapter: AdapterInfo;
  readonly ready: ReadyLink;
}

/** What came of one link. */
export interface LinkOutcome {
  readonly link: AdapterLink;
  readonly candidates: readonly Candidate[];
  /** In words: how many adapters, or why none. */
  readonly outcome: string;
}

/** No adapter begins like this, so that asking for it makes Dawn list those there are. */
const NOBODY = 'no adapter has this name';
const LISTED = /backend: '([^']*)', name: '([^']*)'/g;

/** Tries one link. Never throws: what goes wrong is the outcome. */
export async function probe(dawn: Dawn, link: AdapterLink): Promise<LinkOutcome> {
  try {
    const ready = await link.prepare();
    if (typeof ready === 'string') return { link, candidates: [], outcome: ready };
    const listed = await list(dawn, ready);
    const candidates = listed.map(([backend, name]) => ({ adapter: { name, backend, software: isSoftwareName(name), foundBy: ready.foundBy }, ready }));
    return { link, candidates, outcome: candidates.length === 0 ? 'no adapter that WebGPU accepts' : `${candidates.length} found` };
  } catch (error) {
    return { link, candidates: [], outcome: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

/** Tries all links of the chain, one after another: they set environment variables. */
export async function probeAll(dawn: Dawn): Promise<LinkOutcome[]> {
  const outcomes: LinkOutcome[] = [];
  for (const link of ADAPTER_LINKS) outcomes.push(await probe(dawn, link));
  return outcomes;
}

/** (backend, name) of the link's adapters, as the drivers call them. */
async function list(dawn: Dawn, ready: ReadyLink): Promise<[backend: string, name: string][]> {
  return withEnvironment(ready.environment, async () => {
    const gpu = dawn.open([...ready.flags, `adapter=${NOBODY}`]);
    try {
      await gpu.requestAdapter({ featureLevel: ready.featureLevel });
      return [];
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return [...message.matchAll(LISTED)].map(([, backend, name]) => [backend ?? '', name ?? '']);
    }
  });
}
