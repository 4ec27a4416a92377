/** @file Whether a fault came to nothing but absence: such damage looks alike, whatever did it. */
import type { Plan } from '../plan/plan.ts';

/** Copies that the sound plan does not have are looked into one by one; where there are more of them, absence is not all that shows. */
const MOST_STRAY = 64;

/**
 * True when what is carried out lacks copies of the sound plan, and whatever it has beside them leaves no trace: it leaves every region, or sound copies that follow overwrite it.
 * @param lands whether a block of `carriedOut` stays inside its regions, so that it is carried out
 */
export function onlyLeavesOut(carriedOut: Plan, sound: Plan, lands: (block: number) => boolean): boolean {
  const wanted = new Set(copiesOf(sound, () => true).map(keyOf));
  const copies = copiesOf(carriedOut, lands);
  const isSound = copies.map((copy) => wanted.has(keyOf(copy)));
  const arrived = new Set(copies.filter((_, i) => isSound[i]).map(keyOf));
  if (arrived.size === wanted.size) return false;
  const strays = [...copies.entries()].filter(([i]) => !isSound[i]);
  if (strays.length > MOST_STRAY) return false;
  return strays.every(([at, stray]) =>
    isOverwritten(
      stray,
      copies.filter((_, i) => i > at && isSound[i] === true),
    ),
  );
}

interface Copy {
  readonly prefillRank: number;
  readonly decodeRank: number;
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
}

/** Copies in the order in which they land, up to the moment when memory is looked at. */
function copiesOf({ steps, entries, blocks }: Plan, lands: (block: number) => boolean): readonly Copy[] {
  const observed = steps.findIndex(({ kind }) => kind === 'observe');
  const seen = observed < 0 ? blocks.count : steps.slice(0, observed).reduce((count, step) => (step.kind === 'send' ? step.toBlock : count), 0);
  const copies: Copy[] = [];
  for (let block = 0; block < seen; block++) {
    const entry = entries[blocks.entry[block] as number];
    if (entry === undefined || !lands(block)) continue;
    const { prefillRank, decodeRank } = entry;
    const [src, dst, bytes] = [blocks.srcOffset[block] as number, blocks.dstOffset[block] as number, blocks.bytes[block] as number];
    copies.push({ prefillRank, decodeRank, src, dst, bytes });
  }
  return copies;
}

function keyOf({ prefillRank, decodeRank, src, dst, bytes }: Copy): string {
  return `${prefillRank}>${decodeRank}/${src}>${dst}+${bytes}`;
}

/** Whether copies that follow cover all that this one wrote. */
function isOverwritten({ decodeRank, dst, bytes }: Copy, later: readonly Copy[]): boolean {
  const end = dst + bytes;
  let covered = dst;
  for (const copy of later.filter((each) => each.decodeRank === decodeRank).sort((a, b) => a.dst - b.dst)) {
    if (copy.dst > covered) break;
    covered = Math.max(covered, copy.dst + copy.bytes);
  }
  return covered >= end;
}
