/** @file Index times item length in too few bits: offsets wrap, signed ones to below the start. */
import { formatInteger } from '../core/units.ts';
import { editBlocks } from './editBlocks.ts';
import { type FaultKind, type FaultSide, untouched } from './fault.ts';
import { entriesOf } from './itemLengthOff.ts';

/** Width of the product, whether it is signed, and whose addresses are made with it; 32 bits, signed, on both sides by default. */
export interface OffsetWrap {
  readonly kind: 'offset-wrap';
  readonly bits?: number | undefined;
  readonly signed?: boolean | undefined;
  readonly side?: FaultSide | 'both' | undefined;
}

/** Wraps every block's offset in its entry. */
export const offsetWrap: FaultKind<OffsetWrap, 'plan'> = {
  kind: 'offset-wrap',
  title: 'the product of index and item length wraps',
  seam: 'plan',
  classOf: () => 'offset-wrap',
  plant: (view, { bits = 32, signed = true, side = 'both' }) => {
    const { plan, preparation } = view;
    const span = 2 ** bits;
    const wrap = (offset: number) => {
      const low = ((offset % span) + span) % span;
      return signed && low >= span / 2 ? low - span : low;
    };
    const bases = plan.entries.map(({ component, srcPosition, dstPosition, prefillRank, decodeRank }) => ({
      src: entriesOf(preparation.prefill.ranks[prefillRank], component)[srcPosition]?.offset ?? 0,
      dst: entriesOf(preparation.decode.ranks[decodeRank], component)[dstPosition]?.offset ?? 0,
    }));
    let first: number | null = null;
    let wrapped = 0;
    const changed = editBlocks(plan, (block) => {
      const base = bases[plan.blocks.entry[block] as number] ?? { src: 0, dst: 0 };
      const src = plan.blocks.srcOffset[block] as number;
      const dst = plan.blocks.dstOffset[block] as number;
      const srcOffset = side === 'decode' ? src : base.src + wrap(src - base.src);
      const dstOffset = side === 'prefill' ? dst : base.dst + wrap(dst - base.dst);
      if (srcOffset === src && dstOffset === dst) return null;
      first ??= dstOffset === dst ? srcOffset - base.src : dstOffset - base.dst;
      wrapped += 1;
      return { srcOffset, dstOffset };
    });
    if (first === null) return untouched(view);
    return {
      result: { plan: changed, preparation },
      did: `${signed ? 'signed' : 'unsigned'} ${bits}-bit products wrap in ${wrapped} ${wrapped === 1 ? 'block' : 'blocks'}: the first to ${formatInteger(first)}`,
    };
  },
};
