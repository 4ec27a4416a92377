/** @file The pools view: both nodes' memory side by side, from the whole of it to a word; an address to go to; what is picked in words. */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Selection } from '../../cli/page/pageState.ts';
import { formatBytes, formatInteger } from '../../core/units.ts';
import type { PoolsMap } from '../engine/poolsProtocol.ts';
import { FindingCard } from '../shared/findingCard.tsx';
import { page } from '../state/store.ts';
import { isDamaged } from './damaged.ts';
import { NodeCanvas } from './nodeCanvas.tsx';
import { PlacePanel } from './placePanel.tsx';
import { addressNote, damage, focuses, goToAddress, places, pools, SIDES, type Side, setZoom, watchPools, zoom, zoomBy } from './poolsData.ts';
import { RequestKey } from './requestKey.tsx';
import { MOST_READ_BYTES, watchRow } from './rowData.ts';
import { RowPanel } from './rowPanel.tsx';
import { startDrawing } from './sheets.ts';
import { DAMAGE_STATES } from './wordLooks.ts';
import { DamageLegend } from './wordSwatch.tsx';
import { ZOOMS, type Zoom } from './zoom.ts';

/** The view. */
export function PoolsView() {
  useEffect(watchPools, []);
  useEffect(startDrawing, []);
  useEffect(watchRow, []);
  const map = pools.value;
  if (map === null) return <p class="faint">Laying out…</p>;
  return (
    <div class="pools">
      <div class="toolbar">
        <AddressBox />
        <ZoomBar />
      </div>
      {map.why !== null && <p class="verdict bad">{map.why}</p>}
      <Refusals map={map} />
      <p class="faint">
        {/* Beside a lesson it would give the answer away. */}
        {page.value?.view === 'pools' && (
          <>
            {page.value.scenario.title ?? 'The scenario as it stands'}
            <br />
          </>
        )}
        {MAP_WORDS[zoom.value]}
      </p>
      <RequestKey />
      <Damage />
      <div class={`nodes at-${zoom.value}`}>
        {SIDES.map((side) => (
          <section key={side} aria-labelledby={`node-${side}`}>
            <h2 id={`node-${side}`} class={side}>
              {side} <NodeFacts side={side} />
            </h2>
            <NodeCanvas side={side} />
          </section>
        ))}
      </div>
      <RowPanel />
      <PlacePanel />
    </div>
  );
}

/** What the engine refuses. Where it was passed by, it is not what one came to see. */
function Refusals({ map: { refusals, why } }: { readonly map: PoolsMap }) {
  const cards = refusals.map((finding) => <FindingCard key={`${finding.id} ${finding.side}`} finding={finding} onMend={null} />);
  if (why !== null || cards.length === 0) return <>{cards}</>;
  return (
    <details>
      <summary>The engine refuses this; here it is laid out past the check</summary>
      {cards}
    </details>
  );
}

const OF_REQUESTS = 'A colour is a request, and its number stands on it where there is room; the rest is nobody’s.';

/** What the pictures of a zoom mean. */
const MAP_WORDS: Readonly<Record<Zoom, string>> = {
  node: OF_REQUESTS,
  component: OF_REQUESTS,
  layer: `${OF_REQUESTS} A cell is a row; zoom into one to see its words.`,
  row: 'A cell is a word of 32 bits. Prefill’s have the colour of their request; decode’s say what became of them, as told below.',
};

/** What stands on decode’s pictures besides: damage, drawn alike at every zoom. The row’s own panel counts it. */
function Damage() {
  const map = damage.value;
  const focus = focuses.value.decode;
  if (zoom.value === 'row' || focus === null || pools.value?.why !== null) return null;
  if (map === null) return <p class="faint">No transfer has been carried out as the set-up stands, so no damage is marked on decode.</p>;
  if (!focus.rank.components.some((component) => isDamaged(map, focus.rank.rank, component)))
    return <p class="faint">The last transfer left nothing on decode damaged.</p>;
  if (focus.rank.bytes > MOST_READ_BYTES)
    return (
      <>
        <p class="faint">
          Marks on decode are stretches of rows that the last transfer left damaged. Words are read back for nodes of at most {formatBytes(MOST_READ_BYTES)},
          and this one takes {formatBytes(focus.rank.bytes)}.
        </p>
        <DamageLegend states={['damaged']} />
      </>
    );
  return (
    <>
      <p class="faint">Marks on decode are rows that the last transfer left damaged, by the worst of their words{zoom.value !== 'layer' && ROWS_A_MARK}:</p>
      <DamageLegend states={DAMAGE_STATES.toReversed()} />
    </>
  );
}

const ROWS_A_MARK = '. Where rows are too narrow to be seen, a mark stands for several, as the heading says, and shows the worst word of them all';

function NodeFacts({ side }: { readonly side: Side }) {
  const focus = focuses.value[side];
  if (focus === null) return <span class="faint">has no memory: it did not start</span>;
  const { rank, component, area } = focus;
  const level = zoom.value;
  const layer = area.layer < 0 ? '' : `, layer ${area.layer}`;
  const row = Math.floor((focus.rowOffset - area.offset) / area.rowBytes);
  const deeper = level === 'row' ? `${layer}, row ${formatInteger(row)}` : level === 'layer' ? layer : '';
  const where = level === 'node' ? '' : `, ${component.name}${deeper}`;
  return (
    <span class="faint">
      rank {rank.rank}, from {rank.base}, {formatBytes(rank.bytes)}
      {where}
    </span>
  );
}

function ZoomBar() {
  const level = zoom.value;
  const index = ZOOMS.indexOf(level);
  return (
    <fieldset class="zoom">
      <legend class="hidden">Zoom</legend>
      <button type="button" disabled={index === 0} aria-label="Zoom out" onClick={() => zoomBy(-1)}>
        −
      </button>
      {ZOOMS.map((name) => (
        <button key={name} type="button" aria-pressed={name === level} onClick={() => setZoom(name)}>
          {name}
        </button>
      ))}
      <button type="button" disabled={index === ZOOMS.length - 1} aria-label="Zoom in" onClick={() => zoomBy(1)}>
        +
      </button>
    </fieldset>
  );
}

/** What is being typed, and over which pick: who picks something else has given it up. */
const typed = signal<{ readonly text: string; readonly over: Selection | null } | null>(null);

function AddressBox() {
  const selection = page.value?.selection ?? null;
  const side = selection?.side ?? 'decode';
  const isTyped = typed.value !== null && typed.value.over === selection;
  const text = isTyped ? (typed.value?.text ?? '') : (selection?.address ?? '');
  const note = addressNote.value;
  const toNode = (other: Side) => {
    const there = places.peek()[other]?.address ?? focuses.peek()[other]?.rank.base ?? '0x0';
    void goToAddress(other, isTyped ? text : there);
  };
  return (
    <form
      class="address"
      aria-label="Go to an address"
      onSubmit={(event) => {
        event.preventDefault();
        void goToAddress(side, text);
      }}
    >
      <label class="inline">
        Node{' '}
        <select value={side} onChange={(event) => toNode(event.currentTarget.value as Side)}>
          {SIDES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="inline">
        Address{' '}
        <input
          type="text"
          size={20}
          value={text}
          placeholder="0x…"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            typed.value = { text: event.currentTarget.value, over: selection };
          }}
        />
      </label>
      <button type="submit">Go to</button>
      <span role="status" class={note === null ? 'hidden' : note.isWrong ? 'wrong' : 'faint'}>
        {note?.text ?? ''}
      </span>
    </form>
  );
}
