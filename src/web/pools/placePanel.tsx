/** @file What is picked, in words: every level from the node to the word, whose it is, what is due there, and where the plan takes it or takes it from. */
import { formatBytes } from '../../core/units.ts';
import type { LocatedWord, PlaceLevel } from '../engine/poolsProtocol.ts';
import { change } from '../state/store.ts';
import { lost, places, SIDES, type Side, setZoom } from './poolsData.ts';

/** Both nodes' places, the picked one first. */
export function PlacePanel() {
  const shown = SIDES.flatMap((side) => places.value[side] ?? []);
  if (lost.value !== null) return <p class="wrong">{lost.value}</p>;
  if (shown.length === 0)
    return <p class="faint">Click anywhere, or type an address, to see what is there: whose it is, how its address comes about, and where it goes.</p>;
  return (
    <div class="places" aria-live="polite">
      {shown.map((found) => (
        <Place key={found.side} found={found} />
      ))}
    </div>
  );
}

function Place({ found }: { readonly found: LocatedWord }) {
  const { side, address, holder, word, moved, due, levels } = found;
  return (
    <section class="place" aria-label={`${side}: ${address}`}>
      <h3 class={side}>
        {side} <code>{address}</code>
      </h3>
      <p>
        {holder === null ? (
          'No request holds this.'
        ) : (
          <>
            Held by <strong>request {holder.request}</strong>, {positionsText(holder.fromPosition, holder.toPosition)}.
          </>
        )}
      </p>
      <ol class="levels">
        {levels.map((level) => (
          <Level key={level.level} level={level} />
        ))}
      </ol>
      {word !== null && (
        <p>
          Before the transfer it holds <code>0x{word.value.toString(16).padStart(8, '0')}</code>
          {side === 'decode' && ', decode’s own number: poison, until something arrives'}.
        </p>
      )}
      {due !== null && <p>{due.text}</p>}
      {moved !== null && (
        <p>
          {side === 'prefill' ? 'The plan sends it to ' : 'The plan puts there what is at '}
          <button type="button" class="link" onClick={() => change({ selection: { side: otherSide(side), address: moved.address } })}>
            {otherSide(side)} {moved.address}
          </button>{' '}
          <span class="faint">({moved.text})</span>.
          {due?.address !== undefined && due.address !== null && due.address !== moved.address && <strong class="bad"> That is not what is due.</strong>}
        </p>
      )}
      {moved === null && word !== null && <p>{side === 'prefill' ? 'No block of the plan sends it.' : 'No block of the plan writes it.'}</p>}
    </section>
  );
}

function Level({ level: { level, name, what, formula, address, bytes } }: { readonly level: PlaceLevel }) {
  return (
    <li>
      {level === 'word' ? (
        <strong>{name}</strong>
      ) : (
        <button type="button" class="link" onClick={() => setZoom(level)}>
          {name}
        </button>
      )}{' '}
      <span class="faint">
        {address}, {formatBytes(bytes)}
      </span>
      <br />
      {what}
      <br />
      <code>{formula}</code>
    </li>
  );
}

function otherSide(side: Side): Side {
  return side === 'prefill' ? 'decode' : 'prefill';
}

function positionsText(from: number, to: number): string {
  return to - from <= 1 ? `position ${from}` : `positions ${from} to ${to - 1}`;
}
