/**
 * @file One node's memory on a canvas, which a worker draws when anything in it changes; picked from with pointer and arrow keys, zoomed with Enter and Escape. What is picked is framed by an element
 * above the canvas, so that going from cell to cell draws nothing anew. The canvas is as large as its frame and stays in it, with the lines on it that the frame is scrolled to: a row of
 * words may be ten screens high.
 */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useIsDark } from '../shared/useIsDark.ts';
import { usePixelRatio } from '../shared/usePixelRatio.ts';
import { useSize } from '../shared/useSize.ts';
import { paletteOf } from './palette.ts';
import type { Box, Direction } from './picture.ts';
import { focuses, holdings, pick, places, type Side, zoom, zoomBy } from './poolsData.ts';
import { rowStates, rowWords } from './rowData.ts';
import { type Sheet, sheetOn } from './sheets.ts';
import { pictureOf, pictureParts } from './zoom.ts';

const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

const NO_STATES: ReadonlyMap<number, Uint8Array> = new Map();

/** @param side the node */
export function NodeCanvas({ side }: { readonly side: Side }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const isDark = useIsDark();
  const focus = focuses.value[side];
  const level = zoom.value;
  const picture = useMemo(() => (focus === null || width === 0 ? null : pictureOf(level, focus, width)), [width, level, ...pictureParts(level, focus)]);
  const held = holdings.value[side];
  const picked = places.value[side]?.offset ?? null;
  const box = picked === null ? null : (picture?.boxOf(picked) ?? null);
  useLayoutEffect(() => {
    if (frame.current !== null && box !== null) reveal(frame.current, box);
  }, [box?.x, box?.y, picture]);
  const words = side === 'decode' ? rowWords.value : null;
  const states = side === 'decode' ? rowStates.value : NO_STATES;
  const sheet = useRef<Sheet | null>(null);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const begun = sheetOn(canvas.current);
    sheet.current = begun;
    return () => begun.end();
  }, []);
  useLayoutEffect(() => {
    // A picture has functions, which cannot be sent.
    sheet.current?.show({ picture: picture && { width: picture.width, height: picture.height, lines: picture.lines, headings: picture.headings } });
  }, [picture]);
  const hasPicture = picture !== null;
  useLayoutEffect(() => {
    if (hasPicture && canvas.current !== null) sheet.current?.show({ palette: paletteOf(canvas.current, isDark) });
  }, [hasPicture, isDark]);
  useLayoutEffect(() => sheet.current?.show({ holdings: held }), [held]);
  useLayoutEffect(() => sheet.current?.show({ words }), [words]);
  useLayoutEffect(() => sheet.current?.show({ rowStates: states }), [states]);
  // As the last event said: to ask for it here would make the browser lay the page out in the middle of its being made.
  const scrollTop = useRef(0);
  const ratio = usePixelRatio();
  const look = () => sheet.current?.show({ view: { top: scrollTop.current, height, ratio } });
  useLayoutEffect(look, [height, ratio]);
  const onKey = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (event.key === 'Enter' || event.key === '+') zoomBy(1);
    else if (event.key === 'Escape' || event.key === '-') zoomBy(-1);
    else if (direction !== undefined && picture !== null) pick(side, picture.step(picked ?? -1, direction));
    else return;
    event.preventDefault();
  };
  const at = ({ clientX, clientY }: MouseEvent) => {
    const corner = canvas.current?.getBoundingClientRect();
    return corner === undefined ? null : (picture?.hit(clientX - corner.left, clientY - corner.top + (frame.current?.scrollTop ?? 0)) ?? null);
  };
  const isCut = picture !== null && height > 0 && picture.height > height;
  return (
    <>
      {isCut && <p class="faint cut">↕ The map is longer than its frame: scroll in it, or go on with the arrow keys.</p>}
      <div
        class="canvasFrame"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys that it says it takes
        tabIndex={0}
        role="application"
        aria-roledescription="map of memory"
        aria-label={`${side}: ${focus === null ? 'no memory' : labelOf(level, focus)}. Arrow keys pick, Enter zooms in, Escape zooms out; what is picked is told below.`}
        onKeyDown={onKey}
        onScroll={(event) => {
          scrollTop.current = event.currentTarget.scrollTop;
          look();
        }}
        onClick={(event) => {
          const offset = at(event);
          if (offset !== null) pick(side, offset);
        }}
        onDblClick={() => zoomBy(1)}
      >
        <div class="paper" style={{ height: px(picture?.height ?? 0) }}>
          <canvas ref={canvas} class="pool" style={{ width: px(picture?.width ?? 0), height: px(Math.min(height, picture?.height ?? 0)) }} />
          {box !== null && (
            <div class="picked" style={{ left: px(box.x), top: px(box.y), width: px(Math.max(box.width, NARROWEST_PICK)), height: px(box.height) }} />
          )}
        </div>
      </div>
    </>
  );
}

const px = (pixels: number) => `${pixels}px`;

/** Cells may be narrower than a pixel. */
const NARROWEST_PICK = 3;

/** Scrolls the frame, and nothing but the frame, until the box is in it. */
function reveal(frame: HTMLElement, { x, y, width, height }: Box): void {
  frame.scrollTop = Math.max(y + height - frame.clientHeight, Math.min(y, frame.scrollTop));
  frame.scrollLeft = Math.max(x + width - frame.clientWidth, Math.min(x, frame.scrollLeft));
}

function labelOf(level: string, { component, area }: NonNullable<(typeof focuses.value)[Side]>): string {
  if (level === 'node') return 'all components';
  const layer = area.layer < 0 ? '' : `, layer ${area.layer}`;
  return level === 'component'
    ? component.name
    : level === 'layer'
      ? `${component.name}${layer}, a cell a row`
      : `${component.name}${layer}, a row, a cell a word`;
}
