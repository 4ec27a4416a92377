/** Work in turn: calls that share laid-out memory must not overlap, and one that fails must not stop the others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { oneAfterTheOther } from '../../../src/web/engine/inTurn.ts';

it('work is done in the order it was asked for, never two pieces at once', async () => {
  const inTurn = oneAfterTheOther();
  const events: string[] = [];
  const piece = (name: string, milliseconds: number) => async () => {
    events.push(`${name} begins`);
    await sleep(milliseconds);
    events.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([inTurn(piece('a', 8)), inTurn(piece('b', 0)), inTurn(piece('c', 3))])).toEqual(['a', 'b', 'c']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('a piece that fails tells its own caller, and the next goes on', async () => {
  const inTurn = oneAfterTheOther();
  const failing = inTurn(() => Promise.reject(new Error('lost')));
  const next = inTurn(async () => 'sound');
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe('sound');
});
