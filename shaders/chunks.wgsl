// The chunk table that account and badSpans read: segments cut into pieces of bounded length. Twin: src/device/webgpu/chunkTable.ts.

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
