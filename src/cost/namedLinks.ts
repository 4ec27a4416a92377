/** @file The links that can be named on the command line, each with where its figures come from and how far they can be trusted. docs/links.md is made from here. */
import { SimError } from '../core/errors.ts';
import type { CostPiece, Link } from './link.ts';

const GB = 1e9;
const MICRO = 1e-6;

/** A link that is one line whatever the size. */
function onePiece(alphaMicros: number, gigabytesPerSecond: number): readonly CostPiece[] {
  return [{ toBytes: Number.POSITIVE_INFINITY, alphaSeconds: alphaMicros * MICRO, bytesPerSecond: gigabytesPerSecond * GB }];
}

/** Smallest message between two GPUs in nixl#922 (NCCL send and receive): the nearest public figure for the latency of a lone copy. */
const GPU_COPY_ALPHA_MICROS = 10.8;
/** `cuMemcpyBatchAsync`, 5,153 us for 8,192 descriptors. */
const CUDA_POSTING_MICROS = 0.63;

const LINKS: readonly Link[] = [
  {
    name: 'nvlink-4',
    title: 'NVLink 4, one direction',
    pieces: onePiece(GPU_COPY_ALPHA_MICROS, 414),
    postingSeconds: CUDA_POSTING_MICROS * MICRO,
    postingOverlapsWire: true,
    messagesPerSecond: null,
    source:
      'Bandwidth: 450 GB/s a direction, times the 0.92 that nvbandwidth reaches on NVLink 3 (276 of 300 GB/s, its README). Posting: cuMemcpyBatchAsync, vllm#48434. Alpha: nixl#922.',
    uncertain:
      'That the share of 0.92 carries over to NVLink 4; the posting was measured over PCIe, the alpha with NCCL between two A100 over PCIe. No sweep over sizes stands behind it.',
    knownBytes: null,
  },
  {
    name: 'nvlink-5',
    title: 'NVLink 5, one direction',
    pieces: onePiece(GPU_COPY_ALPHA_MICROS, 828),
    postingSeconds: CUDA_POSTING_MICROS * MICRO,
    postingOverlapsWire: true,
    messagesPerSecond: null,
    source: 'Bandwidth: 900 GB/s a direction, times 0.92 as for nvlink-4. Posting: cuMemcpyBatchAsync, vllm#48434. Alpha: nixl#922.',
    uncertain:
      'As nvlink-4, one generation further from what was measured. UCX over cuda_ipc posts far slower than cuMemcpyBatchAsync: 20 times RDMA a descriptor in vllm#55434.',
    knownBytes: null,
  },
  {
    name: 'pcie-4',
    title: 'PCIe 4 x16, one direction',
    pieces: onePiece(GPU_COPY_ALPHA_MICROS, 26),
    postingSeconds: CUDA_POSTING_MICROS * MICRO,
    postingOverlapsWire: true,
    messagesPerSecond: null,
    source: 'Bandwidth: 26 of 32 GB/s, host to device, nvbandwidth README. Posting: cuMemcpyBatchAsync, vllm#48434. Alpha: nixl#922, two A100 over PCIe 4.',
    uncertain: 'The posting was measured on a PCIe 5 machine. The bandwidth is that of very large copies; no sweep over sizes stands behind it.',
    knownBytes: null,
  },
  {
    name: 'pcie-5',
    title: 'PCIe 5 x16, one direction',
    pieces: onePiece(GPU_COPY_ALPHA_MICROS, 54.1),
    postingSeconds: CUDA_POSTING_MICROS * MICRO,
    postingOverlapsWire: true,
    messagesPerSecond: null,
    source:
      'Bandwidth and posting: cuMemcpyBatchAsync on an H100, 8 KiB pages in runs of 1 to 128, vllm#48434: 54.1 GB/s merged, 0.63 us a descriptor. Alpha: nixl#922.',
    uncertain: 'The alpha is from PCIe 4. Transfers one by one took up to 20 % longer than back to back, which is what the bandwidth is of.',
    knownBytes: [8192, 2 ** 20],
  },
  {
    name: 'rdma-400g',
    title: 'One 400 Gb/s NIC, RDMA, NIXL over UCX',
    pieces: [
      { toBytes: 185_363, alphaSeconds: 6.6 * MICRO, bytesPerSecond: 9.8 * GB },
      { toBytes: Number.POSITIVE_INFINITY, alphaSeconds: 8.9 * MICRO, bytesPerSecond: 48.5 * GB },
    ],
    postingSeconds: 3.4 * MICRO,
    postingOverlapsWire: true,
    messagesPerSecond: null,
    source:
      'Pieces: fitted to nixlbench over UCX, 4 KiB to 32 MiB, NVIDIA/cloudai#550; within 0.8 % from 256 KiB, 9 % below. Posting: 79.6 ms for 23,252 descriptors, vllm#55841.',
    uncertain:
      'The protocol switches somewhere between 128 and 256 KiB; the middle is taken. Posting hangs on the library: 0.5 us where descriptors go out in batches, 1.8 (Mooncake) to 2.4 us (libfabric), 40 us in early NIXL. It is not known how far it overlaps the wire in NIXL; here it does.',
    knownBytes: [4096, 33_554_432],
  },
  {
    name: 'efa-p5en',
    title: 'EFA on AWS p5en, 16 x 200 Gb/s, 16 threads',
    pieces: onePiece(10.8, 365),
    postingSeconds: (2.44 / 16) * MICRO,
    postingOverlapsWire: true,
    messagesPerSecond: 1.47e6,
    source:
      'Bandwidth 365 of 400 GB/s (writes) and 1.46 to 1.48 M messages/s: Mooncake efa_transport.md, 64 KiB to 2 MiB, 16 threads. Posting: libfabric in NIXL, 2.44 us (nixl#1514), over 16 threads.',
    uncertain:
      'Reads reach 304 GB/s. At 256 KiB, where the two ceilings meet, 325 GB/s were measured and 365 are modelled. Alpha: the 10.8 us that one NIC needs a message, a guess. One thread alone posts at 2.44 us.',
    knownBytes: [65_536, 2_097_152],
  },
  {
    name: 'tcp-100g',
    title: '100 Gb/s Ethernet, TCP through the kernel',
    pieces: onePiece(30, 11.8),
    postingSeconds: 5 * MICRO,
    postingOverlapsWire: true,
    messagesPerSecond: null,
    source:
      'Bandwidth: 12.5 GB/s, times the 1,448 of 1,538 bytes of a frame that are payload (MTU 1500, TCP timestamps) [calc]. Alpha and posting: assumed, a round trip within a data centre and a system call with its copy.',
    uncertain:
      'Alpha and posting by a factor of two or more. One connection rarely fills the link, and a library may stay far below it: UCX fell back to TCP at 0.5 GB/s in vllm#52607.',
    knownBytes: null,
  },
  {
    name: 'cross-region',
    title: 'Between two cloud regions of one continent, many TCP connections',
    pieces: onePiece(30_000, 6.25),
    postingSeconds: 5 * MICRO,
    postingOverlapsWire: true,
    messagesPerSecond: null,
    source:
      "Bandwidth: half of an instance's 100 Gb/s, the quota of EC2 towards other regions (EC2 user guide, instance network bandwidth). Alpha: half of a round trip of 55 to 87 ms, Virginia to Oregon, as users measured it. Posting: as tcp-100g.",
    uncertain:
      'Everything, by a factor of two and more: it shows the shape, not a figure. One connection is held to 5 Gb/s, and a cold one reaches its rate only after many round trips, which is not modelled.',
    knownBytes: null,
  },
];

/** Names, in the order that lists show them. */
export const LINK_NAMES: readonly string[] = LINKS.map(({ name }) => name);

/** By name. */
export const NAMED_LINKS: ReadonlyMap<string, Link> = new Map(LINKS.map((link) => [link.name, link]));

/** The link of this name. @throws SimError(bad-input) with the names there are */
export function namedLink(name: string): Link {
  const link = NAMED_LINKS.get(name);
  if (link !== undefined) return link;
  throw new SimError('bad-input', { what: `there is no link ${JSON.stringify(name)}`, mend: `Name one of ${LINK_NAMES.join(', ')}, or a YAML file.` });
}
