/**
 * @file Keys, tokens and passwords out of everything that is shown. A mask hides a value whole; what may be secret by its name or its shape is hidden,
 * since showing one is worse than hiding a harmless value.
 */
import { FLAGS } from './flags.ts';
import { OTHER_FLAGS } from './otherFlags.ts';
import { VARIABLES } from './variables.ts';

/** What stands in a secret's place. */
export const MASK = '********';

/** The server's flags that carry secrets; its others, such as `--max-total-tokens`, do not, whatever their names hold. */
const SECRET_FLAGS = new Set(['--api-key', '--admin-api-key', '--ssl-keyfile-password']);
const TABLED_NAMES = new Set([...FLAGS.flatMap(({ names }) => names), ...OTHER_FLAGS.keys(), ...VARIABLES.map(({ name }) => name)]);
/** Other names that hold one of these hold a secret, unless they count or cut tokens of text. */
const SECRET_NAME = /key|token|secret|passw|credential|passphrase/i;
const TEXT_TOKENS = /tokeniz|^-*(?:max|min|num)[-_]/i;

/** Whether the value of a flag or variable of this name is to be hidden. */
export function isSecretName(name: string): boolean {
  if (TABLED_NAMES.has(name)) return SECRET_FLAGS.has(name);
  // The engine's parser takes unique beginnings of flags: --api-k carries the key as well.
  if (/^--[a-z]/.test(name) && [...SECRET_FLAGS].some((flag) => flag.startsWith(name))) return true;
  return SECRET_NAME.test(name) && !TEXT_TOKENS.test(name);
}

/** The value of a flag or variable as it may be shown. Counts and switches are no secrets, unless the name says password or key. */
export function maskValue(name: string, value: string): string {
  if (value === '' || !isSecretName(name)) return maskText(value);
  if (/^(?:true|false|yes|no|\d{1,9})$/i.test(value) && /tokens/i.test(name)) return value;
  return MASK;
}

/** A rule: what is matched, and which group of it stays in front of the mask. All repetitions are bounded, so that no text is slow. */
interface ShapeRule {
  readonly shape: RegExp;
  readonly shown: string;
}

/** A value behind a telling name: quoted, or up to a blank, comma, bracket or quote. */
const VALUE = String.raw`(?:"[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"',;&|)\]}]{1,4096})`;
const SECRET_WORD = `[A-Za-z0-9_-]{0,64}(?:api[-_]?key|access[-_]?key|secret|token|passwd|password|pwd|cookie|passphrase|credentials?|private[-_]?key|[-_]key)(?![A-Za-z])[A-Za-z0-9_-]{0,64}`;

const SHAPES: readonly ShapeRule[] = [
  // https://user:password@host
  { shape: /\b([a-z][a-z0-9+.-]{0,32}:\/\/)[^\s/@"']{1,512}@/gi, shown: `$1${MASK}@` },
  // Authorization: Bearer abc, Basic abc
  { shape: /\b(bearer|basic)(\s{1,8}|%20)[A-Za-z0-9._~+/=-]{4,4096}/gi, shown: `$1$2${MASK}` },
  // ?token=abc&..., API_KEY=abc, "api_key": "abc", --api-key abc, '--api-key', 'abc'
  { shape: new RegExp(String.raw`(?<![A-Za-z0-9_-])(${SECRET_WORD}["']?\s{0,8}[=:,]\s{0,8})${VALUE}`, 'gi'), shown: `$1${MASK}` },
  { shape: new RegExp(String.raw`(?<![A-Za-z0-9_-])(--?${SECRET_WORD}["']?\s{1,8})(?!-)${VALUE}`, 'gi'), shown: `$1${MASK}` },
  // Kubernetes: name: HF_TOKEN, value: abc
  {
    shape: new RegExp(String.raw`(\bname["']?\s{0,8}:\s{0,8}["']?${SECRET_WORD}["']?\s{0,8},?\s{0,64}["']?value["']?\s{0,8}:\s{0,8})${VALUE}`, 'gi'),
    shown: `$1${MASK}`,
  },
  // A private key, to its end or as far as it was pasted.
  { shape: /(-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----)[A-Za-z0-9+/=\s\\]{1,16384}/g, shown: `$1 ${MASK} ` },
  // Tokens that show what they are.
  { shape: /\b(?:hf_|sk-|sk_|ghp_|gho_|ghs_|ghu_|github_pat_|glpat-|xox[abprs]-|nvapi-|dckr_pat_|pypi-|AIza|AKIA|ASIA)[A-Za-z0-9_-]{8,512}/g, shown: MASK },
  { shape: /\beyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{2,4096}(?:\.[A-Za-z0-9_-]{0,4096})?/g, shown: MASK },
];

/** Any text with secrets hidden: by the name in front of them, or by their shape. */
export function maskText(text: string): string {
  let masked = text;
  for (const { shape, shown } of SHAPES) masked = masked.replace(shape, shown);
  return masked;
}
