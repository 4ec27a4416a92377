/** @file The one engine of the page. */
import { EngineClient } from './client.ts';

/** Its workers start with the first call. */
export const engine = new EngineClient(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
