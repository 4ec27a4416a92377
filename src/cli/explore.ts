/** @file `explore`: serves the explorer on this machine, and opens it in a browser. Runs until Ctrl-C. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SimError } from '../core/errors.ts';
import { fixedScenario } from '../scenario/fixedVariant.ts';
import { loadWritten } from '../scenario/node/loadScenario.ts';
import { modelConfigPath } from '../scenario/resolveModel.ts';
import type { ScenarioInput } from '../scenario/scenarioSchema.ts';
import { writtenModel } from '../scenario/writtenScenario.ts';
import { serveSite } from './exploreServer.ts';
import { FIRST_SCENARIO, pageOf } from './page/pageState.ts';
import { toFragment } from './page/stateLink.ts';
import { overridesOf, type ScenarioFlagValues, variantOf } from './scenarioFlags.ts';

/** Flags of `explore`. */
export interface ExploreFlags {
  readonly port: string;
  /** `--no-open`. */
  readonly open: boolean;
}

/** From here, in src/ as in dist/, the package's root is two folders up. */
const SITE = fileURLToPath(new URL('../../dist/site/', import.meta.url));

/**
 * Runs the command; it ends with the process, by Ctrl-C (130).
 * @param named a built-in scenario or a file, which the page opens with; undefined = the page's own first one
 * @throws SimError(bad-input), SimError(file), ScenarioError before it serves
 */
export async function explore(named: string | undefined, flags: ExploreFlags & ScenarioFlagValues): Promise<never> {
  const port = portOf(flags.port);
  const fragment = await fragmentOf(named, flags);
  const { address } = await serveSite(SITE, port);
  const page = `${address}${fragment}`;
  process.stdout.write(`the explorer is at ${page} (Ctrl-C ends it)\n`);
  if (flags.open) openBrowser(page);
  // The server keeps the process alive; a signal ends it.
  return new Promise<never>(() => {});
}

/** What follows the page's address so that it opens with a scenario; empty where none is named. */
async function fragmentOf(named: string | undefined, flags: ScenarioFlagValues): Promise<string> {
  const overrides = overridesOf(flags);
  const variant = variantOf(flags);
  if (named === undefined && overrides.length === 0 && variant === 'given') return '';
  const { input, resolved } = await loadWritten(named ?? FIRST_SCENARIO, overrides, variant);
  const { name, title, model } = resolved;
  const written = variant === 'fixed' ? fixedScenario(input) : input;
  // The page has no files: a config.json that the scenario names goes along as the model that it is.
  const scenario: ScenarioInput = { name, title, ...written, model: modelConfigPath(written) === null ? written.model : writtenModel(model) };
  const fragment = await toFragment(pageOf(overrides.length === 0 ? scenario : { ...scenario, title }));
  if (fragment.length <= MOST_FRAGMENT) return `#${fragment}`;
  throw new SimError('bad-input', {
    what: 'the scenario is too long for a link',
    values: { characters: fragment.length, most: MOST_FRAGMENT },
    where: { file: named ?? FIRST_SCENARIO },
    mend: 'Run disagg-sim explore without it, and drop the scenario, as JSON, on the page of reports.',
  });
}

/** What a desktop's opener takes as one argument. */
const MOST_FRAGMENT = 100_000;

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new SimError('bad-input', {
    what: 'a port is a number from 0 to 65535',
    values: { found: text },
    where: { file: '--port' },
    mend: 'Use --port 0 for any free one.',
  });
}

/** Asks the desktop to open the page; where there is none, the address that was printed is what the user has. */
function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => process.stderr.write(`no browser could be opened: open ${address} yourself.\n`));
  child.unref();
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
