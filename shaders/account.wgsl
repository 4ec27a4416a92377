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

// How many words differ.
fn ones(difference: vec4u) -> u32 {
  let each = min(difference, vec4u(1u));
  return each.x + each.y + each.z + each.w;
}

// (bad, missing) of the words of a vector, of whatever kind the chunk is, that `inside` says lie in it.
fn judge(chunk: Chunk, vector: u32, inside: vec4<bool>) -> vec2u {
  let word = vector * 4u;
  let value = memory[vector];
  var bad = inside;
  if (chunk.kind == FILLED) {
    // Rows are added so that an edge's words before the chunk stay above zero.
    let column = (vec4u(chunk.column + 4u * chunk.rowWords + word - chunk.firstWord) + LANES) % chunk.rowWords;
    bad &= value != select(vec4u(chunk.tailWord), vec4u(chunk.headWord), column < vec4u(chunk.headWords));
  } else if (chunk.kind != UNSUPPLIED) {
    bad &= value != stamps(numberAt(chunk, word));
  }
  let missing = bad & (value == stamps(advance(task.own, word)));
  return vec2u(ones(select(vec4u(0u), vec4u(1u), bad)), ones(select(vec4u(0u), vec4u(1u), missing)));
}

// The next turn that is marked, in vectors.
fn nextTurn(marked: u32) -> u32 {
  return countOneBits((marked & (0u - marked)) - 1u) * TURN;
}

// What follows adds up (bad, missing) over the whole vectors of the turns marked, of those that begin at the vectors first, first + TURN, ... below end:
// once for any kind of chunk, and twice for nearly all of memory, where narrow stamps are alike only if numbers are. SwiftShader carries out both sides of
// every branch, and skips only loops without a turn; so what sets them apart are their marks.
fn judgeAny(chunk: Chunk, marks: u32, first: u32, end: u32) -> vec2u {
  var tally = vec2u(0u);
  for (var marked = marks; marked != 0u; marked &= marked - 1u) {
    let turn = first + nextTurn(marked);
    for (var i = turn; i < min(end, turn + TURN); i += WORKGROUP) {
      tally += judge(chunk, i, vec4<bool>(true));
    }
  }
  return tally;
}

// `expected` and `own`: number * MULTIPLIER of the arena's word 0.
fn judgeStamped(expected: u32, own: u32, marks: u32, first: u32, end: u32) -> vec2u {
  var bad = 0u;
  var missing = 0u;
  for (var marked = marks; marked != 0u; marked &= marked - 1u) {
    let turn = first + nextTurn(marked);
    for (var i = turn; i < min(end, turn + TURN); i += WORKGROUP) {
      let value = memory[i];
      let product = i * 4u * MULTIPLIER;
      bad += ones(value ^ narrowStamps(expected + product));
      missing += 4u - ones(value ^ narrowStamps(own + product));
    }
  }
  return vec2u(bad, missing);
}

// What should hold its own number is never missing.
fn judgeUntouched(own: u32, marks: u32, first: u32, end: u32) -> u32 {
  var bad = 0u;
  for (var marked = marks; marked != 0u; marked &= marked - 1u) {
    let turn = first + nextTurn(marked);
    for (var i = turn; i < min(end, turn + TURN); i += WORKGROUP) {
      bad += ones(memory[i] ^ narrowStamps(own + i * 4u * MULTIPLIER));
    }
  }
  return bad;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var c = group.x; c < task.chunkCount; c += groups.x) {
    let chunk = chunks[c];
    let end = endVector(chunk);
    let isUntouched = !WIDE && chunk.kind == UNTOUCHED;
    let isStamped = !WIDE && chunk.kind == STAMPED;
    let expected = (chunk.number.low - chunk.firstWord) * MULTIPLIER;
    let own = task.own.low * MULTIPLIER;
    var tally = vec2u(0u);
    var at = marksAt(c, lane);
    // All that a clean chunk takes, but for its edges.
    var anyMarked = 0u;
    for (var first = firstVector(chunk) + lane; first < end; first += BATCH) {
      anyMarked |= marks[at];
      at += WORKGROUP;
    }
    at = marksAt(c, lane);
    for (var first = select(end, firstVector(chunk) + lane, anyMarked != 0u); first < end; first += BATCH) {
      let stop = min(end, first - lane + BATCH);
      let marked = marks[at];
      tally.x += judgeUntouched(own, select(0u, marked, isUntouched), first, stop);
      tally += judgeStamped(expected, own, select(0u, marked, isStamped), first, stop);
      tally += judgeAny(chunk, select(marked, 0u, isUntouched || isStamped), first, stop);
      at += WORKGROUP;
    }
    // The vectors that the chunk's first and last words lie in, where it does not hold them whole; one vector may be both.
    let endWord = chunk.firstWord + chunk.words;
    let edge = select(end, firstVector(chunk) - 1u, lane == 0u);
    let isTail = lane == 1u && endWord % 4u != 0u && endWord / 4u >= firstVector(chunk);
    let isEdge = isTail || (lane == 0u && chunk.firstWord % 4u != 0u);
    for (var i = select(1u, 0u, isEdge); i == 0u; i += 1u) {
      let word = vec4u(edge * 4u) + LANES;
      tally += judge(chunk, edge, (word >= vec4u(chunk.firstWord)) & (word < vec4u(endWord)));
    }
    if (tally.x != 0u) {
      atomicAdd(&counts[c][0], tally.x);
      atomicAdd(&counts[c][1], tally.y);
    }
  }
}
