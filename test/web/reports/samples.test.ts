/** The recorded reproduction among the samples is what `repro` prints today; the file was written with `disagg-sim repro swa-ring-geometry --device cpu --json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reproReport } from '../../../src/cli/reproReport.ts';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { carryOut } from '../../../src/launch/repro/carryOut.ts';
import { reproduceMessage, typicalMessage } from '../../../src/launch/repro/fromMessage.ts';

it('is current', async () => {
  const message = typicalMessage('swa-ring-geometry');
  if (message === null) throw new Error('the message is gone from the catalogue');
  const reproduction = reproduceMessage(message);
  const device = new CpuDevice(2 ** 30);
  const results = await Promise.all(reproduction.cases.map((reproCase) => carryOut(reproCase, device)));
  await device.close();
  const file = join(import.meta.dirname, '../../../src/web/reports/samples/repro.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(reproReport([reproduction], results))));
});
