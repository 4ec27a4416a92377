// The chunk table that differ, account and badSpans read: segments cut into pieces of bounded length. Twin: src/device/webgpu/chunkTable.ts.

override WORKGROUP: u32 = 64;

const UNTOUCHED = 0u;
const STAMPED = 1u;
const FILLED = 2u;
const UNSUPPLIED = 3u;

struct Chunk {
  firstWord: u32,
  words: u32,
  kind: u32,
  // How many words of the same segment lie before the chunk, two at most.
  lookback: u32,
  // Expected number of the first word: the word's own where it is untouched or unsupplied.
  number: Number,
  // Of a filled chunk: the row pattern, and the word of its row that the chunk starts at.
  column: u32,
  rowWords: u32,
  headWords: u32,
  headWord: u32,
  tailWord: u32,
  unused: u32,
}

// Whole vectors of a chunk are [firstVector, endVector); words before and after them are its edges.
fn firstVector(chunk: Chunk) -> u32 {
  return (chunk.firstWord + 3u) / 4u;
}

fn endVector(chunk: Chunk) -> u32 {
  return max(firstVector(chunk), (chunk.firstWord + chunk.words) / 4u);
}

// Number of a word of a stamped or untouched chunk, or of one of the three words before it.
fn numberAt(chunk: Chunk, word: u32) -> Number {
  var before = chunk.number;
  before.high -= select(0u, 1u, before.low < 4u);
  before.low -= 4u;
  return advance(before, word + 4u - chunk.firstWord);
}

// An invocation takes a chunk's vectors in turns of two, a workgroup's width apart, and marks 32 turns in one word; a batch is what a workgroup marks so.
const CHUNK_VECTORS = 4096u;
override TURN: u32 = 2u * WORKGROUP;
override BATCH: u32 = 32u * TURN;
override BATCHES: u32 = (CHUNK_VECTORS + BATCH - 1u) / BATCH;

// Place of an invocation's marks of a chunk's first batch; those of the next are WORKGROUP further on.
fn marksAt(chunk: u32, lane: u32) -> u32 {
  return chunk * BATCHES * WORKGROUP + lane;
}
