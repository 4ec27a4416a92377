/** @file `explore`: serves the explorer on this machine, and opens it in a browser. Runs until Ctrl-C. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SimError } from '../core/errors.ts';
import { serveSite } from './exploreServer.ts';

/** Flags of `explore`. */
export interface ExploreFlags {
  readonly port: string;
  /** `--no-open`. */
  readonly open: boolean;
}

/** From here, in src/ as in dist/, the package's root is two folders up. */
const SITE = fileURLToPath(new URL('../../dist/site/', import.meta.url));

/** Runs the command; it ends with the process, by Ctrl-C (130). @throws SimError(bad-input), SimError(file) before it serves */
export async function explore({ port, open }: ExploreFlags): Promise<never> {
  const { address } = await serveSite(SITE, portOf(port));
  process.stdout.write(`the explorer is at ${address} (Ctrl-C ends it)\n`);
  if (open) openBrowser(address);
  // The server keeps the process alive; a signal ends it.
  return new Promise<never>(() => {});
}

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
