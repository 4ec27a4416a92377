/** @file A finding as a card: who says it and when, in the engine's words; both values; what follows; the mend, with a button where it can be carried out. */
import { REACTION_WORDS } from '../../cli/findingText.ts';
import type { Finding } from '../../core/finding.ts';

/** @param onMend null where the mend is not something that can be set here */
export function FindingCard({ finding, onMend }: { readonly finding: Finding; readonly onMend: (() => void) | null }) {
  const { id, severity, engine, side, message, prefill, decode, consequence, mend } = finding;
  return (
    <article class={`finding ${severity}`} aria-label={`${severity}: ${id}`}>
      <p class="head">
        <span class="severity">{severity}</span> <code>{id}</code>{' '}
        <span class="faint">
          {side === 'both' ? 'both nodes' : side}
          {engine !== null && `, ${REACTION_WORDS[engine]}`}
        </span>
      </p>
      <blockquote>{message}</blockquote>
      {(prefill !== null || decode !== null) && (
        <dl class="values">
          <dt class="prefill">prefill</dt>
          <dd>{prefill ?? '—'}</dd>
          <dt class="decode">decode</dt>
          <dd>{decode ?? '—'}</dd>
        </dl>
      )}
      {consequence !== '' && <p>{consequence}</p>}
      {mend !== '' && (
        <p class="mend">
          <strong>Mend:</strong> {mend}{' '}
          {onMend !== null && (
            <button type="button" aria-label={`Apply the mend of ${id}`} onClick={onMend}>
              Apply
            </button>
          )}
        </p>
      )}
    </article>
  );
}
