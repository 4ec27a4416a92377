/**
 * @file The views there are, in the order of their tabs. To add one: an id in ../cli/page/viewId.ts, an entry in `VIEWS` whose `load` imports its component, and a folder of its own. A view is loaded when it is
 * first shown, reads and changes the page through state/store.ts, and asks the engine through engine/engine.ts.
 */
import type { ComponentType } from 'preact';
import type { ViewId } from '../cli/page/viewId.ts';

/** One view. */
export interface View {
  readonly id: ViewId;
  /** On its tab. */
  readonly title: string;
  /** What it is for, in one sentence under its title. */
  readonly purpose: string;
  readonly load: () => Promise<ComponentType>;
}

/** Those that are built. */
export const VIEWS: readonly View[] = [
  {
    id: 'playground',
    title: 'Playground',
    purpose: 'Set up a prefill and a decode node, see at once whether they fit, and what happens to the bytes if they do not.',
    load: async () => (await import('./playground/playgroundView.tsx')).PlaygroundView,
  },
  {
    id: 'pools',
    title: 'Pools',
    purpose: 'The memory of both nodes, from the whole of it down to a single word: what it is, whose it is, and which formula gave its address.',
    load: async () => (await import('./pools/poolsView.tsx')).PoolsView,
  },
  {
    id: 'transfer',
    title: 'Transfer',
    purpose: 'The hand-off step by step: which lists, which items, which addresses, and what has arrived by then.',
    load: async () => (await import('./transfer/transferView.tsx')).TransferView,
  },
  {
    id: 'lessons',
    title: 'Lessons',
    purpose: 'Short walkthroughs on the engine itself, each with an exercise that the engine checks.',
    load: async () => (await import('./lessons/lessonsView.tsx')).LessonsView,
  },
  {
    id: 'reports',
    title: 'Reports',
    purpose: 'What the command line wrote, looked at: a run, a reproduction, a benchmark, a comparison.',
    load: async () => (await import('./reports/reportsView.tsx')).ReportsView,
  },
];
