/**
 * @file The explorer: a hand-off in a browser, on the same engine as the command line.
 *
 * How it is cut, for whoever adds to it:
 * - `views.ts` lists the views. A view is a folder with a component that takes no properties; it is loaded when it is first shown.
 * - `../cli/page/pageState.ts` is the page as one value, kept in the link. `state/store.ts` holds it in `page`, changed by `change({...})`, with what follows from it: `checked` (every check,
 *   by itself, on each change), `running` (the latest run; `runNow()` starts one), `catalogue`, `notice`. What a view keeps for itself goes under `own[its id]`.
 * - `engine/protocol.ts` lists the calls to the engine, `engine/handlers.ts` what each does: a few lines of calls into the rest of src/, in a worker. `await engine.call('check', scenario)`.
 *   Nothing here computes what src/ can; nothing that takes longer than a frame runs outside a worker.
 * - `shared/` has components that several views use (findings, the maps of memory), `shell/` the frame around views, `styles/` the style sheets.
 * - `<html data-state data-status>` and `#verdict` are for scripts that drive the page: see shell/publish.ts.
 */
import { render } from 'preact';
import { App } from './shell/app.tsx';
import { publish } from './shell/publish.ts';
import { startPage } from './state/startPage.ts';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no #app');
publish(document);
root.replaceChildren();
render(<App />, root);
// In a task of its own, so that none is long.
setTimeout(() => void startPage(), 0);
