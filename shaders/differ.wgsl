// Where whole vectors are not as expected, a workgroup a chunk, a bit for two vectors. This is where accounting spends its time, so it is kept to what
// must be done for every word: no branch by what is found. Words are judged one by one by account.wgsl, at the marks that are made here.

@group(0) @binding(0) var<storage, read> memory: array<vec4u>;
@group(0) @binding(1) var<storage, read> chunks: array<Chunk>;
// As marksAt has them; those of batches that a chunk is too short for are not written.
@group(0) @binding(2) var<storage, read_write> marks: array<u32>;
@group(0) @binding(3) var<uniform> chunkCount: u32;

fn anyBit(difference: vec4u) -> u32 {
  return difference.x | difference.y | difference.z | difference.w;
}

// Marks of the turns that begin at the vectors first, first + TURN, ... below end: 32 at most. What the loops carry is kept to scalars: SwiftShader
// keeps it in memory, and vectors there cost a quarter of the speed.
fn stampedMarks(chunk: Chunk, first: u32, end: u32) -> u32 {
  let number = advance(chunk.number, first * 4u - chunk.firstWord);
  var marked = 0u;
  var bit = 1u;
  var i = first;
  if (WIDE) {
    for (; i < end; i += TURN) {
      var difference = memory[i] ^ stamps(advance(number, (i - first) * 4u));
      if (i + WORKGROUP < end) {
        difference |= memory[i + WORKGROUP] ^ stamps(advance(number, (i + WORKGROUP - first) * 4u));
      }
      marked |= select(0u, bit, anyBit(difference) != 0u);
      bit += bit;
    }
    return marked;
  }
  // number * MULTIPLIER of each vector's first word, advanced by adding.
  var product = number.low * MULTIPLIER;
  let step = WORKGROUP * 4u * MULTIPLIER;
  for (; i + WORKGROUP < end; i += TURN) {
    let difference = anyBit((memory[i] ^ narrowStamps(product)) | (memory[i + WORKGROUP] ^ narrowStamps(product + step)));
    marked |= select(0u, bit, difference != 0u);
    bit += bit;
    product += 2u * step;
  }
  if (i < end) {
    marked |= select(0u, bit, anyBit(memory[i] ^ narrowStamps(product)) != 0u);
  }
  return marked;
}

// The same for rows of a pattern.
fn filledMarks(chunk: Chunk, first: u32, end: u32) -> u32 {
  var column = (vec4u(chunk.column + first * 4u - chunk.firstWord) + LANES) % chunk.rowWords;
  let step = (WORKGROUP * 4u) % chunk.rowWords;
  var marked = 0u;
  var turn = 0u;
  for (var i = first; i < end; i += WORKGROUP) {
    let difference = anyBit(memory[i] ^ select(vec4u(chunk.tailWord), vec4u(chunk.headWord), column < vec4u(chunk.headWords)));
    marked |= select(0u, 1u << (turn / 2u), difference != 0u);
    turn += 1u;
    column += step;
    column -= select(vec4u(0u), vec4u(chunk.rowWords), column >= vec4u(chunk.rowWords));
  }
  return marked;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var c = group.x; c < chunkCount; c += groups.x) {
    let chunk = chunks[c];
    let end = endVector(chunk);
    var at = marksAt(c, lane);
    for (var first = firstVector(chunk) + lane; first < end; first += BATCH) {
      let stop = min(end, first - lane + BATCH);
      // Of what no sender has, all is bad.
      var marked = 0xffffffffu;
      if (chunk.kind == FILLED) {
        marked = filledMarks(chunk, first, stop);
      } else if (chunk.kind != UNSUPPLIED) {
        marked = stampedMarks(chunk, first, stop);
      }
      marks[at] = marked;
      at += WORKGROUP;
    }
  }
}
