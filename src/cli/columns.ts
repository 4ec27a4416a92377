/** @file Long tables of plain ASCII: the look of `LINELESS`, without the table library's measuring of every cell, which costs a third of a second for `layout`. */

/** Rows under their heads, two spaces before every column; numbers to the right. Cells are ASCII without line breaks. */
export function columns(head: readonly string[], aligns: readonly ('left' | 'right')[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => lines.reduce((widest, line) => Math.max(widest, (line[column] ?? '').length), 0));
  const padded = (cell: string, column: number) => (aligns[column] === 'right' ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0));
  return lines.map((line) => line.map((cell, column) => `  ${padded(cell, column)}`).join('')).join('\n');
}
