/** @file Draws memory, away from the page's own thread: a node's picture takes longer than a frame where there are thousands of pages. */
import { paint } from './paint.ts';
import type { SheetDrawn, SheetMessage, SheetParts } from './sheetProtocol.ts';

/** What a worker's global scope has, beside what a window's has. */
interface WorkerScope {
  postMessage(drawn: SheetDrawn): void;
  onmessage: ((event: MessageEvent<SheetMessage>) => void) | null;
}

interface Sheet {
  readonly canvas: OffscreenCanvas;
  parts: Partial<SheetParts>;
}

const scope = self as unknown as WorkerScope;
const sheets = new Map<number, Sheet>();
/** Sheets that changed since the last frame. */
const due = new Set<number>();

scope.onmessage = ({ data }) => {
  if (data.kind === 'begin') sheets.set(data.sheet, { canvas: data.canvas, parts: {} });
  else if (data.kind === 'end') sheets.delete(data.sheet);
  else {
    const sheet = sheets.get(data.sheet);
    if (sheet === undefined) return;
    sheet.parts = { ...sheet.parts, ...data.parts };
    if (due.size === 0) requestAnimationFrame(drawDue);
    due.add(data.sheet);
  }
};

function drawDue(): void {
  const changed = [...due];
  due.clear();
  for (const number of changed) {
    const sheet = sheets.get(number);
    if (sheet !== undefined && draw(sheet)) scope.postMessage({ sheet: number });
  }
}

/** @returns whether there was anything to draw */
function draw({ canvas, parts: { picture, view, palette, holdings, words, rowStates } }: Sheet): boolean {
  const context = canvas.getContext('2d');
  if (context === null || palette === undefined || view === undefined || picture === undefined || picture === null) return false;
  const { top, height, ratio } = view;
  const wide = Math.round(picture.width * ratio);
  const high = Math.round(Math.min(height, picture.height) * ratio);
  // To be given a size, its own as well, a canvas takes new memory; of its own it is cleared only.
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, wide, high);
  context.setTransform(ratio, 0, 0, ratio, 0, -top * ratio);
  const layers = { holdings: holdings ?? new Map(), words: words ?? null, rowStates: rowStates ?? new Map() };
  paint(context, picture, { top, bottom: top + height }, layers, palette);
  return true;
}
