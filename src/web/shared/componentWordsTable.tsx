/** @file Words of decode by component: how many are right, wrong, missing, touched. */
import { formatInteger } from '../../core/units.ts';
import type { ComponentWords } from '../../verify/verdict.ts';

/** The table; nothing where nothing was moved. */
export function ComponentWordsTable({ components }: { readonly components: readonly ComponentWords[] }) {
  if (components.length === 0) return null;
  const kinds = ['total', 'right', 'wrong', 'missing', 'touched', 'untouched'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label="Words of decode by component">
      <table class="lists words">
        <thead>
          <tr>
            <th scope="col">component, words</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {kind}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {components.map((component) => (
            <tr key={component.name}>
              <th scope="row">{component.name}</th>
              {kinds.map((kind) => (
                <td key={kind} class={isBad(kind) && component[kind] > 0 ? 'bad' : undefined}>
                  {formatInteger(component[kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function isBad(kind: string): boolean {
  return kind === 'wrong' || kind === 'missing' || kind === 'touched';
}
