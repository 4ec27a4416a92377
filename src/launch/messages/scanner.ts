/**
 * @file Known messages in a text of any length: one pass, chunk by chunk, in bounded memory.
 */
import type { Values } from '../../checks/entry.ts';
import { groupBy } from '../../core/groupBy.ts';
import { anchorSearch } from './anchorSearch.ts';
import { isMeant, TEMPLATES } from './patterns.ts';
import { anchorOf, matchTemplate, type Template, type TemplateMatch } from './template.ts';

/** A known message in a text. */
export interface FoundMessage {
  /** Catalogue id. */
  readonly id: string;
  /** How often it stands there, with whatever values. */
  readonly count: number;
  /** Lines, from 1, of the first and the last. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** How many of these have other words than the first: other values. */
  readonly unlike: number;
  /** The first, as it stands there, without what is around it. */
  readonly text: string;
  readonly values: Values;
}

/** A line without an end is looked at in pieces of this size; a message that is cut by one is lost. */
const LONGEST_LINE = 1 << 20;
/** So much in front of a message is its surroundings: a traceback, or the lines of a log before it. */
const SURROUNDINGS = 8192;
/** Common words that have stood so often in surroundings that are not ours are no longer looked into. */
const MOST_DOUBTFUL = 1000;
/** In a text no longer than this, words count wherever they come from: somebody pasted them. */
const PASTED = 2000;

const BY_ANCHOR = [...groupBy(TEMPLATES, anchorOf)].toSorted(([a], [b]) => b.length - a.length);
const SEARCH = anchorSearch(BY_ANCHOR.map(([anchor]) => anchor));

type Counted = { -readonly [K in keyof FoundMessage]: FoundMessage[K] };

/** Gathers messages from chunks of a text. */
export class MessageScanner {
  /** Surroundings, then what was not looked at yet. Starts as if behind a line. */
  #text = '\n';
  #from = 0;
  /** Number of the line that ends at `#lineEnd`, a position in `#text`; -1 where its end has not come yet. */
  #line = 0;
  #lineEnd = 0;
  #length = 0;
  readonly #found = new Map<string, Counted>();
  readonly #doubtful = new Map<string, Counted>();

  /** Takes the next chunk; lines may go on in the chunk after it. */
  push(chunk: string): void {
    this.#text += chunk;
    this.#length += chunk.length;
    const complete = this.#text.lastIndexOf('\n') + 1;
    if (complete > this.#from) this.#scan(complete);
    else if (this.#text.length - this.#from > LONGEST_LINE) this.#scan(this.#text.length);
  }

  /** What was found, in the order of first appearance. */
  end(): readonly FoundMessage[] {
    this.#text += '\n';
    this.#scan(this.#text.length);
    const found = this.#found.size === 0 && this.#length <= PASTED ? this.#doubtful : this.#found;
    return [...found.values()];
  }

  #scan(to: number): void {
    if (this.#lineEnd < 0) this.#lineEnd = this.#text.indexOf('\n', this.#from);
    for (let next = SEARCH.next(this.#text, this.#from); next !== null && next.at < to; next = SEARCH.next(this.#text, next.at + 1)) {
      const { at, which } = next;
      const candidates = which.flatMap((place) => BY_ANCHOR[place]?.[1] ?? []);
      const [message] = candidates.flatMap((template) => messageAt(this.#text, at, template));
      if (message !== undefined) this.#add(message.id, message);
    }
    this.#from = to;
    this.#forget();
  }

  #add(id: string, { start, end, values }: TemplateMatch): void {
    const text = this.#text.slice(start, end).trim();
    if ((this.#doubtful.get(id)?.count ?? 0) >= MOST_DOUBTFUL) return;
    const surroundings = this.#text.slice(Math.max(0, start - SURROUNDINGS), end);
    const into = isMeant(id, surroundings) ? this.#found : this.#doubtful;
    const line = this.#lineOf(this.#text[start] === '\n' ? start + 1 : start);
    const known = into.get(id);
    if (known === undefined) into.set(id, { id, count: 1, firstLine: line, lastLine: line, unlike: 0, text, values });
    else {
      known.count += 1;
      known.lastLine = line;
      if (text !== known.text) known.unlike += 1;
    }
  }

  #lineOf(at: number): number {
    while (this.#lineEnd >= 0 && this.#lineEnd < at) {
      this.#line += 1;
      this.#lineEnd = this.#text.indexOf('\n', this.#lineEnd + 1);
    }
    return this.#line;
  }

  /** Keeps the surroundings alone. */
  #forget(): void {
    const kept = Math.max(0, this.#from - SURROUNDINGS);
    this.#lineOf(kept);
    this.#text = this.#text.slice(kept);
    this.#from -= kept;
    if (this.#lineEnd >= 0) this.#lineEnd -= kept;
  }
}

function messageAt(text: string, at: number, template: Template): (TemplateMatch & { readonly id: string })[] {
  const match = matchTemplate(text, at, template);
  return match === null ? [] : [{ id: template.id, ...match }];
}

/** Runs of blanks as one: a message that was wrapped by a terminal or a mail becomes whole again. */
export function unwrapped(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The messages of a text that is at hand. One that has none as it stands is looked at once more with its line ends taken for blanks. */
export function findMessages(text: string): readonly FoundMessage[] {
  const scan = (given: string) => {
    const scanner = new MessageScanner();
    scanner.push(given);
    return scanner.end();
  };
  const found = scan(text);
  return found.length > 0 ? found : scan(unwrapped(text));
}
