/** @file The diagnosis of a hand-off: not which addresses are wrong, but what went wrong. Counts are exact; stories come from a bounded sample of spans. */
import type { Device } from '../../device/device.ts';
import { Attributor } from './attribute.ts';
import { type DamageMap, mapDamage } from './damageMap.ts';
import { Destinations } from './destinations.ts';
import { Entries } from './entryItems.ts';
import { Holders } from './holders.ts';
import { lookClosely, type SeenSegment } from './look.ts';
import { Observer } from './observe.ts';
import { type Clue, reconcile } from './reconcile.ts';
import type { AccountedPiece, Scene } from './scene.ts';
import { tellStories } from './stories.ts';
import type { Story } from './story.ts';
import { type LayerWords, type RequestWords, tally } from './tallies.ts';
import { findVictims, type Victim } from './victims.ts';

/** How much was looked into. */
export interface Scope {
  /** Segments with bad words, and those of them that were read in spans. */
  readonly badSegments: number;
  readonly seenSegments: number;
  /** True when every bad word was seen: then everything here is exact. */
  readonly isComplete: boolean;
}

/** What went wrong. Without damage there are no stories. */
export interface Diagnosis {
  /** The largest first. */
  readonly stories: readonly Story[];
  /** Words of decode by component and layer; exact. */
  readonly layers: readonly LayerWords[];
  /** Words by request, over all components; exact. */
  readonly requests: readonly RequestWords[];
  readonly victims: readonly Victim[];
  readonly scope: Scope;
}

/**
 * Diagnoses decode's memory as it was accounted for.
 * @returns the diagnosis, and the map that pictures are drawn from
 */
export async function diagnose(
  device: Device,
  scene: Scene,
  pieces: readonly AccountedPiece[],
): Promise<{ readonly diagnosis: Diagnosis; readonly map: DamageMap }> {
  const seen = await lookClosely(device, pieces, scene.width);
  const holders = { prefill: new Holders(scene.requests, scene.standing), decode: new Holders(scene.requests, scene.standing) };
  const clues = readClues(seen, scene, pieces, holders);
  const tallies = tally(pieces);
  const stories = tellStories(clues, { tallies, holders, tokens: scene.requests.map(({ tokens }) => tokens) });
  const badSegments = pieces.reduce((sum, { counts }) => sum + counts.bad.reduce((bad, words) => bad + (words > 0 ? 1 : 0), 0), 0);
  const diagnosis: Diagnosis = {
    stories,
    layers: tallies.layers,
    requests: tallies.requests,
    victims: findVictims(
      clues.map(({ observation }) => observation),
      holders.decode,
    ),
    scope: { badSegments, seenSegments: seen.length, isComplete: seen.length === badSegments && seen.every(({ complete }) => complete) },
  };
  return { diagnosis, map: mapDamage(pieces, clues, stories) };
}

function readClues(
  seen: readonly SeenSegment[],
  scene: Scene,
  pieces: readonly AccountedPiece[],
  holders: { readonly prefill: Holders; readonly decode: Holders },
): readonly Clue[] {
  const observer = new Observer(scene, holders);
  const destinations = new Destinations(pieces);
  const attributor = new Attributor(scene, destinations);
  const clues = seen.flatMap((segment) =>
    observer.observeAll(segment).map((observation): Clue => ({ observation, attribution: attributor.attribute(observation) })),
  );
  return reconcile(clues, { entries: new Entries(holders), destinations });
}
