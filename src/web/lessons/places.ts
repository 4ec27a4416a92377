/** @file Places in memory by name, for lessons that point at one: the engine says where they lie. */

import type { Selection } from '../../cli/page/pageState.ts';
import type { AreaMap } from '../engine/poolsProtocol.ts';
import type { StepLine } from '../engine/transferProtocol.ts';
import type { Ask } from './ask.ts';

/** A layer of a component on the first rank of a node. @throws Error where there is none of that name */
export async function areaOf(ask: Ask, side: 'prefill' | 'decode', component: string, layer: number): Promise<AreaMap & { readonly base: bigint }> {
  const rank = (await ask.pools())[side][0];
  const area = rank?.components.find(({ name }) => name === component)?.areas.find((candidate) => candidate.layer === layer);
  if (rank === undefined || area === undefined) throw new Error(`${side} has no ${component}, layer ${layer}`);
  return { ...area, base: BigInt(rank.base) };
}

/** The first byte of a row. */
export async function rowAt(ask: Ask, side: 'prefill' | 'decode', component: string, layer: number, row: number): Promise<Selection> {
  const { base, offset, rowBytes } = await areaOf(ask, side, component, layer);
  return { side, address: `0x${(base + BigInt(offset + row * rowBytes)).toString(16)}` };
}

/** Steps to carry out so that the first one of a kind, and of this text, is the last one carried out. @throws Error where there is none */
export async function stepAfter(ask: Ask, isMeant: (line: StepLine) => boolean): Promise<number> {
  const index = (await ask.steps()).steps.findIndex(isMeant);
  if (index < 0) throw new Error('the plan has no such step');
  return index + 1;
}

/** The first request that is sent: tokens of its prompt, and full pages of decode that they take. @throws Error where none is */
export async function promptOf(ask: Ask): Promise<{ readonly tokens: number; readonly pages: number }> {
  const { tokens, lists } = await ask.stepDetail((await stepAfter(ask, ({ kind }) => kind === 'send')) - 1);
  return { tokens, pages: lists.find(({ name }) => name === 'kv')?.decode.length ?? 0 };
}

/** A number among a node's settings in force, by its name there. @throws Error where it is none */
export async function settingOf(ask: Ask, side: 'prefill' | 'decode', name: string): Promise<number> {
  const settings = (await ask.check()).report.settings[side];
  const value = typeof settings === 'object' && settings !== null ? (settings as Readonly<Record<string, unknown>>)[name] : undefined;
  if (typeof value !== 'number') throw new Error(`${side} has no number ${name} among its settings`);
  return value;
}

/** Items that a plan sends, the tensors they are of, and the ranges that the imitated backend posts for them, without metadata. */
export async function sentInAll(ask: Ask): Promise<{ readonly items: number; readonly tensors: number; readonly descriptors: number }> {
  const { steps } = await ask.steps();
  let items = 0;
  let tensors = 0;
  let descriptors = 0;
  for (const [index, line] of steps.entries()) {
    if (line.kind !== 'send' || line.text.includes('metadata row')) continue;
    items += line.blocks;
    const { sent } = await ask.stepDetail(index);
    tensors += sent?.entryCount ?? 0;
    descriptors += sent?.descriptors ?? 0;
  }
  return { items, tensors, descriptors };
}
