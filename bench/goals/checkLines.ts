/** @file Goal `check-lines`: how long a user with two launch lines waits for the verdict, the mends, and the mended lines. */
import { commandGoal, printed } from './commandGoal.ts';

/** Two faults, so that mends are searched for and the pair is checked again. */
const PREFILL =
  'python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode prefill --disaggregation-transfer-backend mooncake --tp 4 --page-size 256 --kv-cache-dtype fp8_e4m3 --chunked-prefill-size 8192 --max-running-requests 128';
const DECODE =
  'SGLANG_DSV4_COMPRESS_STATE_DTYPE=bf16 python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode decode --disaggregation-transfer-backend mooncake --tp 4 --swa-full-tokens-ratio 0.15 --max-running-requests 64 --speculative-algorithm EAGLE --speculative-num-steps 3 --speculative-eagle-topk 1 --speculative-num-draft-tokens 4';

/** `disagg-sim check --prefill ... --decode ... --json`, from start to exit. */
export const checkLines = commandGoal({
  name: 'check-lines',
  goalSeconds: 0.5,
  prepare: () => ({ args: ['check', '--prefill', PREFILL, '--decode', DECODE, '--json'], facts: { faults: 2 } }),
  verify: (stdout) => {
    const { verdict, mended } = printed(stdout);
    const after = (mended as { verdict?: unknown } | undefined)?.verdict;
    if (verdict !== 'silent-corruption' || after !== 'fits') throw new Error(`check says ${String(verdict)}, and ${String(after)} when mended`);
  },
});
