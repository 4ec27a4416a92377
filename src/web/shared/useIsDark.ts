/** @file Which theme the page is in, for what the style sheet does not reach. */
import { useEffect, useState } from 'preact/hooks';

/** Whether it is the dark one; follows the user's setting. */
export function useIsDark(): boolean {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const [isDark, setIsDark] = useState(query.matches);
  useEffect(() => {
    const follow = () => setIsDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isDark;
}
