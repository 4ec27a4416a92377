/** @file The numpy yardstick for grouping. */
import { join } from 'node:path';
import type { Contender } from '../measure.ts';
import { startYardstick, yardstickContender } from './yardstickProcess.ts';

/** `arrays`: the runs as numpy arrays; `lists`: as Python lists, as the engine returns them; `breaks`: only the positions where runs start. */
export type NumpyVariant = 'arrays' | 'lists' | 'breaks';

/** The running process. */
export interface NumpyGrouping {
  readonly version: string;
  /** Hands over the lists that are grouped from now on; returns how many runs numpy finds in them. */
  load(src: Int32Array, dst: Int32Array): Promise<number>;
  contender(variant: NumpyVariant): Contender;
  close(): Promise<void>;
}

function encode(list: Int32Array): string {
  return Buffer.from(list.buffer, list.byteOffset, list.byteLength).toString('base64');
}

/** Starts Python. @throws Error that says what is missing: python3, or numpy in it */
export async function startNumpy(): Promise<NumpyGrouping> {
  const yardstick = await startYardstick('numpy', 'python3', [join(import.meta.dirname, 'numpyGrouping.py')]);
  return {
    version: String(yardstick.greeting.numpy),
    load: async (src, dst) => Number((await yardstick.ask({ load: { src: encode(src), dst: encode(dst) } })).groups),
    contender: (variant) => yardstickContender(yardstick, variant),
    close: yardstick.close,
  };
}
