/** @file Measurements that others have published, as data: what links are fitted to, and what the model is held against. */

/** A measured transfer: so many messages of one size, and the seconds that all of them took. */
export interface SweepSample {
  readonly bytes: number;
  readonly messages: number;
  readonly seconds: number;
}

/** nixlbench over UCX, one message at a time, 400 Gb/s: `avg_lat` of the CSV in NVIDIA/cloudai#550, which goes on beyond the rows quoted there. */
export const NIXLBENCH_UCX: readonly SweepSample[] = (
  [
    [4096, 6.51488],
    [8192, 7.17361],
    [16_384, 8.83929],
    [32_768, 10.9187],
    [65_536, 13.4464],
    [131_072, 18.7331],
    [262_144, 14.3363],
    [524_288, 19.6518],
    [1_048_576, 30.3075],
    [2_097_152, 52.127],
    [4_194_304, 95.5079],
    [8_388_608, 182.206],
    [16_777_216, 355.302],
    [33_554_432, 701.825],
  ] as const
).map(([bytes, micros]) => ({ bytes, messages: 1, seconds: micros * 1e-6 }));

/** Mooncake's bench on EFA, p5en, GPU to GPU, writes, 16 threads with batches of 128: message bytes, GB/s (Mooncake docs, efa_transport.md). */
export const MOONCAKE_EFA_WRITES: readonly { readonly bytes: number; readonly gbps: number }[] = [
  { bytes: 2 ** 16, gbps: 97 },
  { bytes: 2 ** 17, gbps: 191 },
  { bytes: 2 ** 18, gbps: 325 },
  { bytes: 2 ** 19, gbps: 358 },
  { bytes: 2 ** 20, gbps: 353 },
  { bytes: 2 ** 21, gbps: 367 },
];

/** `cuMemcpyBatchAsync` on an H100, PCIe 5, 8,192 pages of 8 KiB, scattered and in runs of 16 pages: vllm-project/vllm#48434. */
export const CUDA_BATCH_COPIES = {
  pages: 8192,
  pageBytes: 8192,
  /** Submission alone, and back-to-back transfers, as measured. */
  scattered: { submitSeconds: 5153e-6, gbpsBackToBack: [12.5, 15.2] },
  runsOf16: { descriptors: 512, submitSeconds: 270e-6, gbpsBackToBack: 54.1 },
} as const;

/**
 * A READ of one rank over NIXL and UCX with blocks as a queue of free ones hands them out, and with runs preferred: vllm-project/vllm#55841.
 * `merged` is the share of descriptors that NIXL merged away. The bytes are not told.
 */
export const VLLM_CONTIGUOUS_RUNS = {
  before: { descriptors: 23_252, merged: 0.097, postingSeconds: 79.6e-3, seconds: 117e-3 },
  /** The ends of what was seen; the times are "about". */
  after: [
    { descriptors: 8926, merged: 0.507, postingSeconds: 32e-3, seconds: 53e-3 },
    { descriptors: 10_222, merged: 0.494, postingSeconds: 32e-3, seconds: 53e-3 },
  ],
} as const;
