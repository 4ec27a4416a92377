/** @file Through the processor's memory and back: what a transfer costs where no direct path joins the two nodes' memories. A detour, never the fastest way on one device. */
import type { Strategy } from './strategy.ts';
import { throughHost } from './throughHost.ts';

/** Gathered, read into host memory, written back, scattered. */
export const hostBounce: Strategy = {
  name: 'host-bounce',
  kind: 'detour',
  title: 'gathered by kernel, read into host memory and written back, scattered by kernel',
  prepare: (device, lowered) => throughHost(device, device, lowered),
};
