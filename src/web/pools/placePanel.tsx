/** @file What is picked, in words: every level from the node to the word, whose it is, what is due there, and where the plan takes it or takes it from. */
import { formatBytes, formatInteger } from '../../core/units.ts';
import type { LocatedWord, PlaceLevel } from '../engine/poolsProtocol.ts';
import type { NumberedWord } from '../engine/rowProtocol.ts';
import { Announced } from '../shared/announced.tsx';
import { change, page } from '../state/store.ts';
import { focuses, places, SIDES, type Side, setZoom } from './poolsData.ts';
import { pickedWord, rowStates, rowWords } from './rowData.ts';
import { MARK_STATES, WORD_LOOKS } from './wordLooks.ts';

/** Both nodes' places, the picked one first. */
export function PlacePanel() {
  const shown = SIDES.flatMap((side) => places.value[side] ?? []);
  if (shown.length === 0)
    return <p class="faint">Click anywhere, or type an address, to see what is there: whose it is, how its address comes about, and where it goes.</p>;
  return (
    <>
      <Announced text={announcement()} />
      <div class="places">
        {shown.map((found) => (
          <Place key={found.side} found={found} />
        ))}
      </div>
    </>
  );
}

/** The picked place in a sentence: arrow keys go from one to the next. */
function announcement(): string {
  const side = page.value?.selection?.side;
  const found = side === undefined ? null : places.value[side];
  if (found === null) return '';
  const { levels, holder, address } = found;
  const name = (level: PlaceLevel['level']) => levels.find((candidate) => candidate.level === level)?.name ?? '';
  const whose = holder === null ? 'held by nobody' : `request ${holder.request}, ${positionsText(holder.fromPosition, holder.toPosition)}`;
  const state = side === 'decode' && pickedWord.value !== null ? `, ${pickedWord.value.stretch.state}` : '';
  return `${found.side} ${name('component')}, ${name('layer')}, ${name('row')}, ${name('word')}${state}: ${whose}; ${address}`;
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
            Held by <strong>request {holder.request}</strong>; this word is of {positionsText(holder.fromPosition, holder.toPosition)}.
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
          Before the transfer it holds <code>{hexWord(word.value)}</code>
          {side === 'decode' && ', decode’s own number: poison, until something arrives'}.
        </p>
      )}
      {due !== null && <p>{due.text}</p>}
      {side === 'decode' && (pickedWord.value === null ? <RowAfterTransfer found={found} /> : <AfterTransfer />)}
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

/** The picked word's row as the last transfer left it, where that is damage: a mark is of the whole row, and the picked word may be none of those. */
function RowAfterTransfer({ found }: { readonly found: LocatedWord }) {
  const focus = focuses.value.decode;
  if (focus === null || focus.area.area !== found.area) return null;
  const row = (focus.rowOffset - focus.area.offset) / focus.area.rowBytes;
  const state = MARK_STATES[rowStates.value.get(found.area)?.[row] ?? 0];
  if (state === undefined || WORD_LOOKS[state].letter === '') return null;
  return (
    <p>
      <strong class="bad">After the transfer its row is not as it should be:</strong> {WORD_LOOKS[state].title}, in the worst of its words.{' '}
      <button type="button" onClick={() => setZoom('row')}>
        Look at the row’s words
      </button>
    </p>
  );
}

/** The picked word as the last transfer left it, where its row is looked at. */
function AfterTransfer() {
  const picked = pickedWord.value;
  const row = rowWords.value;
  if (picked === null || row === null) return null;
  const { stretch, held, due } = picked;
  const isSound = stretch.state === 'right' || stretch.state === 'untouched';
  return (
    <div class={`verdict ${isSound ? 'good' : 'bad'}`}>
      <p>
        <strong>After the transfer: {stretch.state}.</strong> {stretch.text}
      </p>
      <dl class="values">
        <dt>holds</dt>
        <dd>
          {hexWord(held.value)} <Numbered word={held.word} />
        </dd>
        {stretch.state !== 'untouched' && (
          <>
            <dt>should hold</dt>
            <dd>
              {due.value === 0 && due.word === null && stretch.state === 'wrong' ? '–' : hexWord(due.value)} <Numbered word={due.word} />
            </dd>
          </>
        )}
        <dt>formula</dt>
        <dd>{row.formula}</dd>
      </dl>
    </div>
  );
}

function Numbered({ word }: { readonly word: NumberedWord | null }) {
  if (word === null) return null;
  const { number, side, address, place } = word;
  return (
    <>
      = word {formatInteger(number)} of this run, {place},{' '}
      <button type="button" class="link" onClick={() => change({ selection: { side, address } })}>
        {address}
      </button>
    </>
  );
}

function hexWord(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
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
