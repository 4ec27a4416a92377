/** @file The row that is looked at, in words: how many of its words are right, wrong, missing, touched, and stretch by stretch what stands there and where it came from. */
import { counted, formatBytes, formatInteger } from '../../core/units.ts';
import { type NumberedWord, type RowWords, WORD_STATES, type WordStretch } from '../engine/rowProtocol.ts';
import { runNow, running } from '../state/store.ts';
import { damage, focuses, pick, zoom } from './poolsData.ts';
import { MOST_READ_BYTES, rowWords } from './rowData.ts';
import { WORD_LOOKS } from './wordLooks.ts';
import { WordSwatch } from './wordSwatch.tsx';

/** Stretches that are listed; more help nobody. */
const MOST_LISTED = 24;

/** The panel; nothing at other zooms. */
export function RowPanel() {
  const focus = focuses.value.decode;
  if (zoom.value !== 'row' || focus === null) return null;
  return (
    <section class="row" aria-labelledby="row-title">
      <h3 id="row-title" class="decode">
        This row of decode, after the transfer
      </h3>
      <Words rankBytes={focus.rank.bytes} />
    </section>
  );
}

function Words({ rankBytes }: { readonly rankBytes: number }) {
  const row = rowWords.value;
  if (running.value.kind === 'running') return <p class="faint">The transfer is under way…</p>;
  if (damage.value === null)
    return (
      <p>
        It has not been carried out as the set-up stands, so nothing is known of what arrives.{' '}
        <button type="button" onClick={() => void runNow()}>
          Carry it out
        </button>
      </p>
    );
  if (rankBytes > MOST_READ_BYTES)
    return (
      <p class="faint">
        Words are read back for nodes of at most {formatBytes(MOST_READ_BYTES)}; this one takes {formatBytes(rankBytes)}.
      </p>
    );
  if (row === null) return <p class="faint">Reading it back…</p>;
  return (
    <>
      <Counts row={row} />
      <Stretches row={row} />
    </>
  );
}

function Counts({ row: { stretches } }: { readonly row: RowWords }) {
  return (
    <ul class="legend">
      {WORD_STATES.map((state) => ({ state, words: stretches.reduce((sum, stretch) => sum + (stretch.state === state ? stretch.words : 0), 0) }))
        .filter(({ words }) => words > 0)
        .map(({ state, words }) => (
          <li key={state}>
            <WordSwatch state={state} /> {counted(words, 'word')} {WORD_LOOKS[state].title}
          </li>
        ))}
    </ul>
  );
}

function Stretches({ row }: { readonly row: RowWords }) {
  const { stretches } = row;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Words of the row">
        <table class="lists stretches">
          <thead>
            <tr>
              <th scope="col">words</th>
              <th scope="col">state</th>
              <th scope="col">stands there, from</th>
              <th scope="col">should stand there</th>
              <th scope="col">what it is</th>
            </tr>
          </thead>
          <tbody>
            {stretches.slice(0, MOST_LISTED).map((stretch) => (
              <Stretch key={stretch.from} row={row} stretch={stretch} />
            ))}
          </tbody>
        </table>
      </section>
      {stretches.length > MOST_LISTED && <p class="faint">and {counted(stretches.length - MOST_LISTED, 'more stretch', 'more stretches')}.</p>}
    </>
  );
}

function Stretch({ row, stretch: { from, words, state, text, held, due } }: { readonly row: RowWords; readonly stretch: WordStretch }) {
  const last = from + words - 1;
  return (
    <tr class={state}>
      <th scope="row">
        <button type="button" class="link" onClick={() => pick('decode', row.offset + 4 * from)}>
          {words === 1 ? formatInteger(from) : `${formatInteger(from)} to ${formatInteger(last)}`}
        </button>
      </th>
      <td>{state}</td>
      <td>
        {placeText(
          held,
          state === 'right' && due === null ? 'decode’s own reset' : state === 'missing' || state === 'untouched' ? 'what was here before' : '–',
        )}
      </td>
      <td>{placeText(due, state === 'touched' || state === 'untouched' ? 'what was here before' : '–')}</td>
      <td class="text">{text}</td>
    </tr>
  );
}

function placeText(word: NumberedWord | null, otherwise: string) {
  if (word === null) return otherwise;
  return (
    <>
      {word.place} <code>{word.address}</code>
    </>
  );
}
