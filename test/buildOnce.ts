/** @file Global setup of the tests that start the built command line: one build for all of them. */
import { join } from 'node:path';
import { ensureFreshBuild } from '../bench/freshBuild.ts';

/** Called by vitest once, before the first worker starts. */
export default function setup(): void {
  ensureFreshBuild(join(import.meta.dirname, '..'));
}
