/** @file What the pools view has asked the engine for, kept until the scenario changes. */
import { computed, effect, signal } from '@preact/signals';
import type { Selection } from '../../cli/page/pageState.ts';
import { engine } from '../engine/engine.ts';
import type { HoldingLine, LocatedWord, PoolsMap } from '../engine/poolsProtocol.ts';
import type { StageRequest } from '../engine/stageRequest.ts';
import { change, messageOf, notice, page, running } from '../state/store.ts';
import { componentsShown, focusOf, ZOOMS, type Zoom, zoomOf } from './zoom.ts';

/** A node. */
export type Side = 'prefill' | 'decode';
/** Both. */
export const SIDES: readonly Side[] = ['prefill', 'decode'];

/** Both nodes' memory by name; null until it is there. */
export const pools = signal<PoolsMap | null>(null);
/** By side, and area in its rank. */
export const holdings = signal<Readonly<Record<Side, ReadonlyMap<number, HoldingLine>>>>({ prefill: new Map(), decode: new Map() });
/** What is picked, and its counterpart on the other node. */
export const places = signal<Readonly<Record<Side, LocatedWord | null>>>({ prefill: null, decode: null });
/** What came of an address that was typed, where it did not simply lead there: it is none, and what was shown stays; or it is the other node's. */
export interface AddressNote {
  readonly text: string;
  readonly isWrong: boolean;
  /** What is picked while it stands: whoever picks something else has gone on. */
  readonly picked: Selection | null;
}

const lastNote = signal<AddressNote | null>(null);

/** The note that holds of what is picked. */
export const addressNote = computed(() => {
  const note = lastNote.value;
  return note !== null && isSamePlace(note.picked, page.value?.selection ?? null) ? note : null;
});

function isSamePlace(a: Selection | null, b: Selection | null): boolean {
  return a === b || (a !== null && b !== null && a.side === b.side && a.address === b.address);
}

/** How far the view is zoomed in. */
export const zoom = computed<Zoom>(() => zoomOf(page.value?.own.pools));

/** Decode's damage, of a run of what is shown. */
export const damage = computed(() => (running.value.kind === 'done' && running.value.isCurrent ? running.value.answer.map : null));

/** What each node shows. */
export const focuses = computed(() => {
  const map = pools.value;
  if (map === null) return { prefill: null, decode: null };
  const of = (side: Side, other: Side) => {
    const found = places.value[other];
    return focusOf(map[side], places.value[side], found === null ? null : { ranks: map[other], found });
  };
  return { prefill: of('prefill', 'decode'), decode: of('decode', 'prefill') };
});

/** Goes to a zoom. */
export function setZoom(next: Zoom): void {
  const state = page.peek();
  if (state !== null) change({ own: { ...state.own, pools: { zoom: next } } });
}

/** One step in or out. */
export function zoomBy(steps: number): void {
  const next = ZOOMS[ZOOMS.indexOf(zoom.peek()) + steps];
  if (next !== undefined) setZoom(next);
}

/** Picks a byte by its offset from the base of the rank that is shown. */
export function pick(side: Side, offset: number): void {
  const base = focuses.peek()[side]?.rank.base;
  if (base !== undefined) change({ selection: { side, address: `0x${(BigInt(base) + BigInt(offset)).toString(16)}` } });
}

const ADDRESS = /^0x[0-9a-f]{1,16}$/;

/** Goes to a typed address: of this node, else of the other one, which is said. What is none leaves the view as it is. */
export async function goToAddress(side: Side, typed: string): Promise<void> {
  const address = typed.trim().toLowerCase();
  const wrong = (text: string) => {
    lastNote.value = { text, isWrong: true, picked: page.peek()?.selection ?? null };
  };
  if (!ADDRESS.test(address)) return wrong(`${JSON.stringify(typed.trim())} is no address: write 0x and up to 16 hexadecimal digits.`);
  const mine = request;
  if (mine === null) return;
  const other = side === 'prefill' ? 'decode' : 'prefill';
  await ask(
    async () => {
      const own = await engine.call('locate', { ...mine, side, address });
      return { own, isOthers: !own.ok && (await engine.call('locate', { ...mine, side: other, address })).ok };
    },
    ({ own, isOthers }) => {
      if (request !== mine) return;
      if (!own.ok && !isOthers) return wrong(`${own.why} What was shown stays.`);
      const selection = { side: own.ok ? side : other, address };
      lastNote.value = own.ok ? null : { text: `${address} is no address of ${side}, but one of ${other}: this is it.`, isWrong: false, picked: selection };
      change({ selection });
    },
  );
}

let request: StageRequest | null = null;
let asked = new Set<string>();

/** Follows the page while the view is shown. @returns what ends it */
export function watchPools(): () => void {
  const ends = [effect(followScenario), effect(followSelection), effect(followFocus)];
  return () => {
    for (const end of ends) end();
  };
}

function followScenario(): void {
  const state = page.value;
  if (state === null || (request?.scenario === state.scenario && request.pastChecks === state.pastChecks)) return;
  const mine = { scenario: state.scenario, pastChecks: state.pastChecks };
  request = mine;
  asked = new Set();
  void ask(
    () => engine.call('pools', mine),
    (map) => {
      if (request !== mine) return;
      holdings.value = { prefill: new Map(), decode: new Map() };
      pools.value = map;
    },
  );
}

function followSelection(): void {
  const selection = page.value?.selection ?? null;
  // Asked again for another scenario, where the same address may be another place.
  if (pools.value === null || request === null) return;
  if (selection === null) places.value = { prefill: null, decode: null };
  else void locateBoth(request, selection);
}

async function locateBoth(mine: StageRequest, { side, address }: Selection): Promise<void> {
  const other = side === 'prefill' ? 'decode' : 'prefill';
  const isLatest = () => request === mine && page.peek()?.selection?.side === side && page.peek()?.selection?.address === address;
  await ask(
    async () => {
      const own = await engine.call('locate', { ...mine, side, address });
      if (!own.ok) return { own, peer: null };
      const peerAddress = own.found.moved?.address ?? own.found.due?.address ?? null;
      return { own, peer: peerAddress === null ? null : await engine.call('locate', { ...mine, side: other, address: peerAddress }) };
    },
    ({ own, peer }) => {
      if (!isLatest()) return;
      // Of a link, or of a set-up that has no such place any more.
      if (!own.ok) lastNote.value = { text: own.why, isWrong: true, picked: { side, address } };
      const found = own.ok ? own.found : null;
      const counterpart = peer?.ok === true ? peer.found : null;
      places.value = side === 'prefill' ? { prefill: found, decode: counterpart } : { prefill: counterpart, decode: found };
    },
  );
}

function followFocus(): void {
  const map = pools.value;
  if (map === null || request === null) return;
  const mine = request;
  for (const side of SIDES) {
    const focus = focuses.value[side];
    const rank = focus?.rank.rank ?? 0;
    const key = (component: string) => `${side}/${rank}/${component}`;
    const components = componentsShown(zoom.value, map, side, focus).filter((component) => !asked.has(key(component)));
    if (components.length === 0) continue;
    for (const component of components) asked.add(key(component));
    // All in one call: each answer draws the node anew.
    void ask(
      () => engine.call('holdings', { ...mine, side, rank, components }),
      (lines) => {
        if (request !== mine) return;
        const held = new Map(holdings.peek()[side]);
        for (const line of lines) held.set(line.area, line);
        holdings.value = { ...holdings.peek(), [side]: held };
      },
    );
  }
}

async function ask<T>(call: () => Promise<T>, take: (answer: T) => void): Promise<void> {
  try {
    take(await call());
  } catch (error) {
    notice.value = messageOf(error);
  }
}
