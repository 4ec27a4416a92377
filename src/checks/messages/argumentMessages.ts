/**
 * @file What becomes of a launch line with a slip in it. Python's argparse prints its words and exits with 2 before anything of the server runs; variables that are not known are
 * passed over in silence. The server has flags and variables that are not listed here, so that an unknown one is a warning.
 */
import { type CatalogueEntry, type MessageEntry, message } from '../entry.ts';
import { AT_ARGUMENTS } from '../moments.ts';

const ARGPARSE = "Python's argparse; SGLang's prepare_server_args, 2026-08";
const ENVIRON = "SGLang's environ.py, 2026-08";

/** What such an entry has of its own. */
type Own = Pick<MessageEntry, 'id' | 'title' | 'words' | 'compared' | 'meaning' | 'mend' | 'example' | 'situations' | 'related'> & Partial<MessageEntry>;

const refused = (own: Own): CatalogueEntry =>
  message({
    moment: { node: 'both', at: AT_ARGUMENTS },
    said: 'argparse error',
    engine: 'refuses',
    severity: 'error',
    consequence: 'The server prints its usage and ends with exit code 2, before it loads anything.',
    sources: [ARGPARSE],
    ...own,
  });

const passedOver = (own: Own & Pick<MessageEntry, 'consequence'>): CatalogueEntry =>
  message({ moment: { node: 'both', at: AT_ARGUMENTS }, said: null, engine: 'silent', severity: 'warning', sources: [ENVIRON], ...own });

/** All of them. */
export const ARGUMENT_MESSAGES: readonly CatalogueEntry[] = [
  refused({
    id: 'argument-choice',
    title: 'A flag has a value that it does not take',
    words: "argument {flag}: invalid choice: '{value}' (choose from {choices})",
    compared: 'the value of a flag against the choices that the server declares for it.',
    meaning: 'The flag takes one of a few words, and this is none of them. Newer versions of Python print the choices without quotes.',
    mend: 'Write one of the choices.',
    example: { flag: '--disaggregation-mode', value: 'decod', choices: "'null', 'prefill', 'decode'" },
    situations: ['A slip of the keyboard.', 'A value of another version of the server.'],
    related: ['argument-number', 'argument-unrecognized'],
  }),
  refused({
    id: 'argument-number',
    title: 'A flag has a value that is no number',
    words: "argument {flag}: invalid int value: '{value}'",
    compared: 'the value of a flag that takes a number.',
    meaning: 'Python could not read the value as an int or a float.',
    mend: 'Write a number.',
    example: { flag: '--page-size', value: '256x' },
    situations: ['A unit behind the number.', 'A variable of the shell that is empty or unset.'],
    related: ['argument-choice', 'argument-missing'],
  }),
  refused({
    id: 'argument-missing',
    title: 'A flag lacks its value',
    words: 'argument {flag}: expected one argument',
    compared: 'whether a word that is no flag follows a flag that takes a value.',
    meaning: 'The line ends behind the flag, or another flag follows.',
    mend: 'Write the value behind the flag, or leave the flag out.',
    example: { flag: '--tp-size' },
    situations: ['A value that a variable of the shell was to give, which is unset.'],
    related: ['argument-number'],
  }),
  refused({
    id: 'argument-no-value',
    title: 'A flag takes no value',
    words: "argument {flag}: ignored explicit argument '{value}'",
    compared: 'whether a switch has a value behind an equals sign.',
    meaning: 'The flag is on where it stands, and off where it does not.',
    mend: 'Write the flag alone, or leave it out.',
    example: { flag: '--enable-dp-attention', value: '1' },
    situations: ['A switch written as in a configuration file.'],
    related: ['argument-choice'],
  }),
  refused({
    id: 'argument-ambiguous',
    title: 'Several flags begin so',
    words: 'ambiguous option: {flag} could match {flags}',
    compared: 'a flag against the beginnings of all flags of the server.',
    meaning: 'The parser takes the beginning of a flag for the flag, where only one begins so.',
    mend: 'Write the flag in full.',
    example: { flag: '--speculative-num', flags: '--speculative-num-steps' },
    situations: ['A flag that was cut short.', 'A new version of the server with a second flag that begins so.'],
    related: ['argument-unrecognized'],
  }),
  refused({
    id: 'argument-unrecognized',
    title: 'A flag that the server does not know',
    words: 'unrecognized arguments: {flag}',
    engine: null,
    severity: 'warning',
    consequence:
      'A server without such a flag prints its usage and ends with exit code 2, before it loads anything; with one that has it, the flag counts for nothing in this check.',
    compared: 'every flag of the line against those that the server declares.',
    meaning:
      'No flag of the server has this name. check says it of a name that is one or two letters from a known flag: the server may have it all the same, in a version that is not known here.',
    mend: 'Correct the name.',
    example: { flag: '--page-sise' },
    situations: ['A slip of the keyboard.', 'A flag of an older or newer version.'],
    related: ['argument-ambiguous', 'variable-unrecognized'],
  }),
  passedOver({
    id: 'argument-range',
    title: 'A number outside what a flag is known to take',
    words: '{flag} {value} is outside what the server is known to take',
    compared: 'the number of a flag against the range in which it means something.',
    meaning: 'The parser reads any number; what the server makes of this one is not known here.',
    consequence: 'The value counts for nothing in this check: the server may refuse it, or run with it.',
    mend: 'Write a number in the range.',
    example: { flag: '--swa-full-tokens-ratio', value: '1.5' },
    situations: ['A percentage where a share is wanted.', 'A size of 0.'],
    related: ['argument-number'],
    sources: [ARGPARSE],
  }),
  passedOver({
    id: 'variable-unrecognized',
    title: 'A variable that nobody reads',
    words: 'no variable {name} is known',
    compared: 'names of variables with a prefix of the engine against those that it reads.',
    meaning:
      'The engine reads variables by their names, and says nothing of others. The name is one or two letters from a known one, or is about unified KV, which another variable turns on.',
    consequence: 'The server starts as if the variable were not set.',
    mend: 'Correct the name, or leave the variable out.',
    example: { name: 'SGLANG_OPT_USE_ONLINE_COMPRES' },
    situations: ['A slip of the keyboard.', 'SGLANG_DSV4_UNIFIED_KV set for unified mode, which SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton turns on.'],
    related: ['variable-value', 'argument-unrecognized', 'mode-mismatch'],
  }),
  passedOver({
    id: 'variable-value',
    title: 'A variable has a value that is not known',
    words: '{name}={value} is none of its known values',
    compared: 'values of variables against those that the engine is known to tell apart.',
    meaning: 'The engine falls back to a default with a word in its log, or takes what it does not know for off.',
    consequence: 'The server may run as if the variable were not set; what this value does is not known here, and it counts for nothing in this check.',
    mend: 'Set a value that is known, or leave the variable out.',
    example: { name: 'SGLANG_HACK_FLASHMLA_BACKEND', value: 'x' },
    situations: ['A slip of the keyboard.', 'A value of another version.'],
    related: ['variable-unrecognized', 'mode-mismatch'],
  }),
];
