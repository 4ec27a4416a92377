// Accounts for every word of an arena, a workgroup a chunk. Twin: src/device/cpu/account.ts.
// Memory that is as it should be costs little beyond the read: differences are gathered without a branch, and only an invocation that saw
// one goes over its share again, word by word.

override WORKGROUP: u32 = 64;

struct Task {
  // Number of the arena's word 0.
  own: Number,
  chunkCount: u32,
}

@group(0) @binding(0) var<storage, read> memory: array<vec4u>;
@group(0) @binding(1) var<storage, read> chunks: array<Chunk>;
// For each chunk: bad words, and those of them that still hold their own number.
@group(0) @binding(2) var<storage, read_write> counts: array<array<atomic<u32>, 2>>;
@group(0) @binding(3) var<uniform> task: Task;

fn anyBit(difference: vec4u) -> u32 {
  return difference.x | difference.y | difference.z | difference.w;
}

// Bits that differ from the expected numbers over the vectors first, first + WORKGROUP, ... below end.
fn stampedDifference(chunk: Chunk, first: u32, end: u32) -> u32 {
  var difference = 0u;
  let number = advance(chunk.number, first * 4u - chunk.firstWord);
  if (WIDE) {
    for (var i = first; i < end; i += WORKGROUP) {
      difference |= anyBit(memory[i] ^ stamps(advance(number, (i - first) * 4u)));
    }
  } else {
    // number * MULTIPLIER of each vector's first word, advanced by adding. What the loop carries is kept to scalars: SwiftShader keeps it in
    // memory, and vectors there cost a quarter of the speed.
    var product = number.low * MULTIPLIER;
    let wordStep = WORKGROUP * 4u;
    let step = wordStep * MULTIPLIER;
    for (var i = first; i < end; i += WORKGROUP) {
      let second = product + MULTIPLIER;
      let third = second + MULTIPLIER;
      difference |= anyBit(memory[i] ^ shiftMix(vec4u(product, second, third, third + MULTIPLIER)));
      product += step;
    }
  }
  return difference;
}

// The same for rows of a pattern.
fn filledDifference(chunk: Chunk, first: u32, end: u32) -> u32 {
  var difference = 0u;
  var column = (vec4u(chunk.column + first * 4u - chunk.firstWord) + LANES) % chunk.rowWords;
  let step = (WORKGROUP * 4u) % chunk.rowWords;
  for (var i = first; i < end; i += WORKGROUP) {
    difference |= anyBit(memory[i] ^ select(vec4u(chunk.tailWord), vec4u(chunk.headWord), column < vec4u(chunk.headWords)));
    column += step;
    column -= select(vec4u(0u), vec4u(chunk.rowWords), column >= vec4u(chunk.rowWords));
  }
  return difference;
}

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
    // Whole vectors [firstVector, endVector), and the edges before and after them.
    let firstVector = (chunk.firstWord + 3u) / 4u;
    let endVector = max(firstVector, endWord / 4u);
    let first = firstVector + lane;
    var tally = vec2u(0u);
    var difference = 1u;
    if (chunk.kind == FILLED) {
      difference = filledDifference(chunk, first, endVector);
    } else if (chunk.kind != UNSUPPLIED) {
      difference = stampedDifference(chunk, first, endVector);
    }
    if (difference != 0u) {
      for (var i = first; i < endVector; i += WORKGROUP) {
        for (var j = 0u; j < 4u; j += 1u) {
          judge(chunk, i * 4u + j, &tally);
        }
      }
    }
    let headEnd = min(endWord, firstVector * 4u);
    for (var w = chunk.firstWord + lane; w < headEnd; w += WORKGROUP) {
      judge(chunk, w, &tally);
    }
    for (var w = max(headEnd, endVector * 4u) + lane; w < endWord; w += WORKGROUP) {
      judge(chunk, w, &tally);
    }
    if (tally.x != 0u) {
      atomicAdd(&counts[c][0], tally.x);
      atomicAdd(&counts[c][1], tally.y);
    }
  }
}
