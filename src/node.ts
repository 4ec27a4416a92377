/**
 * @file What of the library needs Node: getting an adapter, reading scenario files.
 */
export { acquireDevice } from './device/node/acquireDevice.ts';
export { inspectAdapters } from './device/node/inspectAdapters.ts';
export { loadScenario } from './scenario/node/loadScenario.ts';
