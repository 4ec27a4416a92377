/**
 * @file Flags of the server that have nothing to do with memory or a hand-off. They are listed so that what they take is not mistaken for something
 * else, and so that they are not reported as unknown.
 */
import { LIST, SWITCH, TEXT, type ValueKind } from './valueKinds.ts';

const WITH_VALUE = `
  config tokenizer-path tokenizer-mode tokenizer-worker-num load-format model-loader-extra-config revision model-impl host port fastapi-root-path warmups nccl-port
  dtype quantization quantization-param-path modelopt-quant modelopt-checkpoint-restore-path modelopt-checkpoint-save-path modelopt-export-path
  rl-quant-profile max-queued-requests prefill-max-requests schedule-policy priority-scheduling-preemption-threshold schedule-conservativeness
  radix-eviction-policy prefill-delayer-max-delay-passes prefill-delayer-token-usage-low-watermark prefill-delayer-queue-min-ratio
  prefill-delayer-max-delay-ms moe-dp-size moe-data-parallel-size pp-max-micro-batch-size pp-async-batch-depth stream-interval random-seed
  constrained-json-whitespace-pattern soft-watchdog-timeout dist-timeout download-dir gpu-id-step log-level log-level-http log-requests-level
  log-requests-format crash-dump-folder tokenizer-metrics-custom-labels-header gc-warning-threshold-secs decode-log-interval kv-events-config
  otlp-traces-endpoint export-metrics-to-file-dir api-key admin-api-key served-model-name weight-version chat-template hf-chat-template-name
  completion-template file-storage-path tool-server sampling-defaults dist-init-addr nccl-init-addr nnodes node-rank preferred-sampling-params
  max-lora-rank max-loras-per-batch max-loaded-loras lora-eviction-policy lora-backend max-lora-chunk-size lora-drain-wait-threshold
  prefill-attention-backend decode-attention-backend sampling-backend grammar-backend mm-attention-backend dsa-prefill-backend dsa-decode-backend
  nsa-prefill-backend nsa-decode-backend fp8-gemm-backend fp4-gemm-backend speculative-draft-model-revision speculative-draft-load-format
  speculative-accept-threshold-single speculative-accept-threshold-acc speculative-token-map speculative-attention-mode
  speculative-draft-attention-backend speculative-moe-runner-backend speculative-moe-a2a-backend speculative-draft-model-quantization
  speculative-draft-kv-cache-dtype speculative-draft-window-size speculative-dspark-block-size speculative-dflash-block-size
  speculative-ngram-min-bfs-breadth speculative-ngram-max-bfs-breadth speculative-ngram-match-type speculative-ngram-max-trie-depth
  speculative-ngram-capacity moe-runner-backend flashinfer-mxfp4-moe-precision deepep-mode deepep-dispatcher-output-dtype ep-num-redundant-experts
  ep-dispatch-algorithm init-expert-location eplb-algorithm eplb-rebalance-num-iterations eplb-rebalance-layers-per-chunk
  eplb-min-rebalancing-utilization-threshold expert-distribution-recorder-mode expert-distribution-recorder-buffer-size moe-dense-tp-size
  elastic-ep-backend mooncake-ib-device max-mamba-cache-size mamba-ssm-dtype mamba-full-memory-ratio mamba-scheduler-strategy mamba-track-interval
  hicache-write-policy hicache-io-backend hicache-mem-layout hicache-storage-prefetch-policy hicache-storage-backend-extra-config kt-weight-path
  kt-method kt-cpuinfer kt-threadpool-count kt-num-gpu-experts cpu-offload-gb offload-group-size offload-num-in-group offload-prefetch-step
  offload-mode tbo-token-distribution-threshold piecewise-cuda-graph-compiler torch-compile-max-bs piecewise-cuda-graph-max-tokens torchao-config
  triton-attention-num-kv-splits triton-attention-split-tile-size num-continuous-decode-steps scheduler-recv-interval rl-on-policy-target
  dynamic-batch-tokenizer-batch-size dynamic-batch-tokenizer-batch-timeout debug-tensor-dump-output-folder debug-tensor-dump-input-file
  encoder-transfer-backend ssl-keyfile ssl-certfile ssl-ca-certs ssl-keyfile-password dcp-comm-backend gated-launch-port optimistic-prefill-attempts
`;

const SWITCHES = `
  skip-tokenizer-init is-embedding enable-multimodal grpc-mode checkpoint-engine-wait-weights-before-ready enable-fp32-lm-head quantize-and-serve
  enable-dynamic-chunking enable-priority-scheduling abort-on-priority-when-disabled schedule-low-priority-values-first incremental-streaming-output
  constrained-json-disable-any-whitespace sleep-on-idle log-requests show-time-cost enable-metrics enable-mfu-metrics
  enable-metrics-for-all-schedulers collect-tokens-histogram enable-request-time-stats-logging enable-trace export-metrics-to-file
  enable-cache-report enable-lora enable-lora-overlap-loading disable-flashinfer-autotune enable-multi-layer-eagle
  enable-flashinfer-allreduce-fusion enable-aiter-allreduce-fusion enable-eplb enable-expert-distribution-metrics enable-elastic-expert-backup
  enable-deepep-waterfill elastic-ep-rejoin enable-lmcache disable-cuda-graph disable-cuda-graph-padding enable-profile-cuda-graph
  enable-cudagraph-gc enable-layerwise-nvtx-marker enable-nccl-nvls enable-symm-mem disable-flashinfer-cutlass-moe-fp4-allgather
  enable-tokenizer-batch-encode disable-tokenizer-batch-decode disable-outlines-disk-cache disable-custom-all-reduce enable-mscclpp
  enable-torch-symm-mem enable-mixed-chunk enable-two-batch-overlap enable-single-batch-overlap enable-torch-compile
  enable-torch-compile-debug-mode disable-piecewise-cuda-graph enforce-piecewise-cuda-graph enable-nan-detection enable-p2p-check
  triton-attention-reduce-in-fp32 delete-ckpt-after-loading enable-memory-saver enable-weights-cpu-backup enable-draft-weights-cpu-backup
  allow-auto-truncate enable-custom-logit-processor flashinfer-mla-disable-ragged disable-chunked-prefix-cache disable-fast-image-processor
  keep-mm-feature-on-device enable-return-hidden-states enable-return-routed-experts enable-deterministic-inference
  enable-attn-tp-input-scattered enable-fused-qk-norm-rope enable-dynamic-batch-tokenizer encoder-only language-only speculative-adaptive
  enable-cp-decode-attn-tp enable-tp-lm-head-all-to-all no-enable-tp-lm-head-all-to-all
`;

const WITH_LIST = `
  log-requests-target tokenizer-metrics-allowed-custom-labels bucket-time-to-first-token bucket-inter-token-latency bucket-e2e-request-latency
  prompt-tokens-buckets generation-tokens-buckets lora-paths lora-target-modules numa-node piecewise-cuda-graph-tokens debug-tensor-dump-layers
  encoder-urls custom-weight-loader prefill-delayer-forward-passes-buckets prefill-delayer-wait-seconds-buckets
  uvicorn-access-log-exclude-prefixes model-checksum
`;

/** By name, dashes included, what each takes. From the server's argument list, 2026. */
export const OTHER_FLAGS: ReadonlyMap<string, ValueKind> = new Map(
  (
    [
      [WITH_VALUE, TEXT],
      [SWITCHES, SWITCH],
      [WITH_LIST, LIST],
    ] as const
  ).flatMap(([names, takes]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [`--${name}`, takes] as const),
  ),
);
