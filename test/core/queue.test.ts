import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberQueue } from '../../src/core/queue.ts';

const SEED = 20261130;

/** One thing done to a queue. */
type Act =
  | { readonly kind: 'shift' }
  | { readonly kind: 'push' | 'unshift'; readonly items: readonly number[] }
  | { readonly kind: 'keep'; readonly odd: boolean };

const items = fc.array(fc.nat(99), { maxLength: 7 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'shift' as const }) },
  { weight: 2, arbitrary: items.map((some) => ({ kind: 'push' as const, items: some })) },
  { weight: 2, arbitrary: items.map((some) => ({ kind: 'unshift' as const, items: some })) },
  { weight: 1, arbitrary: fc.boolean().map((odd) => ({ kind: 'keep' as const, odd })) },
);

describe(`a queue of numbers (seed ${SEED})`, () => {
  it('does what an array does', () => {
    fc.assert(
      fc.property(items, fc.array(act, { maxLength: 60 }), (first, acts) => {
        let model = first.slice();
        const queue = new NumberQueue(first);
        for (const one of acts) {
          if (one.kind === 'shift') expect(queue.shift()).toBe(model.shift());
          else if (one.kind === 'keep') {
            const passes = (item: number) => (item % 2 === 1) === one.odd;
            queue.keep(passes);
            model = model.filter(passes);
          } else {
            queue[one.kind](one.items);
            model = one.kind === 'push' ? [...model, ...one.items] : [...one.items, ...model];
          }
          expect(queue.length).toBe(model.length);
        }
        for (const item of model) expect(queue.shift()).toBe(item);
        expect(queue.shift()).toBeUndefined();
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('leaves the list it was made from alone', () => {
    const list = [1, 2, 3];
    const queue = new NumberQueue(list);
    queue.shift();
    queue.unshift([7, 8]);
    queue.push([9]);
    expect(list).toEqual([1, 2, 3]);
  });
});
