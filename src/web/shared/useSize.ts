/** @file How large an element is, as it is now. */
import { useLayoutEffect, useState } from 'preact/hooks';

/** Inner width and height of an element, whole CSS pixels; 0 before it is laid out. */
export function useSize(frame: { readonly current: HTMLElement | null }): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ width: Math.floor(element.clientWidth), height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
