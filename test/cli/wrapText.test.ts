/** Long lines on a terminal: folded at blanks, under their own text; commands and long words whole. */
import { describe, expect, it } from 'vitest';
import { foldText } from '../../src/cli/wrapText.ts';

describe('folding', () => {
  it('keeps every word and every line that is short enough', () => {
    const text = `short\n  ${'word '.repeat(40).trim()}\n\nlast`;
    const lines = foldText(text, 60).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
    expect(lines.join(' ').split(/\s+/)).toEqual(text.split(/\s+/));
    expect([lines[0], lines.at(-1), lines[2]]).toEqual(['short', 'last', expect.stringMatching(/^ {4}word/)]);
  });

  it('stands under its label', () => {
    const [first = '', second = ''] = foldText(`Meaning      ${'abc '.repeat(30).trim()}`, 50).split('\n');
    expect([first.indexOf('abc'), second.indexOf('abc')]).toEqual([13, 13]);
  });

  it('measures what is seen, not its colours', () => {
    const painted = `\u001b[31merror\u001b[39m ${'\u001b[1mbold\u001b[22m '.repeat(6).trim()}`;
    expect(foldText(painted, 40)).toBe(painted);
  });

  it('leaves commands and words that are longer than a line', () => {
    const command = `  prefill  python3 -m sglang.launch_server ${'--flag value '.repeat(20)}`;
    expect(foldText(command, 60)).toBe(command);
    expect(foldText(`  disagg-sim check --prefill 'COMMAND' --decode 'COMMAND' --message 'x y z'`, 40)).not.toContain('\n');
    expect(foldText('x'.repeat(100), 40)).toBe('x'.repeat(100));
  });
});
