/**
 * @file The server behind `explore`: loopback only, and nothing but the files of the page, which are read once, before the first request. A request names one of them exactly or gets
 * nothing, so that no path leads anywhere else.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';
import { SimError } from '../core/errors.ts';

const LOOPBACK = '127.0.0.1';

/** A server that answers. */
export interface SiteServer {
  /** `http://127.0.0.1:8123/` */
  readonly address: string;
  close(): Promise<void>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.json': 'application/json',
};

/** The page's own policy, and what only a header can say: nobody may frame it. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Another build may be served from the same address a moment later.
  'cache-control': 'no-cache',
} as const;

/**
 * Serves a folder.
 * @param port 0 = any free one
 * @throws SimError(file) where the page was not built; SimError(bad-input) where the port is not to be had
 */
export async function serveSite(folder: string, port: number): Promise<SiteServer> {
  const files = await readSite(folder);
  const server = createServer((request, response) => answer(files, request, response));
  await listen(server, port);
  const bound = (server.address() as AddressInfo).port;
  return {
    address: `http://${LOOPBACK}:${bound}/`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** Every file of the page by its path in a request. */
async function readSite(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  try {
    const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const read = entries.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [`/${relative(folder, file).split(sep).join('/')}`, await readFile(file)] as const;
    });
    const files = new Map(await Promise.all(read));
    const index = files.get('/index.html');
    if (index === undefined) throw new Error('there is no index.html');
    return files.set('/', index);
  } catch (cause) {
    throw new SimError('file', { what: 'the explorer’s page is not built', where: { file: folder }, mend: 'Run `npm run build` first.', cause });
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EADDRINUSE' ? 'is taken' : cause.code === 'EACCES' ? 'needs more rights than this process has' : `cannot be had (${cause.code})`;
      reject(new SimError('bad-input', { what: `the port ${port} ${why}`, where: { file: '--port' }, mend: 'Use --port 0 for any free one.', cause }));
    });
    server.listen(port, LOOPBACK, resolve);
  });
}

function answer(files: ReadonlyMap<string, Buffer>, request: IncomingMessage, response: ServerResponse): void {
  const say = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) =>
    response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers }).end(request.method === 'HEAD' ? undefined : text);
  // A page elsewhere whose name was made to point here sends that name along: it may read nothing.
  const ownHosts = [LOOPBACK, 'localhost'].map((name) => `${name}:${request.socket.localPort}`);
  if (!ownHosts.includes(request.headers.host ?? '')) return void say(403, 'This server answers on its own address only.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return void say(405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' });
  const [path = ''] = (request.url ?? '').split('?');
  const file = files.get(path);
  if (file === undefined) return void say(404, 'There is no such file.\n');
  const type = CONTENT_TYPES[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': file.length }).end(request.method === 'HEAD' ? undefined : file);
}
