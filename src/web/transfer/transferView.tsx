/** @file The transfer step by step: the steps on one side, what the step does and what has arrived on the other; where nodes have rings, two to try out, folded away. */
import { useEffect } from 'preact/hooks';
import { counted, formatBytes, formatInteger } from '../../core/units.ts';
import type { StepState, StepsAnswer } from '../engine/transferProtocol.ts';
import { DamageMaps } from '../shared/damageMaps.tsx';
import { StoryList } from '../shared/storyList.tsx';
import { Swatch } from '../shared/swatch.tsx';
import { Player } from './player.tsx';
import { RingView } from './ringView.tsx';
import { StepDetails } from './stepDetails.tsx';
import { StepList } from './stepList.tsx';
import { isCaughtUp, MOST_STEPPED_BYTES, position, state, steps, watchTransfer } from './transferData.ts';

/** The view. */
export function TransferView() {
  useEffect(watchTransfer, []);
  const answer = steps.value;
  if (answer === null) return <p class="faint">Planning…</p>;
  if (answer.why !== null) return <p class="verdict bad">{answer.why} In the playground, a box lets the transfer go on past the engine’s refusal.</p>;
  return (
    <>
      <Player />
      <div class="transfer">
        <StepList lines={answer.steps} />
        <div>
          <StepDetails />
          <Memory answer={answer} />
        </div>
      </div>
      {answer.rings !== null && (
        <details>
          <summary>Rings to try out: two of your own sizes; not this hand-off</summary>
          <RingView own={answer.rings} />
        </details>
      )}
    </>
  );
}

const NOT_YET = { untouched: 'not written yet, or not to be' } as const;
const UNSETTLED = { ...NOT_YET, unseen: 'not as it should be; the cause is told when more has landed' } as const;

function Memory({ answer: { memoryBytes, steps: lines } }: { readonly answer: StepsAnswer }) {
  if (memoryBytes > MOST_STEPPED_BYTES)
    return (
      <p class="faint">
        Memory is shown step by step for hand-offs of at most {formatBytes(MOST_STEPPED_BYTES)}; this one takes {formatBytes(memoryBytes)}.
      </p>
    );
  const now = state.value;
  if (now === null) return <p class="faint">Laying out…</p>;
  const { right, wrong, missing, touched } = now.words;
  return (
    <section aria-label="What has arrived" class={isCaughtUp.value ? undefined : 'stale'}>
      <h3>
        After {counted(now.steps, 'step')}
        {!isCaughtUp.value && <span class="faint"> (now {position.value}…)</span>}
      </h3>
      <dl class="counts">
        <Count name="right" words={right} />
        {now.toCome > 0 && <Count name="not there yet" words={now.toCome} />}
        <Count name="missing" words={missing} isBad />
        <Count name="wrong" words={wrong} isBad />
        <Count name="touched" words={touched} isBad />
      </dl>
      <p class="faint">
        Words of decode, each looked at. {counted(now.blocks, 'item has', 'items have')} landed, {formatBytes(now.bytes)}.
        {now.toCome > 0 && !bringsMore(lines.slice(now.steps)) && ' Nothing more is sent: what is not there yet will not come.'}
      </p>
      <StoryList stories={now.stories} />
      <Unsettled damage={now.unsettled} />
      <DamageMaps map={now.map} stories={now.stories} titles={now.unsettled.length > 0 ? UNSETTLED : NOT_YET} />
    </section>
  );
}

/** Whether any of these steps puts something into decode's memory. */
function bringsMore(ahead: StepsAnswer['steps']): boolean {
  return ahead.some(({ kind }) => kind === 'send' || kind === 'reset');
}

/** What is seen of damage whose cause would be told otherwise later. */
function Unsettled({ damage }: { readonly damage: StepState['unsettled'] }) {
  if (damage.length === 0) return null;
  return (
    <>
      <h3>Seen so far</h3>
      <ul class="stories">
        {damage.map(({ component, bytes }) => (
          <li key={component}>
            <Swatch state="unseen" /> <strong>{component}</strong>: {formatInteger(bytes)} B stand where they do not belong.
          </li>
        ))}
      </ul>
      <p class="faint">So little of it fits more than one cause. The cause is told when more has landed.</p>
    </>
  );
}

function Count({ name, words, isBad = false }: { readonly name: string; readonly words: number; readonly isBad?: boolean }) {
  return (
    <div class={isBad && words > 0 ? 'bad' : undefined}>
      <dt>{name}</dt>
      <dd>{formatInteger(words)}</dd>
    </div>
  );
}
