/** @file What the CPU device looks for before it takes a timer, and browsers have none of. */

declare const setImmediate: ((work: () => void) => void) | undefined;
