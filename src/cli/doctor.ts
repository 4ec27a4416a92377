/** @file `doctor`: which devices there are, what was tried, and the one command that would help. */
import picocolors from 'picocolors';
import { formatBytes } from '../core/units.ts';
import type { AdapterInfo } from '../device/device.ts';
import { type DoctorReport, type InspectedAdapter, inspectAdapters } from '../device/node/inspectAdapters.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';

/** Runs the command: exit 3 where `run` would find no adapter. */
export async function doctor(flags: OutputFlags): Promise<ExitCode> {
  await checkOutput(flags);
  const report = await inspectAdapters();
  await deliver(flags, { schemaVersion: 1, ...report }, () => doctorText(report, wantsColor(flags)));
  return report.wouldTake.auto === null ? EXIT.noDevice : EXIT.ok;
}

/** The report as text. */
export function doctorText({ machine, webgpu, tried, wouldTake, help }: DoctorReport, color: boolean): string {
  const paint = picocolors.createColors(color);
  const { node, platform, arch, libc, memory } = machine;
  const take = (choice: string, adapter: AdapterInfo | null) =>
    `--device ${choice.padEnd(9)}${adapter === null ? paint.yellow('none') : paint.green(adapterLine(adapter))}`;
  return [
    `machine   Node ${node} on ${platform} ${arch}${libc === null ? '' : `, ${libc}`}, ${formatBytes(memory.availableBytes)} of ${formatBytes(memory.totalBytes)} memory available`,
    `webgpu    ${webgpu.version ?? paint.red(webgpu.problem ?? 'missing')}`,
    '',
    'Tried',
    ...tried.flatMap(({ link, what, outcome, adapters }) => [
      `  ${paint.bold(link)}: ${what}`,
      `    ${outcome}`,
      ...adapters.map((adapter) => `    ${adapterLine(adapter)}: ${adapter.problem === null ? clockLine(adapter) : paint.red(adapter.problem)}`),
    ]),
    '',
    'Would take',
    `  ${take('auto', wouldTake.auto)}`,
    `  ${take('gpu', wouldTake.gpu)}`,
    `  ${take('software', wouldTake.software)}`,
    `  --device cpu      ${paint.green('always there: plain TypeScript, no adapter')}`,
    ...(help === null ? [] : ['', help]),
  ].join('\n');
}

function clockLine({ clockQuantumSeconds }: InspectedAdapter): string {
  return clockQuantumSeconds === null ? 'no clock of its own' : `a clock of its own, in steps of ${Number((clockQuantumSeconds * 1e9).toFixed(3))} ns`;
}

function adapterLine({ name, backend, software }: AdapterInfo): string {
  return `${name} (${backend}${software ? ', software' : ''})`;
}
