/**
 * @file A hand-off that has been carried out, accounted for: every word of decode's memory, behind a self-test of the detector.
 */

import type { Finding } from '../core/finding.ts';
import { randomStream } from '../core/random.ts';
import type { Device } from '../device/device.ts';
import { type Area, componentName, mapAreas } from '../verify/areas.ts';
import type { DamageMap } from '../verify/diagnosis/damageMap.ts';
import { type Diagnosis, diagnose } from '../verify/diagnosis/diagnosis.ts';
import type { AccountedPiece, Scene, SceneRank } from '../verify/diagnosis/scene.ts';
import { storyFindings } from '../verify/diagnosis/storyFindings.ts';
import type { Expectation } from '../verify/expectation.ts';
import { segmentArena } from '../verify/segments.ts';
import { type AccountedArena, accountWithSelfTest, type SelfTestResult } from '../verify/selfTest.ts';
import type { ComponentWords } from '../verify/verdict.ts';
import { addCounts, NO_WORDS, sumCounts, type WordCounts } from '../verify/wordCounts.ts';
import { expectLayers } from './expectedLayers.ts';
import { type HandOff, suppliersOf } from './handOff.ts';
import { type ArenaPiece, firstNumberAt, type NodeMemory, type RankMemory } from './nodeMemory.ts';
import { expectWholePools } from './wholePools.ts';

/** What is being done, for progress: a phase, and how far it is. */
export type Progress = (phase: string, done: number, total: number) => void;

/** All of decode's memory, accounted for. */
export interface Accounted {
  readonly words: WordCounts;
  readonly components: readonly ComponentWords[];
  readonly selfTest: SelfTestResult;
  /** One a story of the diagnosis, the largest first. */
  readonly findings: readonly Finding[];
  readonly diagnosis: Diagnosis;
  /** What pictures of decode's memory are drawn from. */
  readonly map: DamageMap;
  readonly contestedBytes: number;
}

/** Accounts for every word of every decode rank, behind a self-test of the detector. */
export async function account(device: Device, handOff: HandOff, memory: NodeMemory, seed: number, onProgress?: Progress): Promise<Accounted> {
  const scene = sceneOf(handOff, memory);
  const total = memory.decode.reduce((sum, rank) => sum + rank.pieces.length, 0);
  const sums = new Map<string, WordCounts>();
  const pieces: AccountedPiece[] = [];
  let selfTest: SelfTestResult = { planted: 0, found: 0 };
  let contestedBytes = 0;
  let done = 0;
  for (const [index, rank] of memory.decode.entries()) {
    const own = scene.decode[index] as SceneRank;
    const expectation = expectedOn(rank, handOff, memory);
    contestedBytes += expectation.contestedBytes;
    for (const piece of rank.pieces) {
      const accounted = accountedArena(rank, piece, own.areas, expectation);
      const random = randomStream(seed, `self-test/${rank.rank.rankIndex}/${piece.window.offset}`);
      const tested = await accountWithSelfTest(device, accounted, memory.width, random);
      selfTest = { planted: selfTest.planted + tested.selfTest.planted, found: selfTest.found + tested.selfTest.found };
      for (const [name, counts] of sumCounts(accounted.segments, tested.counts, ({ area }) => componentName(area))) {
        sums.set(name, addCounts(sums.get(name) ?? NO_WORDS, counts));
      }
      pieces.push({ ...accounted, rank: own, windowOffset: piece.window.offset, counts: tested.counts });
      done += 1;
      onProgress?.('account', done, total);
    }
  }
  const components = [...sums].map(([name, counts]) => ({ name, ...counts }));
  onProgress?.('diagnose', 0, 1);
  const { diagnosis, map } = await diagnose(device, scene, pieces);
  const words = components.reduce<WordCounts>(addCounts, NO_WORDS);
  return { words, components, selfTest, findings: storyFindings(diagnosis), diagnosis, map, contestedBytes };
}

/** Both nodes, as a diagnosis sees them. */
export function sceneOf(handOff: HandOff, memory: NodeMemory): Scene {
  const toScene = ({ rank, space, firstNumber }: RankMemory): SceneRank => {
    const { side, rankIndex: index, pools } = rank;
    return { side, index, pools, space, firstNumber, areas: mapAreas(space, pools) };
  };
  const { numbering, width } = memory;
  const seen = handOff.layers.toReversed().flatMap(({ requests }) => requests);
  const unseen = [...handOff.expected.keys()].filter((request) => !seen.includes(request));
  const standing = [...unseen, ...seen];
  return { width, numbering, requests: handOff.expected, standing, prefill: memory.prefill.map(toScene), decode: memory.decode.map(toScene) };
}

/** What a decode rank should hold. */
export function expectedOn(rank: RankMemory, handOff: HandOff, memory: NodeMemory): Expectation {
  const suppliers = suppliersOf(handOff, rank.rank.rankIndex).flatMap((index) => memory.prefill[index] ?? []);
  const { rank: decode, space, firstNumber } = rank;
  const [supplier] = suppliers;
  if (handOff.carries === 'whole-pools' && supplier !== undefined) {
    return expectWholePools({ pools: decode.pools, space, firstNumber }, { ...supplier, pools: supplier.rank.pools });
  }
  return expectLayers(handOff.layers, handOff.expected, { pools: decode.pools, space, firstNumber }, (generation) =>
    suppliers.map((supplier) => ({
      pools: supplier.rank.pools,
      space: supplier.space,
      firstNumber: firstNumberAt(memory.numbering, supplier, generation),
    })),
  );
}

/** One arena, with what it should hold. */
export function accountedArena(rank: RankMemory, piece: ArenaPiece, areas: readonly Area[], expectation: Expectation): AccountedArena {
  return {
    arena: piece.arena,
    firstNumber: rank.firstNumber + piece.window.offset / 4,
    segments: segmentArena(piece.window, areas, expectation),
  };
}
