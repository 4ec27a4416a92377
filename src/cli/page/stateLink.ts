/**
 * @file A page's state as the fragment of its link, and back: `#1.` and the deflated JSON in base64url. The number is the version of PageState. A link that cannot be read says why; what
 * it holds is checked as strictly as a file is, since anybody can write one.
 */

import type { Json, PageState, Selection } from './pageState.ts';
import { isViewId } from './viewId.ts';

const VERSION = '1';
/** Far above any state that somebody would put into a link; what unpacks to more is not looked at. */
const MOST_JSON_BYTES = 2 ** 20;

/** What a link held: a state whose scenario is still to be held against its schema, nothing, or why it cannot be read. */
export type LinkedState =
  | { readonly kind: 'state'; readonly state: Omit<PageState, 'scenario'> & { readonly scenario: unknown } }
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly why: string };

/** The fragment, without `#`. */
export async function toFragment(state: PageState): Promise<string> {
  return `${VERSION}.${base64url(await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw')))}`;
}

/** Reads a fragment, with or without `#`. Never throws. */
export async function fromFragment(fragment: string): Promise<LinkedState> {
  const text = fragment.replace(/^#/, '');
  if (text === '') return { kind: 'none' };
  const dot = text.indexOf('.');
  if (text.slice(0, Math.max(0, dot)) !== VERSION) return { kind: 'broken', why: 'it is of another version of this page, or no link of it' };
  try {
    const bytes = await through(bytesOf(text.slice(dot + 1)), new DecompressionStream('deflate-raw'));
    return stateOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return { kind: 'broken', why: 'it was cut short or changed on its way' };
  }
}

function stateOf(value: unknown): LinkedState {
  const broken = { kind: 'broken', why: 'what it holds is no state of this page' } as const;
  if (!isRecord(value)) return broken;
  const { view, scenario, pastChecks, selection, step, own } = value;
  if (!isViewId(view) || !isRecord(scenario) || typeof pastChecks !== 'boolean' || !isSelection(selection)) return broken;
  if (typeof step !== 'number' || !Number.isSafeInteger(step) || step < 0 || !isRecord(own)) return broken;
  // Each view holds what is its own against what it expects.
  return { kind: 'state', state: { view, scenario, pastChecks, selection, step, own: own as Readonly<Record<string, Json>> } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSelection(value: unknown): value is Selection | null {
  if (value === null) return true;
  if (!isRecord(value)) return false;
  return (value.side === 'prefill' || value.side === 'decode') && typeof value.address === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value.address);
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    total += next.value.byteLength;
    if (total > MOST_JSON_BYTES) throw new Error('too long');
  }
  const all = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
