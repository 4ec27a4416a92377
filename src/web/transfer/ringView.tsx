/** @file The ring view: two rings of the user's sizes, the same positions in both, and what becomes of them when somebody counts with the wrong size. */

import { signal } from '@preact/signals';
import { counted } from '../../core/units.ts';
import type { StepsAnswer } from '../engine/transferProtocol.ts';
import { ringPositions, rowsOf, wrongReads } from './rings.ts';

interface Sizes {
  readonly window: number;
  readonly prefill: number;
  readonly decode: number;
  readonly tokens: number;
  readonly countsWithPeers: boolean;
}

/** Small enough to be read; the scenario's own are a button away. */
const FIRST: Sizes = { window: 16, prefill: 16, decode: 19, tokens: 16, countsWithPeers: false };
const sizes = signal<Sizes>(FIRST);

/** What was typed last and is no size, by field. */
const typed = signal<Readonly<Partial<Record<(typeof FIELDS)[number]['key'], string | undefined>>>>({});

const FIELDS = [
  { key: 'window', label: 'Window, tokens', most: 512 },
  { key: 'prefill', label: 'Prefill’s ring, rows', most: 1024 },
  { key: 'decode', label: 'Decode’s ring, rows', most: 1024 },
] as const;

/** The section by itself, with no hand-off beside it. */
export function SampleRings() {
  return <RingView own={null} />;
}

/** The section. @param own rings of the hand-off that is shown, to take over; null where there are none */
export function RingView({ own }: { readonly own: StepsAnswer['rings'] }) {
  const { window, prefill, decode, tokens, countsWithPeers } = sizes.value;
  const set = (parts: Partial<Sizes>) => {
    sizes.value = { ...sizes.value, ...parts };
  };
  const positions = ringPositions({ windowTokens: window, prefillRows: prefill, decodeRows: decode, tokens, listedRows: countsWithPeers ? prefill : decode });
  const { misread, overwritten, outside } = wrongReads(positions, { prefillRows: prefill, decodeRows: decode });
  return (
    <section class="rings" aria-labelledby="rings-title">
      <h2 id="rings-title">Rings</h2>
      <p>
        <strong>Two rings of your own sizes; not this hand-off.</strong> A position lies in row <code>position mod rows</code>. Speculation makes a ring longer
        than the window; two nodes may have rings of unlike lengths, and each must count with its own.
      </p>
      <div class="toolbar">
        {FIELDS.map(({ key, label, most }) => (
          <label key={key} class="inline">
            {label}{' '}
            <input
              type="number"
              min={1}
              max={most}
              value={typed.value[key] ?? sizes.value[key]}
              aria-invalid={typed.value[key] !== undefined}
              onInput={({ currentTarget: { value, valueAsNumber: rows } }) => {
                const isSize = Number.isInteger(rows) && rows >= 1 && rows <= most;
                typed.value = { ...typed.value, [key]: isSize ? undefined : value };
                if (isSize) set({ [key]: rows });
              }}
            />
          </label>
        ))}
        <label class="inline">
          <input type="checkbox" checked={countsWithPeers} onChange={(event) => set({ countsWithPeers: event.currentTarget.checked })} />
          decode’s list counts with prefill’s ring
        </label>
        {own !== null && (
          <button
            type="button"
            onClick={() => {
              typed.value = {};
              set({ window: own.windowTokens, prefill: own.prefillRows, decode: own.decodeRows });
            }}
          >
            The scenario’s own
          </button>
        )}
      </div>
      {FIELDS.map(
        ({ key, label, most }) =>
          typed.value[key] !== undefined && (
            <p key={key} class="wrong" role="status">
              {label}: a whole number from 1 to {most}; {sizes.value[key]} still holds.
            </p>
          ),
      )}
      <label>
        Prompt of {counted(tokens, 'token')}
        <input
          type="range"
          min={1}
          max={4 * Math.max(window, prefill, decode)}
          value={tokens}
          onInput={(event) => set({ tokens: Number(event.currentTarget.value) })}
        />
      </label>
      <Ring side="prefill" held={rowsOf(positions, prefill, 'from')} misread={[]} />
      <Ring side="decode" held={rowsOf(positions, decode, 'to')} misread={misread} />
      <p role="status" class={misread.length === 0 ? 'verdict good' : 'verdict bad'}>
        <strong>
          {misread.length === 0
            ? 'with these sizes, every position is where decode reads it'
            : `with these sizes, ${misread.length} of ${counted(positions.length, 'position')} ${misread.length === 1 ? 'is' : 'are'} not where decode reads ${misread.length === 1 ? 'it' : 'them'}`}
        </strong>{' '}
        {overwritten.length > 0 &&
          `Prefill’s ring is shorter than the window: ${counted(overwritten.length, 'position is', 'positions are')} overwritten there before ${overwritten.length === 1 ? 'it is' : 'they are'} sent. `}
        {outside.length > 0 && `${counted(outside.length, 'lands', 'land')} past the end of this slot’s ring, in the ring of another request. `}
        {misread.length > 0 && `First: position ${misread[0]}.`}
      </p>
    </section>
  );
}

/** Rows in a line that wraps with the page; each with the position it holds. */
function Ring({ side, held, misread }: { readonly side: 'prefill' | 'decode'; readonly held: Int32Array; readonly misread: readonly number[] }) {
  const wrong = new Set(misread);
  const newest = held.reduce((most, position) => Math.max(most, position), -1);
  return (
    <figure>
      <figcaption class={side}>
        {side}, {counted(held.length, 'row')}
      </figcaption>
      <ol class="ring" aria-label={`${side}: rows of the ring and the positions in them`}>
        {[...held].map((position, row) => {
          const state = position < 0 ? 'empty' : wrong.has(position) ? 'wrong' : position === newest ? 'newest' : 'held';
          const text = position < 0 ? 'empty' : `position ${position}${state === 'wrong' ? ', not where it is read' : ''}`;
          return (
            <li key={row} class={state} title={`row ${row}: ${text}`}>
              <span class="row">{row}</span>
              <span class="position">{position < 0 ? '·' : position}</span>
              {state === 'wrong' && <span class="hidden">not where it is read</span>}
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
