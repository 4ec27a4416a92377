/** @file The page's content policy: nothing is fetched, and only the style and the script that the page came with take effect. */
import { sha256 } from '../../core/canonicalHash.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The policy for a page with these two inline texts, both ASCII; without a script, none runs. */
export function contentPolicy(style: string, script: string | null): string {
  const scripts = script === null ? "'none'" : `'sha256-${digest(script)}'`;
  return `default-src 'none'; style-src 'sha256-${digest(style)}'; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
}

/** SHA-256 in base64, as policies write it. */
function digest(text: string): string {
  const bytes = sha256(text)
    .match(/../g)
    ?.map((pair) => Number.parseInt(pair, 16));
  return base64(bytes ?? []);
}

function base64(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(i, i + 3);
    const group = (a << 16) | (b << 8) | c;
    const letters = [18, 12, 6, 0].map((shift) => BASE64[(group >> shift) & 63] ?? '');
    const filled = Math.min(3, bytes.length - i) + 1;
    text += letters.map((letter, place) => (place < filled ? letter : '=')).join('');
  }
  return text;
}
