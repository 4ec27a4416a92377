/** @file How many pixels of the screen a CSS pixel is, as it is now. */
import { useEffect, useState } from 'preact/hooks';

/** Follows the window from one screen to another, and the browser's own zoom. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio);
  useEffect(() => {
    // It tells only of leaving this very ratio.
    const query = matchMedia(`(resolution: ${ratio}dppx)`);
    const follow = () => setRatio(devicePixelRatio);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [ratio]);
  return ratio;
}
