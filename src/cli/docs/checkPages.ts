/**
 * @file The pages of docs/checks/, made from the catalogue: one an entry, and an index. Markdown that reads well without being rendered.
 */
import { CATALOGUE_SECTIONS, isSimulated } from '../../checks/catalogue.ts';
import { type CatalogueEntry, fillWords, valueNames } from '../../checks/entry.ts';
import { FALSE_ALARMS } from './falseAlarms.ts';

/** Texts by file name, relative to docs/checks/. */
export function checkPages(): ReadonlyMap<string, string> {
  const pages = new Map([['README.md', indexPage()]]);
  for (const { entries } of CATALOGUE_SECTIONS) for (const entry of entries) pages.set(`${entry.id}.md`, entryPage(entry));
  return pages;
}

const REACTIONS = {
  refuses: 'refuses, with these words',
  dies: 'goes on, and fails later',
  silent: 'goes on, and reports success',
} as const;

const NODES = { prefill: 'prefill', decode: 'decode', both: 'each node by itself', neither: 'neither: another part of the engine' } as const;

/** One entry. */
function entryPage(entry: CatalogueEntry): string {
  const { id, title, moment, said, words, engine, severity, compared, meaning, situations, related, sources } = entry;
  const facts = [
    ['Node', NODES[moment.node]],
    ['When', moment.at],
    ['How it appears', said === null ? 'the engine says nothing: the words are those of `disagg-sim`' : said],
    ['The engine', engine === null ? 'is not hurt' : REACTIONS[engine]],
    ['Severity', severity],
    ['Compared', compared],
    ['Found by `disagg-sim`', isSimulated(entry) ? 'yes' : 'no: `disagg-sim explain` says what it means'],
  ];
  const lines = [
    `# ${title}`,
    '',
    `\`${id}\``,
    '',
    ...(words === '' ? ['The message is empty: Python prints the name of the exception alone.'] : codeBlock(words)),
    '',
    '| | |',
    '|---|---|',
    ...facts.map(([name, value]) => `| ${name} | ${cell(value ?? '')} |`),
    '',
    '## What it means',
    '',
    meaning,
    '',
    engine === 'refuses' ? '## What would happen without it' : '## What follows',
    '',
    entry.consequence({}),
    '',
    '## What to do',
    '',
    entry.mend({}),
    '',
    ...examplePart(entry),
    '## Common situations',
    '',
    ...situations.map((situation) => `- ${situation}`),
    '',
    ...(related.length === 0 ? [] : ['## Related', '', ...related.map((other) => `- [${other}](${other}.md): ${titleOf(other)}`), '']),
    '## Sources',
    '',
    ...sources.map((source) => `- ${source}`),
    '',
    '---',
    '[All checks](README.md) · made from the catalogue by `npm run docs`',
    '',
  ];
  return lines.join('\n');
}

/** The words with values in them, and what they mean for these values; nothing where no value changes anything. */
function examplePart(entry: CatalogueEntry): string[] {
  const { words, example } = entry;
  if (Object.keys(example).length === 0) return [];
  const more = Object.entries(example).filter(([name]) => !valueNames(words).includes(name));
  const also = more.length === 0 ? [] : [`with ${more.map(([name, value]) => `${name} ${value}`).join(', ')}`, ''];
  const filled = fillWords(words, example);
  const [consequence, mend] = [entry.consequence(example), entry.mend(example)];
  return [
    '## An example',
    '',
    ...codeBlock(filled),
    '',
    ...also,
    ...(consequence === entry.consequence({}) ? [] : [consequence, '']),
    ...(mend === entry.mend({}) ? [] : [mend, '']),
  ];
}

function indexPage(): string {
  const total = CATALOGUE_SECTIONS.reduce((sum, { entries }) => sum + entries.length, 0);
  const lines = [
    '# Checks and messages',
    '',
    `${total} entries: what \`disagg-sim check\` finds, and what the engine says, with the node, the moment, the consequence and the mend. Paste a message into the search of`,
    'your editor, or find it by its place in the life of a hand-off. `{name}` stands for a value.',
    '',
    'In the column "engine": **refuses** = it says so and does not go on; **dies** = a request, or a worker, fails later; **silent** = it reports success.',
    '',
    ...CATALOGUE_SECTIONS.flatMap(({ title, about, entries }) => [
      `## ${title}`,
      '',
      about,
      '',
      '| entry | words | engine | found here |',
      '|---|---|---|---|',
      ...entries.map(
        (entry) =>
          `| [${entry.id}](${entry.id}.md) | ${cell(entry.words === '' ? entry.title : `\`${entry.words}\``)} | ${entry.engine ?? ''} | ${isSimulated(entry) ? 'yes' : ''} |`,
      ),
      '',
    ]),
    '## What looks like a mismatch and is none',
    '',
    ...FALSE_ALARMS.map(({ what, why }) => `- **${what}** ${why}`),
    '',
    '---',
    'Made from the catalogue by `npm run docs`.',
    '',
  ];
  return lines.join('\n');
}

function codeBlock(text: string): string[] {
  return ['```text', text.trimEnd(), '```'];
}

/** A bar would end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

const TITLES: ReadonlyMap<string, string> = new Map(CATALOGUE_SECTIONS.flatMap(({ entries }) => entries.map(({ id, title }) => [id, title])));

function titleOf(id: string): string {
  return TITLES.get(id) ?? id;
}
