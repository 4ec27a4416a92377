/** @file Where rules and words were read, each in one wording. All are of sgl-project/sglang unless they say otherwise. */

const AUGUST = '2026-08-22 (d315eb725044)';

/** The five refusals. */
export const STATE_SETUP = `sgl-project/sglang python/sglang/srt/disaggregation/utils.py, setup_state_kv_args, ${AUGUST}`;
/** Handshake and rank mapping. */
export const COMMON_MANAGER = 'sgl-project/sglang python/sglang/srt/disaggregation/common/conn.py, CommonKVManager, 2026-08';
/** The registry of prefill ranks. */
export const BOOTSTRAP_SERVER = 'sgl-project/sglang python/sglang/srt/disaggregation/common/conn.py, bootstrap server, 2026-08';
/** The Mooncake backend. */
export const MOONCAKE = 'sgl-project/sglang python/sglang/srt/disaggregation/mooncake/conn.py, 2026-08';
/** The NIXL backend. */
export const NIXL = 'sgl-project/sglang python/sglang/srt/disaggregation/nixl/conn.py, 2026-08';
/** The Mori backend. */
export const MORI = 'sgl-project/sglang python/sglang/srt/disaggregation/mori/conn.py, 2026-08';
/** Prefill's queues. */
export const PREFILL = 'sgl-project/sglang python/sglang/srt/disaggregation/prefill.py, 2026-08';
/** Decode's queues. */
export const DECODE = 'sgl-project/sglang python/sglang/srt/disaggregation/decode.py, 2026-08';
/** Argument hooks. */
export const SERVER_ARGS = 'sgl-project/sglang server arguments and their disaggregation hook, 2026-08';
/** Pools. */
export const POOL = 'sgl-project/sglang python/sglang/srt/mem_cache/deepseek_v4_memory_pool.py, 2026-08 and 2026-09';
/** Compression state. */
export const COMPRESS_STATE = 'sgl-project/sglang python/sglang/srt/mem_cache/deepseek_v4_compress_state.py, 2026-08';
/** Pairing of entries. */
export const PAIRING = 'sgl-project/sglang python/sglang/srt/disaggregation/common/utils.py and common/conn.py, 2026-08';
/** The golden vectors of this repository. */
export const VECTORS = 'test/vectors/ of this repository: results of the engine functions themselves';
/** What no engine source says: worked out from the rules above and carried out by this simulator, word by word. */
export const WORKED_OUT = 'worked out from the addressing rules of the sender (its own item length on both sides) and carried out by this simulator';
