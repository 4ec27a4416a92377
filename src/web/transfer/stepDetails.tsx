/** @file What the current step does: the request's index lists, and of a send every entry with its items, runs and addresses. */
import { signal } from '@preact/signals';
import { counted, formatInteger } from '../../core/units.ts';
import type { SentEntry, StepDetail } from '../engine/transferProtocol.ts';
import { BothNodesHead } from '../shared/bothNodesHead.tsx';
import { change, page } from '../state/store.ts';
import { detail, playing, position, steps } from './transferData.ts';

/** Entry of the send that is looked at. */
const chosen = signal(0);

/** The panel. */
export function StepDetails() {
  const now = position.value;
  const found = detail.value;
  const line = now === 0 ? undefined : steps.value?.steps[now - 1];
  if (line === undefined)
    return (
      <section aria-label="The step">
        <h2>Before the first step</h2>
        <p>Nothing has happened yet: prefill’s memory holds its own words, decode’s holds poison.</p>
      </section>
    );
  const isHere = found !== null && found.step === now - 1;
  return (
    <section aria-label="The step">
      <h2>
        Step {now}: {line.kind}
      </h2>
      <p aria-live={playing.value === null ? 'polite' : 'off'}>{line.text}</p>
      {isHere && found.lists.length > 0 && <Lists found={found} />}
      {isHere && found.sent !== null && <Sent sent={found.sent} />}
    </section>
  );
}

function Lists({ found: { lists, tokens } }: { readonly found: StepDetail }) {
  return (
    <details>
      <summary>Index lists of the request, {counted(tokens, 'token')}</summary>
      <table class="lists">
        <BothNodesHead first="list" />
        <tbody>
          {lists.map(({ name, prefill, decode }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{listText(prefill)}</td>
              <td>{listText(decode)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const MOST_IN_TEXT = 24;

/** `5, 6, 7 … (131)`. */
function listText(list: Int32Array): string {
  const shown = [...list.subarray(0, MOST_IN_TEXT)].join(', ');
  return list.length > MOST_IN_TEXT ? `${shown} … (${formatInteger(list.length)} in all)` : shown;
}

function Sent({ sent: { entries, entryCount, submissions, descriptors } }: { readonly sent: NonNullable<StepDetail['sent']> }) {
  const entry = entries[chosen.value] ?? entries[0];
  if (entry === undefined) return <p>Nothing is in it.</p>;
  return (
    <>
      <p>
        {counted(entryCount, 'entry', 'entries')}; the backend posts {entryCount === 1 ? 'it' : 'them'} in {counted(submissions, 'call')} with{' '}
        {counted(descriptors, 'descriptor')}.
      </p>
      <label class="inline">
        Entry{' '}
        <select value={String(entries.indexOf(entry))} onChange={(event) => (chosen.value = Number(event.currentTarget.value))}>
          {entries.map(({ name, srcTensor, dstTensor }, i) => (
            <option key={srcTensor + dstTensor} value={String(i)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Entry entry={entry} />
    </>
  );
}

const MOST_ITEMS = 40;

function Entry({ entry: { itemBytes, srcPointer, dstPointer, items, itemCount, runs } }: { readonly entry: SentEntry }) {
  return (
    <>
      <p>
        address = pointer + index × item length, with the sender’s item length, <strong>{formatInteger(itemBytes)} B</strong>, on both sides; pointers{' '}
        <code class="prefill">{srcPointer}</code> and <code class="decode">{dstPointer}</code>. {counted(itemCount, 'item makes', 'items make')}{' '}
        {counted(runs, 'run')}: neighbours on both sides can travel as one range.
      </p>
      <div class="scroll">
        <table class="lists">
          <thead>
            <tr>
              <th scope="col">run</th>
              <th scope="col" class="prefill">
                prefill item
              </th>
              <th scope="col">address</th>
              <th scope="col" class="decode">
                decode item
              </th>
              <th scope="col">address</th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, MOST_ITEMS).map(({ block, run, srcIndex, dstIndex, src, dst }) => (
              <tr key={block}>
                <td>{run}</td>
                <td>{formatInteger(srcIndex)}</td>
                <td>
                  <PoolsLink side="prefill" address={src} />
                </td>
                <td>{formatInteger(dstIndex)}</td>
                <td>
                  <PoolsLink side="decode" address={dst} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {itemCount > MOST_ITEMS && <p class="faint">and {formatInteger(itemCount - MOST_ITEMS)} more.</p>}
    </>
  );
}

/** Shows a place in the pools view. */
function PoolsLink({ side, address }: { readonly side: 'prefill' | 'decode'; readonly address: string }) {
  const show = () => change({ view: 'pools', selection: { side, address }, own: { ...page.peek()?.own, pools: { zoom: 'component' } } });
  return (
    <button type="button" class="link" title="Show it in the pools" onClick={show}>
      <code>{address}</code>
    </button>
  );
}
