/** @file Request slots without a ring. */
import { formatInteger } from '../../core/units.ts';
import { requestSlots } from '../../pools/serverSizing.ts';
import { numberOf } from '../entry.ts';
import { NEVER } from '../moments.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { POOL, WORKED_OUT } from '../sources.ts';

/** `slots-not-covered`: the allocator hands out every row of req_to_token, whatever the pools were built for. */
export const slotsCovered: PairCheck = {
  id: 'slots-not-covered',
  title: 'Every request slot has its ring',
  moment: { ...NEVER, node: 'both' },
  said: null,
  words: 'pools have rings for {covered} slots, and requests get slots up to {last}',
  engine: 'silent',
  severity: 'error',
  compared:
    "on each node, the slots that the target pool's rings and request state are sized for against the rows of req_to_token: --max-running-requests + 1, and on decode the slots it preallocates.",
  meaning:
    'Ring rows and C128 state lie at slot x ring. A slot beyond the last ring addresses what lies behind it: in unified buffers the compressed rows of other requests.',
  consequence: (values) => {
    const [covered, last] = [numberOf(values, 'covered'), numberOf(values, 'last')];
    if (covered === null || last === null) return 'Requests in the last slots write over compressed rows, or past the end of the buffer.';
    return `Requests in slots ${covered}..${last} have no ring: with rings of 131 rows, slot ${covered} starts at row ${formatInteger(covered * 131)}, where the compressed rows begin (page 0 first), and its window overwrites them; C128 state of those slots lies past the end of its buffer.`;
  },
  mend: ({ last }) =>
    `On this node, build the pools for ${last === undefined ? 'all' : Number(last) + 1} slots (numReqSlots = rows of req_to_token; remove what gives one pool its own).`,
  example: { covered: '65', last: '128' },
  situations: [
    'A pool sized by --max-running-requests on decode, without the slots that decode preallocates (--disaggregation-decode-extra-slots).',
    'A pool rebuilt for fewer requests.',
  ],
  related: ['swa-ring-geometry', 'swa-pages-not-covered', 'no-request-slots'],
  sources: [POOL, WORKED_OUT],
  run: (pair) =>
    bothNodes(pair).flatMap((node) => {
      const { engine, ranks, side } = node;
      const covered = ranks[0]?.slots ?? null;
      if (engine === null || covered === null) return [];
      const slots = requestSlots(engine, side);
      return covered >= slots ? [] : [nodeFact(node, { covered: String(covered), last: String(slots - 1) }, `${covered} of ${slots} slots`)];
    }),
};
