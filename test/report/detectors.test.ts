/** docs/detectors.md is what the verifiers say today; and the simulated ones do what their peers' tools do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { compareDetectors, detectorPage } from '../../src/report/detectorTable.ts';
import type { ArrivalBytes } from '../../src/session/detectors/detector.ts';
import { PEER_DETECTORS } from '../../src/session/detectors/peers.ts';

const PAGE = join(import.meta.dirname, '../../docs/detectors.md');

describe('the table of verifiers', () => {
  it('is current, and ours misses nothing', async () => {
    const rows = await compareDetectors(new CpuDevice(2 ** 30));
    expect(rows.filter(({ ours }) => ours.bytes === 0).map(({ kind }) => kind)).toEqual([]);
    expect(detectorPage(rows)).toBe(readFileSync(PAGE, 'utf8'));
  }, 600_000);
});

describe('verifiers', () => {
  const arrival = (request: number, found: readonly number[], sent: readonly number[]): ArrivalBytes => ({
    request,
    found: Uint32Array.from(found),
    sent: Uint32Array.from(sent),
  });

  it.each(PEER_DETECTORS.map((detector) => [detector.name, detector] as const))(
    '%s is silent where all is right, and rings where a word differs',
    (_, detector) => {
      expect(detector.rings([arrival(0, [1, 2], [1, 2]), arrival(1, [3], [3])])).toBe(false);
      expect(detector.rings([arrival(0, [1, 2], [1, 2]), arrival(1, [3], [4])])).toBe(true);
    },
  );

  it('Adler-32 is the checksum of RFC 1950, request by request', () => {
    const adler = PEER_DETECTORS.find(({ name }) => name === 'Adler-32');
    // Bytes that make the same sums: 1, 0, 1 and 0, 2, 0 add up to 2 and, place by place, to 4.
    expect(adler?.rings([arrival(0, [0x00010001], [0x00000200])])).toBe(false);
    expect(adler?.rings([arrival(0, [0x00010001], [0x00000201])])).toBe(true);
  });
});
