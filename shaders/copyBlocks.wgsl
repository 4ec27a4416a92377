// Copies blocks from a table, a workgroup a block. Offsets and sizes are whole words, of any alignment. Twin: src/device/cpu/copyTable.ts.
// The destination is written in whole vectors, but for the edges of a block, where single components are: a neighbour's words are never touched.

override WORKGROUP: u32 = 64;

struct Block {
  srcWord: u32,
  dstWord: u32,
  words: u32,
}

@group(0) @binding(0) var<storage, read> src: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4u>;
@group(0) @binding(2) var<storage, read> blocks: array<Block>;
@group(0) @binding(3) var<uniform> blockCount: u32;

fn copyWord(srcWord: u32, dstWord: u32) {
  dst[dstWord / 4u][dstWord & 3u] = src[srcWord / 4u][srcWord & 3u];
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var b = group.x; b < blockCount; b += groups.x) {
    let block = blocks[b];
    let dstEnd = block.dstWord + block.words;
    // Whole vectors of the destination: [firstVector, endVector); what lies before and after are the edges.
    let firstVector = (block.dstWord + 3u) / 4u;
    let endVector = max(firstVector, dstEnd / 4u);
    // From destination word to source word, modulo 2^32.
    let shift = block.srcWord - block.dstWord;
    let phase = shift & 3u;
    let srcShift = block.srcWord - phase - block.dstWord;
    if (phase == 0u) {
      let vectorShift = (firstVector * 4u + shift) / 4u - firstVector;
      for (var i = firstVector + lane; i < endVector; i += WORKGROUP) {
        dst[i] = src[i + vectorShift];
      }
    } else {
      let vectorShift = (firstVector * 4u + srcShift) / 4u - firstVector;
      for (var i = firstVector + lane; i < endVector; i += WORKGROUP) {
        let low = src[i + vectorShift];
        let high = src[i + vectorShift + 1u];
        if (phase == 1u) {
          dst[i] = vec4u(low.yzw, high.x);
        } else if (phase == 2u) {
          dst[i] = vec4u(low.zw, high.xy);
        } else {
          dst[i] = vec4u(low.w, high.xyz);
        }
      }
    }
    if (((block.dstWord | block.words) & 3u) != 0u) {
      let headEnd = min(dstEnd, firstVector * 4u);
      for (var w = block.dstWord + lane; w < headEnd; w += WORKGROUP) {
        copyWord(w + shift, w);
      }
      for (var w = max(headEnd, endVector * 4u) + lane; w < dstEnd; w += WORKGROUP) {
        copyWord(w + shift, w);
      }
    }
  }
}
