/** @file As much of a tar reader as unpacking a few plain files needs. */

const BLOCK_BYTES = 512;

/** Plain files of a ustar archive by name; directories, links and extensions are passed over. */
export function readTar(archive: Uint8Array): Map<string, Uint8Array> {
  const text = (from: number, length: number) => {
    const field = archive.subarray(from, from + length);
    const end = field.indexOf(0);
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
  };
  const files = new Map<string, Uint8Array>();
  for (let at = 0; at + BLOCK_BYTES <= archive.length && archive[at] !== 0; ) {
    const bytes = Number.parseInt(text(at + 124, 12), 8);
    const type = text(at + 156, 1);
    const body = at + BLOCK_BYTES;
    if (type === '' || type === '0') files.set(text(at, 100).replace(/^\.\//, ''), archive.subarray(body, body + bytes));
    at = body + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return files;
}
