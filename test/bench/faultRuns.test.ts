/** Faults of the goal `faults-named` whose causes were once named wrongly: their numbers stand for the hand-off and the settings that the goal draws. */
import { expect, it } from 'vitest';
import { faultOf, handOffOf, runWith } from '../../bench/faultRuns.ts';
import { WitnessDevice } from '../../bench/witnessDevice.ts';

const device = new WitnessDevice(2 ** 30);

it.each([
  // Items twice as long reach into other entries' tensors: their words were told as another component's, another layer's, or of another index.
  [626, 'item-length'],
  [2305, 'item-length'],
  [3432, 'item-length'],
  [4628, 'item-length'],
  // A quarter as long: the few that are seen lie at a power of two.
  [8791, 'item-length'],
  // One item cut, and nothing else seen, was explained by a length that would have hurt its neighbours.
  [681, 'item-cut'],
  [2918, 'item-cut'],
])('names fault %i %s', async (index, cause) => {
  const { diagnosis, faults } = await runWith(handOffOf(index), [faultOf(index)], device);
  expect(faults[0]?.class).toBe(cause);
  expect(diagnosis?.stories[0]?.class).toBe(cause);
});
