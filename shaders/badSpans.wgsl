// Which bad words belong together, one invocation a chunk. The rule, which looks back two words and no further, is told in the twin,
// src/device/cpu/badSpans.ts. A span that runs on over a chunk's border is written in pieces, which the host joins.

const NO_LINK = 0u;
const ASCENDING = 1u;
const ALIKE = 2u;
const ADJACENT = 3u;

struct Task {
  // Number of the arena's word 0.
  own: Number,
  chunkCount: u32,
  // How many pieces a chunk may write.
  capacity: u32,
}

struct Piece {
  firstWord: u32,
  words: u32,
  // 1 where the piece carries on the span of the word before it.
  continues: u32,
  unused: u32,
  // The first words' values, as many as there are.
  values: vec4u,
}

@group(0) @binding(0) var<storage, read> memory: array<vec4u>;
@group(0) @binding(1) var<storage, read> chunks: array<Chunk>;
@group(0) @binding(2) var<storage, read_write> pieceCounts: array<u32>;
@group(0) @binding(3) var<storage, read_write> pieces: array<Piece>;
@group(0) @binding(4) var<uniform> task: Task;

fn isBad(chunk: Chunk, word: u32, value: u32) -> bool {
  if (chunk.kind == UNSUPPLIED) {
    return true;
  }
  if (chunk.kind == FILLED) {
    // rowWords is added so that words before the chunk stay above zero; more than two are never looked at.
    let column = (chunk.column + 2u * chunk.rowWords + word - chunk.firstWord) % chunk.rowWords;
    return value != select(chunk.tailWord, chunk.headWord, column < chunk.headWords);
  }
  var start = chunk.number;
  start.high -= select(0u, 1u, start.low < chunk.lookback);
  start.low -= chunk.lookback;
  return value != stamp(advance(start, word + chunk.lookback - chunk.firstWord));
}

fn linkOf(before: u32, value: u32) -> u32 {
  if (WIDE) {
    return ADJACENT;
  }
  if (before == value) {
    return ALIKE;
  }
  return select(NO_LINK, ASCENDING, narrowNumber(before) + 1u == narrowNumber(value));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;
  if (c >= task.chunkCount) {
    return;
  }
  let chunk = chunks[c];
  let end = chunk.firstWord + chunk.words;
  var piece = Piece();
  var written = 0u;
  var beforeBad = false;
  var beforeMissing = false;
  var beforeValue = 0u;
  var beforeLink = NO_LINK;
  for (var word = chunk.firstWord - chunk.lookback; word < end; word += 1u) {
    let value = memory[word / 4u][word & 3u];
    let bad = isBad(chunk, word, value);
    let missing = bad && value == stamp(advance(task.own, word));
    var link = NO_LINK;
    if (bad && beforeBad && missing == beforeMissing) {
      link = linkOf(beforeValue, value);
    }
    let starts = link == NO_LINK || (beforeLink != NO_LINK && beforeLink != link);
    if (word >= chunk.firstWord) {
      if (piece.words > 0u && (!bad || starts)) {
        pieces[c * task.capacity + written] = piece;
        written += 1u;
        piece.words = 0u;
        if (written == task.capacity) {
          break;
        }
      }
      if (bad) {
        if (piece.words == 0u) {
          piece.firstWord = word;
          piece.continues = select(1u, 0u, starts);
        }
        if (piece.words < 4u) {
          piece.values[piece.words] = value;
        }
        piece.words += 1u;
      }
    }
    beforeBad = bad;
    beforeMissing = missing;
    beforeValue = value;
    beforeLink = link;
  }
  if (piece.words > 0u) {
    pieces[c * task.capacity + written] = piece;
    written += 1u;
  }
  pieceCounts[c] = written;
}
