/** @file Drawings of canvases in turn. One node's memory is drawn in less than a frame, but not both. */

/** Drawings that are due, the longest waiting first. */
const due = new Set<() => void>();
let isFrameAsked = false;

function drawNext(): void {
  isFrameAsked = false;
  for (const draw of due) {
    due.delete(draw);
    draw();
    break;
  }
  askForFrame();
}

function askForFrame(): void {
  if (due.size === 0 || isFrameAsked) return;
  isFrameAsked = true;
  requestAnimationFrame(drawNext);
}

/** One drawing a frame. */
export const drawings = {
  /** Draws at the next frame that is free; once, however often it is asked for until then. */
  ask(draw: () => void): void {
    due.add(draw);
    askForFrame();
  },
  /** Does not draw any more. */
  forget(draw: () => void): void {
    due.delete(draw);
  },
};
