// Counts the bad words of every chunk, a workgroup a chunk: the edges always, whole vectors only where differ.wgsl has found any that differ.
// Twin of both: src/device/cpu/account.ts.

override WORKGROUP: u32 = 64;

struct Task {
  // Number of the arena's word 0.
  own: Number,
  chunkCount: u32,
}

@group(0) @binding(0) var<storage, read> memory: array<vec4u>;
@group(0) @binding(1) var<storage, read> chunks: array<Chunk>;
@group(0) @binding(2) var<storage, read> suspects: array<u32>;
// For each chunk: bad words, and those of them that still hold their own number.
@group(0) @binding(3) var<storage, read_write> counts: array<array<atomic<u32>, 2>>;
@group(0) @binding(4) var<uniform> task: Task;

// Adds (bad, missing) of one word.
fn judge(chunk: Chunk, word: u32, tally: ptr<function, vec2u>) {
  let value = memory[word / 4u][word & 3u];
  if (chunk.kind == FILLED) {
    let column = (chunk.column + word - chunk.firstWord) % chunk.rowWords;
    if (value == select(chunk.tailWord, chunk.headWord, column < chunk.headWords)) {
      return;
    }
  } else if (chunk.kind != UNSUPPLIED && value == stamp(advance(chunk.number, word - chunk.firstWord))) {
    return;
  }
  *tally += vec2u(1u, select(0u, 1u, value == stamp(advance(task.own, word))));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var c = group.x; c < task.chunkCount; c += groups.x) {
    let chunk = chunks[c];
    let endWord = chunk.firstWord + chunk.words;
    var tally = vec2u(0u);
    if (suspects[c] != 0u) {
      for (var i = firstVector(chunk) + lane; i < endVector(chunk); i += WORKGROUP) {
        for (var j = 0u; j < 4u; j += 1u) {
          judge(chunk, i * 4u + j, &tally);
        }
      }
    }
    let headEnd = min(endWord, firstVector(chunk) * 4u);
    for (var w = chunk.firstWord + lane; w < headEnd; w += WORKGROUP) {
      judge(chunk, w, &tally);
    }
    for (var w = max(headEnd, endVector(chunk) * 4u) + lane; w < endWord; w += WORKGROUP) {
      judge(chunk, w, &tally);
    }
    if (tally.x != 0u) {
      atomicAdd(&counts[c][0], tally.x);
      atomicAdd(&counts[c][1], tally.y);
    }
  }
}
