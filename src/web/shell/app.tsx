/** @file The frame: title, tabs, what the device is, notices, and the view that is shown. */
import { computed, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ViewId } from '../../cli/page/viewId.ts';
import { StartHere } from '../lessons/startHere.tsx';
import { AfterPaint } from '../shared/afterPaint.tsx';
import { Patterns } from '../shared/patterns.tsx';
import { change, failure, messageOf, notice, page } from '../state/store.ts';
import { VIEWS, type View } from '../views.ts';
import { DeviceLine } from './deviceLine.tsx';
import { Tabs } from './tabs.tsx';

const loaded = signal<Readonly<Partial<Record<ViewId, ComponentType>>>>({});

async function load({ id, load: loadView }: View): Promise<void> {
  try {
    const component = await loadView();
    loaded.value = { ...loaded.value, [id]: component };
  } catch (error) {
    notice.value = `This view could not be loaded: ${messageOf(error)}`;
  }
}

const WHAT_THIS_IS =
  'A simulator: it lays out a serving engine’s memory pools, hands over made-up words from a simulated prefill node to a simulated decode node, and says of every word of decode’s memory whether it arrived.';

/** Of the page's state nothing else matters to the frame; a change within a view leaves it alone. */
const viewId = computed(() => page.value?.view ?? null);

/** The whole page. */
export function App() {
  const shownId = viewId.value;
  const view = VIEWS.find(({ id }) => id === (shownId ?? 'playground'));
  const Shown = view === undefined ? undefined : loaded.value[view.id];
  useEffect(() => {
    if (view !== undefined && Shown === undefined) void load(view);
  }, [view, Shown]);
  return (
    <>
      <AfterPaint>
        <Patterns />
      </AfterPaint>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the view
      </button>
      <header class="top">
        <h1>disagg-sim explorer</h1>
        <Tabs views={VIEWS} shown={view?.id ?? 'playground'} onShow={(id) => change({ view: id })} />
      </header>
      <Notice />
      <main id="main" tabIndex={-1} aria-label={view?.title ?? 'View'}>
        <p class="purpose">{WHAT_THIS_IS}</p>
        <StartHere />
        {view !== undefined && <p class="purpose">{view.purpose}</p>}
        {failure.value !== null ? (
          <p class="verdict bad">{failure.value}</p>
        ) : Shown === undefined || shownId === null ? (
          <p class="faint">Starting the engine…</p>
        ) : (
          <Shown />
        )}
      </main>
      <DeviceLine />
    </>
  );
}

function Notice() {
  const text = notice.value;
  return (
    <div role="status" class={text === null ? 'notice empty' : 'notice'}>
      {text !== null && (
        <>
          <p>{text}</p>
          <button type="button" onClick={() => (notice.value = null)}>
            Dismiss
          </button>
        </>
      )}
    </div>
  );
}
