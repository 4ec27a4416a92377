// Counts the bad words of every chunk, a workgroup a chunk: its edges always, whole vectors only where differ.wgsl has marked them.
// Twin of both: src/device/cpu/account.ts.

struct Task {
  // Number of the arena's word 0.
  own: Number,
  chunkCount: u32,
}

@group(0) @binding(0) var<storage, read> memory: array<vec4u>;
@group(0) @binding(1) var<storage, read> chunks: array<Chunk>;
@group(0) @binding(2) var<storage, read> marks: array<u32>;
// For each chunk: bad words, and those of them that still hold their own number.
@group(0) @binding(3) var<storage, read_write> counts: array<array<atomic<u32>, 2>>;
@group(0) @binding(4) var<uniform> task: Task;

fn countTrue(which: vec4<bool>) -> u32 {
  let ones = select(vec4u(0u), vec4u(1u), which);
  return ones.x + ones.y + ones.z + ones.w;
}

// (bad, missing) of those words of a vector that `inside` says lie in the chunk.
fn judge(chunk: Chunk, vector: u32, inside: vec4<bool>) -> vec2u {
  let word = vector * 4u;
  let value = memory[vector];
  if (chunk.kind == UNTOUCHED) {
    // What should hold its own number is never missing.
    return vec2u(countTrue((value != stamps(numberAt(chunk, word))) & inside), 0u);
  }
  var bad = inside;
  if (chunk.kind == FILLED) {
    // Rows are added so that an edge's words before the chunk stay above zero.
    let column = (vec4u(chunk.column + 4u * chunk.rowWords + word - chunk.firstWord) + LANES) % chunk.rowWords;
    bad &= value != select(vec4u(chunk.tailWord), vec4u(chunk.headWord), column < vec4u(chunk.headWords));
  } else if (chunk.kind == STAMPED) {
    bad &= value != stamps(numberAt(chunk, word));
  }
  return vec2u(countTrue(bad), countTrue(bad & (value == stamps(advance(task.own, word)))));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var c = group.x; c < task.chunkCount; c += groups.x) {
    let chunk = chunks[c];
    let end = endVector(chunk);
    var tally = vec2u(0u);
    var at = marksAt(c, lane);
    for (var first = firstVector(chunk) + lane; first < end; first += BATCH) {
      let stop = min(end, first - lane + BATCH);
      for (var marked = marks[at]; marked != 0u; marked &= marked - 1u) {
        let turn = first + countOneBits((marked & (0u - marked)) - 1u) * TURN;
        for (var i = turn; i < min(stop, turn + TURN); i += WORKGROUP) {
          tally += judge(chunk, i, vec4<bool>(true));
        }
      }
      at += WORKGROUP;
    }
    // The vectors that the chunk's first and last words lie in, where it does not hold them whole; one vector may be both.
    let edges = vec2u(firstVector(chunk) - 1u, end);
    let words = vec2u(chunk.firstWord, chunk.firstWord + chunk.words);
    let isEdge = vec2<bool>(words.x % 4u != 0u, words.y % 4u != 0u && words.y / 4u >= firstVector(chunk));
    if (lane < 2u && isEdge[lane]) {
      let word = vec4u(edges[lane] * 4u) + LANES;
      tally += judge(chunk, edges[lane], (word >= vec4u(words.x)) & (word < vec4u(words.y)));
    }
    if (tally.x != 0u) {
      atomicAdd(&counts[c][0], tally.x);
      atomicAdd(&counts[c][1], tally.y);
    }
  }
}
