/** @file Canvases that a worker draws. */
import { notice } from '../state/store.ts';
import type { SheetDrawn, SheetMessage, SheetParts } from './sheetProtocol.ts';

/** A canvas that was handed to the worker. */
export interface Sheet {
  /** Draws it with these parts changed, at the next frame. */
  show(parts: Partial<SheetParts>): void;
  end(): void;
}

let worker: Worker | null = null;
let nextSheet = 0;
const canvases = new Map<number, HTMLCanvasElement>();

/** Starts the worker, unless it runs: a canvas that is handed over while it starts has to wait. */
export function startDrawing(): void {
  running();
}

function running(): Worker {
  if (worker !== null) return worker;
  const started = new Worker(new URL('./sheetWorker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<SheetDrawn>) => {
    // For whoever waits for a picture, as tests do.
    canvases.get(data.sheet)?.setAttribute('data-drawn', '');
  };
  started.onerror = ({ message }: Partial<ErrorEvent>) => {
    notice.value = `Memory could not be drawn: ${message ?? 'the part of the page that draws could not be loaded'}. Leave this view and come back to try again.`;
    if (worker === started) worker = null;
  };
  worker = started;
  return started;
}

/** Hands a canvas over; it cannot be drawn by the page any more. */
export function sheetOn(canvas: HTMLCanvasElement): Sheet {
  const sheet = nextSheet++;
  const offscreen = canvas.transferControlToOffscreen();
  // Another worker, after this one has failed, knows nothing of this sheet.
  const own = running();
  const send = (message: SheetMessage, transfer: Transferable[] = []) => own.postMessage(message, transfer);
  canvases.set(sheet, canvas);
  send({ kind: 'begin', sheet, canvas: offscreen }, [offscreen]);
  return {
    show: (parts) => send({ kind: 'show', sheet, parts }),
    end: () => {
      canvases.delete(sheet);
      send({ kind: 'end', sheet });
    },
  };
}
