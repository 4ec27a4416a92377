// Which chunks hold a whole vector that is not as expected, a workgroup a chunk. This is where accounting spends its time, so it is kept to what
// must be done for every word: differences are gathered without a branch, and words are judged one by one only in chunks marked here, by
// account.wgsl. In one kernel with that, SwiftShader runs this loop a fifth slower.

override WORKGROUP: u32 = 64;

@group(0) @binding(0) var<storage, read> memory: array<vec4u>;
@group(0) @binding(1) var<storage, read> chunks: array<Chunk>;
// For each chunk: not zero where account.wgsl has to look.
@group(0) @binding(2) var<storage, read_write> suspects: array<atomic<u32>>;
@group(0) @binding(3) var<uniform> chunkCount: u32;

fn anyBit(difference: vec4u) -> u32 {
  return difference.x | difference.y | difference.z | difference.w;
}

// Narrow stamps of four words, from number * MULTIPLIER of the first.
fn narrowStamps(product: u32) -> vec4u {
  let second = product + MULTIPLIER;
  let third = second + MULTIPLIER;
  return shiftMix(vec4u(product, second, third, third + MULTIPLIER));
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
    // memory, and vectors there cost a quarter of the speed. Two vectors a turn, since the turn itself costs as much as a vector.
    var product = number.low * MULTIPLIER;
    let wordStep = WORKGROUP * 4u;
    let step = wordStep * MULTIPLIER;
    var i = first;
    for (; i + WORKGROUP < end; i += 2u * WORKGROUP) {
      difference |= anyBit((memory[i] ^ narrowStamps(product)) | (memory[i + WORKGROUP] ^ narrowStamps(product + step)));
      product += 2u * step;
    }
    if (i < end) {
      difference |= anyBit(memory[i] ^ narrowStamps(product));
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

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var c = group.x; c < chunkCount; c += groups.x) {
    let chunk = chunks[c];
    let first = firstVector(chunk) + lane;
    var difference = 1u;
    if (chunk.kind == FILLED) {
      difference = filledDifference(chunk, first, endVector(chunk));
    } else if (chunk.kind != UNSUPPLIED) {
      difference = stampedDifference(chunk, first, endVector(chunk));
    }
    if (difference != 0u) {
      atomicStore(&suspects[c], 1u);
    }
  }
}
