/**
 * @file A hand-off that has been carried out, accounted for: every word of decode's memory, behind a self-test of the detector.
 */

import type { Finding } from '../core/finding.ts';
import { randomStream } from '../core/random.ts';
import type { Device } from '../device/device.ts';
import { type Area, componentName, mapAreas } from '../verify/areas.ts';
import { describeSpan, type NamedRank, type PlacedSpan } from '../verify/describeSpans.ts';
import type { Expectation } from '../verify/expectation.ts';
import { segmentArena } from '../verify/segments.ts';
import { type AccountedArena, accountWithSelfTest, type SelfTestResult } from '../verify/selfTest.ts';
import type { ComponentWords } from '../verify/verdict.ts';
import { addCounts, NO_WORDS, sumCounts, type WordCounts } from '../verify/wordCounts.ts';
import { expectLayers } from './expectedLayers.ts';
import { type HandOff, suppliersOf } from './handOff.ts';
import { type ArenaPiece, firstNumberAt, type NodeMemory, type RankMemory } from './nodeMemory.ts';

/** What is being done, for progress: a phase, and how far it is. */
export type Progress = (phase: string, done: number, total: number) => void;

/** All of decode's memory, accounted for. */
export interface Accounted {
  readonly words: WordCounts;
  readonly components: readonly ComponentWords[];
  readonly selfTest: SelfTestResult;
  /** One a bad span, the first ones in address order. */
  readonly findings: readonly Finding[];
  readonly contestedBytes: number;
}

/** Bad spans that are put in words. */
const FINDINGS_LIMIT = 32;

/** Accounts for every word of every decode rank, behind a self-test of the detector. */
export async function account(device: Device, handOff: HandOff, memory: NodeMemory, seed: number, onProgress?: Progress): Promise<Accounted> {
  const areas = new Map<RankMemory, readonly Area[]>();
  for (const rank of [...memory.prefill, ...memory.decode]) areas.set(rank, mapAreas(rank.space, rank.rank.pools));
  const named = [...areas].map(([{ rank }, own]): NamedRank => ({ side: rank.side, index: rank.rankIndex, areas: own }));
  const total = memory.decode.reduce((sum, rank) => sum + rank.pieces.length, 0);
  const sums = new Map<string, WordCounts>();
  const findings: Finding[] = [];
  let selfTest: SelfTestResult = { planted: 0, found: 0 };
  let contestedBytes = 0;
  let done = 0;
  for (const rank of memory.decode) {
    const expectation = expectedOn(rank, handOff, memory);
    contestedBytes += expectation.contestedBytes;
    for (const piece of rank.pieces) {
      const accounted = accountedArena(rank, piece, areas.get(rank) ?? [], expectation);
      const random = randomStream(seed, `self-test/${rank.rank.rankIndex}/${piece.window.offset}`);
      const tested = await accountWithSelfTest(device, accounted, memory.width, random);
      selfTest = { planted: selfTest.planted + tested.selfTest.planted, found: selfTest.found + tested.selfTest.found };
      for (const [name, counts] of sumCounts(accounted.segments, tested.counts, ({ area }) => componentName(area))) {
        sums.set(name, addCounts(sums.get(name) ?? NO_WORDS, counts));
      }
      const bad = tested.counts.bad.some((count) => count > 0);
      if (bad && findings.length < FINDINGS_LIMIT) {
        const placed = await placedSpans(device, accounted, piece, memory, rank, named, FINDINGS_LIMIT - findings.length);
        findings.push(...placed.map((span) => describeSpan(span, memory.numbering, named, memory.width)));
      }
      done += 1;
      onProgress?.('account', done, total);
    }
  }
  const components = [...sums].map(([name, counts]) => ({ name, ...counts }));
  return { words: components.reduce<WordCounts>(addCounts, NO_WORDS), components, selfTest, findings, contestedBytes };
}

function expectedOn(rank: RankMemory, handOff: HandOff, memory: NodeMemory): Expectation {
  const suppliers = suppliersOf(handOff, rank.rank.rankIndex).flatMap((index) => memory.prefill[index] ?? []);
  const { rank: decode, space, firstNumber } = rank;
  return expectLayers(handOff.layers, handOff.expected, { pools: decode.pools, space, firstNumber }, (generation) =>
    suppliers.map((supplier) => ({
      pools: supplier.rank.pools,
      space: supplier.space,
      firstNumber: firstNumberAt(memory.numbering, supplier, generation),
    })),
  );
}

function accountedArena(rank: RankMemory, piece: ArenaPiece, areas: readonly Area[], expectation: Expectation): AccountedArena {
  return {
    arena: piece.arena,
    firstNumber: rank.firstNumber + piece.window.offset / 4,
    segments: segmentArena(piece.window, areas, expectation),
  };
}

async function placedSpans(
  device: Device,
  accounted: AccountedArena,
  piece: ArenaPiece,
  memory: NodeMemory,
  rank: RankMemory,
  named: readonly NamedRank[],
  limit: number,
): Promise<PlacedSpan[]> {
  const segments = accounted.segments.map((traced) => traced.segment);
  const spans = await device.badSpans(accounted.arena, accounted.firstNumber, memory.width, segments, limit);
  const own = named.find((other) => other.side === 'decode' && other.index === rank.rank.rankIndex);
  return spans.flatMap((span) => {
    const traced = accounted.segments[span.segment];
    return own === undefined || traced === undefined ? [] : [{ rank: own, offset: piece.window.offset + span.offset, span, traced }];
  });
}
