/** @file Play, step, back, slow: where in the transfer one is. */
import { signal } from '@preact/signals';
import { goTo, play, playing, position, steps, stopped } from './transferData.ts';

const SPEEDS = [
  { name: 'slow', milliseconds: 2000 },
  { name: 'steady', milliseconds: 700 },
  { name: 'fast', milliseconds: 100 },
] as const;

/** Pictures that change ten times a second are no sight for everybody. */
const CALM_MS = 700;
const offered = () => SPEEDS.filter(({ milliseconds }) => milliseconds >= CALM_MS || !matchMedia('(prefers-reduced-motion: reduce)').matches);

const speed = signal<(typeof SPEEDS)[number]>(SPEEDS[1]);

/** A row of controls; the slider takes arrow keys as well. */
export function Player() {
  const total = steps.value?.steps.length ?? 0;
  const now = position.value;
  const isPlaying = playing.value !== null;
  return (
    <fieldset class="player">
      <legend class="hidden">Player</legend>
      <button type="button" aria-label="To the beginning" disabled={now === 0} onClick={() => goTo(0)}>
        |◀
      </button>
      <button type="button" disabled={now === 0} onClick={() => goTo(now - 1)}>
        Back
      </button>
      <button type="button" class="primary" onClick={() => play(isPlaying ? null : speed.value.milliseconds)}>
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <button type="button" disabled={now === total} onClick={() => goTo(now + 1)}>
        Step
      </button>
      <button type="button" aria-label="To the end" disabled={now === total} onClick={() => goTo(total)}>
        ▶|
      </button>
      <label class="inline">
        Speed{' '}
        <select
          value={speed.value.name}
          onChange={(event) => {
            speed.value = SPEEDS.find(({ name }) => name === event.currentTarget.value) ?? SPEEDS[1];
            if (playing.peek() !== null) playing.value = speed.value.milliseconds;
          }}
        >
          {offered().map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="inline wide">
        Step {now} of {total}
        <input type="range" min={0} max={total} value={now} onInput={(event) => goTo(Number(event.currentTarget.value))} />
      </label>
      <span role="status" class={stopped.value === null ? 'hidden' : 'bad'}>
        {stopped.value ?? ''}
      </span>
    </fieldset>
  );
}
