/** @file How tables look: columns apart by two spaces, no lines and no colours, so that the output is read by eye and by grep. */

const CORNERS_AND_LINES = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
  'left',
  'left-mid',
  'mid',
  'mid-mid',
  'right',
  'right-mid',
] as const;

/** Options of every table. */
export const LINELESS = {
  chars: { ...Object.fromEntries(CORNERS_AND_LINES.map((part) => [part, ''])), left: '  ', middle: '  ' },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};
