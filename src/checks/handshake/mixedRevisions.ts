/** @file Nodes that run different versions of the engine. */
import type { PairCheck } from '../pairCheck.ts';
import { COMMON_MANAGER, MOONCAKE } from '../sources.ts';

/**
 * `mixed-revisions`: pools that lie alike are not all that two versions must agree on. The messages between the nodes changed as well, and nobody compares versions (engine notes,
 * sections 2.3 and 9).
 */
export const mixedRevisions: PairCheck = {
  id: 'mixed-revisions',
  title: 'Both nodes run one version of the engine',
  moment: { node: 'both', at: 'never: neither the handshake nor the registration carries a version' },
  said: null,
  words: 'prefill runs the engine of {prefill}, decode that of {decode}',
  engine: 'silent',
  severity: 'warning',
  compared: 'the versions of the two nodes, as --revision or a scenario gives them. A launch line does not tell: both are taken to be the same.',
  meaning:
    'Where the versions lay these pools out differently, other findings say so (revision-mismatch). What stays is the form of the messages: newer registrations carry layer ids and further frames, aborts carry a token and are answered, and a failed state component fails the room where older versions went on. How one version reads the messages of the other was not read, and is not simulated.',
  consequence: ({ stages }) =>
    stages === undefined || stages === '1'
      ? 'The lists and bytes of this hand-off are as both versions have them. Failures and aborts are not dealt with alike: a room may fail on one node and live on on the other, until a timeout.'
      : `Prefill has ${stages} pipeline stages: a version that pairs entries by layer id wants the ids of both peers or of neither, and raises \`Layer metadata must be provided by both PD peers or neither\` where only one sends them.`,
  mend: () => 'Run one version of the engine on both nodes; while they are upgraded, pair new with new and old with old.',
  example: { prefill: '2026-08', decode: '2026-09' },
  situations: ['A rolling upgrade.', 'Two container images with the same tag, pulled on different days.'],
  related: ['revision-mismatch', 'state-send-failed'],
  sources: [COMMON_MANAGER, MOONCAKE],
  run: ({ prefill, decode }) => {
    const [p, d] = [prefill.engine, decode.engine];
    if (p === null || d === null || p.revision === d.revision) return [];
    return [{ side: 'both', values: { prefill: p.revision, decode: d.revision, stages: String(p.grid.pp) }, prefill: p.revision, decode: d.revision }];
  },
};
