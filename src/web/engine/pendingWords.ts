/** @file A hand-off that is still under way, accounted for: what has not come yet is told apart from what will not come any more. */
import type { Device } from '../../device/device.ts';
import type { Plan } from '../../plan/plan.ts';
import { accountedArena, expectedOn, sceneOf } from '../../session/execute.ts';
import type { HandOff } from '../../session/handOff.ts';
import type { NodeMemory } from '../../session/nodeMemory.ts';
import type { MapLine } from '../../verify/diagnosis/damageMap.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import { addCounts, NO_WORDS, sumCounts, type WordCounts } from '../../verify/wordCounts.ts';
import type { StepState } from './transferProtocol.ts';

/**
 * What has simply not come yet is no damage while more may come: its stories go, its places are as good as untouched, and its words are counted apart. Where decode's own reset stands until
 * state arrives, words are wrong by the book; they, too, are still to come. So are those of a request that decode has not admitted yet: whatever lies in its places is somebody else's by
 * right. Of requests that decode has ended with, nothing is to come any more: what they lack is missing or wrong.
 * @param ahead steps of the plan that are still to be carried out
 */
export async function withoutPending(
  device: Device,
  handOff: HandOff,
  memory: NodeMemory,
  { words, map, stories }: Pick<StepState, 'words' | 'map' | 'stories'>,
  ahead: Plan['steps'],
): Promise<Pick<StepState, 'words' | 'toCome' | 'map' | 'stories'>> {
  const { steps } = handOff.built.plan;
  const ended = endedRequests(steps, ahead);
  const admitted = new Set(steps.flatMap((step) => (step.kind === 'alloc' && step.side === 'decode' ? [step.request] : [])));
  const final = ended.size === 0 ? NO_WORDS : await wordsOf(ended, device, handOff, memory);
  if (final.wrong + final.missing === words.wrong + words.missing) return { words, toCome: 0, map, stories };
  const isPending = ({ class: cause, wrongBytes, touchedBytes, requests }: Story) => {
    const isEarly = requests.length > 0 && !requests.some(({ request }) => admitted.has(request));
    const isAbsence = cause === 'not-arrived' || wrongBytes + touchedBytes === 0;
    return isEarly || (isAbsence && !requests.every(({ request }) => ended.has(request)));
  };
  const kept = stories.filter((story) => !isPending(story));
  const numberOf = stories.map((story) => kept.indexOf(story));
  const line = ({ cells, stories: told, ...place }: MapLine): MapLine => {
    const isKept = told.map((story) => story >= 0 && (numberOf[story] ?? -1) >= 0);
    return {
      ...place,
      cells: cells.map((state, cell) => (state === 'right' || isKept[cell] === true ? state : 'untouched')),
      stories: told.map((story) => (story < 0 ? -1 : (numberOf[story] ?? -1))),
    };
  };
  // Damage that is no absence is told at once, whoever's it is.
  const told = kept.reduce((sum, { wrongBytes }) => sum + wrongBytes, 0) / 4;
  const wrong = Math.min(words.wrong, Math.max(final.wrong, told));
  const counted = { ...words, wrong, missing: final.missing };
  const toCome = words.wrong + words.missing - counted.wrong - counted.missing;
  return { words: counted, toCome, map: map.map((grid) => ({ ...grid, lines: grid.lines.map(line) })), stories: kept };
}

/** Requests that decode has committed or taken for failed, and those it has given up or given back that nothing is sent of any more: nothing is waited for. */
function endedRequests(steps: Plan['steps'], ahead: Plan['steps']): ReadonlySet<number> {
  const underWay = new Set(ahead.flatMap((step) => (step.kind === 'send' ? [step.request] : [])));
  const ended = new Set<number>();
  for (const step of steps) {
    const isFailed = step.kind === 'status' && step.side === 'decode' && step.status !== 'Success';
    const isLeft = step.kind === 'abort' || (step.kind === 'free' && step.side === 'decode');
    if (step.kind === 'commit' || isFailed || (isLeft && !underWay.has(step.request))) ended.add(step.request);
  }
  return ended;
}

/** Words that decode needs for these requests, as they are now. */
async function wordsOf(requests: ReadonlySet<number>, device: Device, handOff: HandOff, memory: NodeMemory): Promise<WordCounts> {
  const ofThese = 'these';
  const scene = sceneOf(handOff, memory);
  let sum = NO_WORDS;
  for (const [index, rank] of memory.decode.entries()) {
    const areas = scene.decode[index]?.areas ?? [];
    const expectation = expectedOn(rank, handOff, memory);
    for (const piece of rank.pieces) {
      const { arena, firstNumber, segments } = accountedArena(rank, piece, areas, expectation);
      const counts = await device.account(
        arena,
        firstNumber,
        memory.width,
        segments.map(({ segment }) => segment),
      );
      const sums = sumCounts(segments, counts, ({ stretch }) => (stretch !== null && requests.has(stretch.request) ? ofThese : 'others'));
      sum = addCounts(sum, sums.get(ofThese) ?? NO_WORDS);
    }
  }
  return sum;
}
