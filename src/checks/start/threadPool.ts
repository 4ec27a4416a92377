/** @file Refusal: fewer transfer threads than queues. */
import { numberOf } from '../entry.ts';
import { AT_MANAGER } from '../moments.ts';
import { nodeFact, type PairCheck } from '../pairCheck.ts';
import { MOONCAKE } from '../sources.ts';

/** Queues where SGLANG_DISAGGREGATION_QUEUE_SIZE is not set. */
const DEFAULT_QUEUES = 4;

/** `thread-pool`: every queue of the Mooncake manager needs a thread of its own. */
export const threadPool: PairCheck = {
  id: 'thread-pool',
  title: 'There are at least as many transfer threads as queues',
  moment: { node: 'prefill', at: AT_MANAGER },
  said: 'AssertionError',
  words:
    'The environment variable SGLANG_DISAGGREGATION_THREAD_POOL_SIZE={threads} must be greater than or equal to SGLANG_DISAGGREGATION_QUEUE_SIZE={queues}.',
  engine: 'refuses',
  severity: 'error',
  compared: 'the two variables, on prefill with Mooncake. Threads default to a number between 4 and 12 that follows the cores; queues to 4.',
  meaning: 'Rooms are spread over queues, and threads are divided by the number of queues: with fewer threads a queue would get none.',
  consequence: (values) => {
    const [threads, queues] = [numberOf(values, 'threads'), numberOf(values, 'queues')];
    const idle = threads === null || queues === null ? 'some queues' : `${queues - threads} of ${queues} queues`;
    return `The node does not start. Without the check, the rooms of ${idle} would never be sent.`;
  },
  mend: ({ queues }) =>
    `On prefill, set SGLANG_DISAGGREGATION_THREAD_POOL_SIZE to ${queues ?? 'the number of queues'} or more, or lower SGLANG_DISAGGREGATION_QUEUE_SIZE.`,
  example: { threads: '4', queues: '8' },
  situations: ['SGLANG_DISAGGREGATION_QUEUE_SIZE raised alone.', 'A machine with few cores, where the default number of threads is 4.'],
  related: ['transfer-thread-failed'],
  sources: [MOONCAKE],
  run: ({ prefill }) => {
    const { threadPoolSize, queueSize, transferBackend } = prefill.extra;
    if (threadPoolSize === null || (transferBackend !== null && !transferBackend.startsWith('mooncake'))) return [];
    const queues = queueSize ?? DEFAULT_QUEUES;
    if (threadPoolSize >= queues) return [];
    return [nodeFact(prefill, { threads: String(threadPoolSize), queues: String(queues) }, `${threadPoolSize} threads, ${queues} queues`)];
  },
};
