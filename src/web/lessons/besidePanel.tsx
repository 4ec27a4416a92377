/** @file What stands beside a text: a part of another view, on the same page state, loaded when a lesson first shows it. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { messageOf, notice } from '../state/store.ts';
import type { Beside } from './lesson.ts';

const LOADERS: Readonly<Record<Beside, () => Promise<ComponentType>>> = {
  checks: async () => (await import('../playground/checkPanel.tsx')).CheckPanel,
  verdict: async () => (await import('./verdictPanel.tsx')).VerdictPanel,
  run: async () => (await import('../playground/runPanel.tsx')).RunPanel,
  pools: async () => (await import('../pools/poolsView.tsx')).PoolsView,
  transfer: async () => (await import('../transfer/transferView.tsx')).TransferView,
  rings: async () => (await import('../transfer/ringView.tsx')).SampleRings,
  chart: async () => (await import('./recordedChart.tsx')).RecordedChart,
};

const loaded = signal<Readonly<Partial<Record<Beside, ComponentType>>>>({});

async function load(kind: Beside): Promise<void> {
  try {
    const component = await LOADERS[kind]();
    loaded.value = { ...loaded.value, [kind]: component };
  } catch (error) {
    notice.value = `This part of the lesson could not be loaded: ${messageOf(error)}`;
  }
}

/** The panel. */
export function BesidePanel({ kind }: { readonly kind: Beside }) {
  const Shown = loaded.value[kind];
  useEffect(() => {
    if (Shown === undefined) void load(kind);
  }, [kind, Shown]);
  return Shown === undefined ? <p class="faint">Loading…</p> : <Shown />;
}
