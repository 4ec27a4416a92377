/**
 * @file A process of its own for failures.test.ts: runs a kernel that never ends on the adapter named as its argument, and leaves as the
 * command line would. Exit code 42 says that it was told of the timeout.
 */
import { SimError } from '../../../src/core/errors.ts';
import { loadDawn } from '../../../src/device/node/dawn.ts';
import { loadShaders } from '../../../src/device/node/loadShaders.ts';
import { openCandidate } from '../../../src/device/node/openCandidate.ts';
import { probeAll } from '../../../src/device/node/probe.ts';

const dawn = await loadDawn();
const candidate = (await probeAll(dawn)).flatMap(({ candidates }) => candidates).find(({ adapter }) => adapter.name === process.argv[2]);
if (candidate === undefined) throw new Error(`no adapter ${process.argv[2]}`);
const shaders = await loadShaders();
const fill = shaders.fill.replace('let endVector =', 'loop { memory[0].y += 1u; if (memory[0].x == 77u) { break; } } let endVector =');
if (fill === shaders.fill) throw new Error('the kernel was not changed');
const device = await openCandidate(dawn, candidate, { shaders: { ...shaders, fill }, maxMemoryBytes: 2 ** 20, timeoutMs: 1000 });
const [arena] = await device.createArenas([64]);
if (arena === undefined) throw new Error('no arena');
try {
  await device.fill(arena, 0, 64, { rowBytes: 4, headBytes: 0, headWord: 0, tailWord: 1 });
} catch (error) {
  await device.close();
  process.exit(error instanceof SimError && error.code === 'device-timeout' ? 42 : 1);
}
