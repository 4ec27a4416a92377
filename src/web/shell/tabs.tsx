/** @file The views as links in a row. */
import type { ViewId } from '../../cli/page/viewId.ts';
import type { View } from '../views.ts';

/** A row of buttons, the shown one marked. */
export function Tabs({ views, shown, onShow }: { readonly views: readonly View[]; readonly shown: ViewId; readonly onShow: (id: ViewId) => void }) {
  return (
    <nav class="tabs" aria-label="Views">
      {views.map(({ id, title }) => (
        <button key={id} type="button" aria-current={id === shown ? 'page' : undefined} onClick={() => onShow(id)}>
          {title}
        </button>
      ))}
    </nav>
  );
}
