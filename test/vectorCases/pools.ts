/** What the layout and the geometry cases of the golden vectors share: pools from constructor arguments, results in the vectors' form. */
import { EngineError } from '../../src/core/errors.ts';
import type { StateComponent } from '../../src/kvargs/components.ts';
import type { PoolMode, Revision } from '../../src/model/engineConfig.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from '../../src/pools/dsv4Args.ts';
import type { RegionSpec } from '../../src/pools/pool.ts';

export type VectorEnv = Omit<Dsv4PoolEnv, 'revision' | 'mode'>;

/** A case that constructs pools. */
export interface PoolCase {
  readonly mode: PoolMode;
  readonly env: VectorEnv;
  readonly target: Dsv4PoolArgs;
  readonly draft: Dsv4PoolArgs | null;
}

export function envOf(vector: PoolCase, revision: Revision): Dsv4PoolEnv {
  return { ...vector.env, revision, mode: vector.mode };
}

export interface VectorError {
  readonly error: { readonly type: string; readonly message: string };
}

/** The value, or the engine's error as the vectors write it. */
export function outcomeOf<T>(compute: () => T): T | VectorError {
  try {
    return compute();
  } catch (error) {
    if (error instanceof EngineError) return asVectorError(error);
    throw error;
  }
}

export function asVectorError(error: EngineError): VectorError {
  return { error: { type: error.pythonType, message: error.message } };
}

export function asVectorEntry(region: RegionSpec) {
  return { buffer: region.tensor.name, byteOffset: region.byteOffset, len: region.lengthBytes, itemLen: region.itemBytes };
}

export function asVectorComponent(component: StateComponent<RegionSpec>) {
  return { type: component.type, entries: component.entries.map(asVectorEntry) };
}
