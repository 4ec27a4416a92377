// Writes rows of a pattern over [firstWord, endWord), the first row starting at firstWord. Twin: src/device/cpu/fill.ts.

override WORKGROUP: u32 = 64;
override RUN_VECTORS: u32 = 4096;

struct Task {
  firstWord: u32,
  endWord: u32,
  rowWords: u32,
  headWords: u32,
  headWord: u32,
  tailWord: u32,
}

@group(0) @binding(0) var<storage, read_write> memory: array<vec4u>;
@group(0) @binding(1) var<uniform> task: Task;

fn patternWord(word: u32) -> u32 {
  return select(task.tailWord, task.headWord, (word - task.firstWord) % task.rowWords < task.headWords);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let endVector = (task.endWord + 3u) / 4u;
  for (var run = task.firstWord / 4u + group.x * RUN_VECTORS; run < endVector; run += groups.x * RUN_VECTORS) {
    let end = min(endVector, run + RUN_VECTORS);
    for (var i = run + lane; i < end; i += WORKGROUP) {
      let word = i * 4u;
      if (word >= task.firstWord && word + 4u <= task.endWord) {
        memory[i] = vec4u(patternWord(word), patternWord(word + 1u), patternWord(word + 2u), patternWord(word + 3u));
      } else {
        for (var w = max(word, task.firstWord); w < min(word + 4u, task.endWord); w += 1u) {
          memory[i][w & 3u] = patternWord(w);
        }
      }
    }
  }
}
