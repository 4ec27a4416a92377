/** @file A text that the engine has a part in: it appears when its figures are there; what stands between backticks is code. */
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../state/store.ts';

/** @param tell gives the text; the key of the element decides when it is asked anew */
export function Told({ tell }: { readonly tell: () => Promise<string> }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    tell().then(
      (told) => isShown && setText(told),
      (error: unknown) => isShown && setText(`The engine does not say: ${messageOf(error)}`),
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (text === null) return <p class="faint">The engine works out the figures…</p>;
  return <p class="lessonText">{withCode(text)}</p>;
}

function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
