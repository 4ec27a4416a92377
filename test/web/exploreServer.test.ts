/** The explorer's server: its own files and nothing else, on its own address and no other. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SiteServer, serveSite } from '../../src/cli/exploreServer.ts';
import { SimError } from '../../src/core/errors.ts';

let folder: string;
let server: SiteServer;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'explore-'));
  await mkdir(join(folder, 'site', 'assets'), { recursive: true });
  await writeFile(join(folder, 'site', 'index.html'), '<!doctype html>page');
  await writeFile(join(folder, 'site', 'assets', 'a.js'), 'script');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  server = await serveSite(join(folder, 'site'), 0);
  port = Number(new URL(server.address).port);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The path goes out as it is: no client tidies it up on the way. */
function ask(path: string, options: { method?: string; host?: string; agent?: false } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', host = `127.0.0.1:${port}` } = options;
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the server', () => {
  it('gives its files, with their types, a strict policy and nothing to guess', async () => {
    const page = await ask('/');
    expect([page.status, page.body, page.headers['content-type']]).toEqual([200, '<!doctype html>page', 'text/html; charset=utf-8']);
    const script = await ask('/assets/a.js?v=1');
    expect([script.status, script.body, script.headers['content-type']]).toEqual([200, 'script', 'text/javascript; charset=utf-8']);
    for (const { headers } of [page, script]) {
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await ask('/assets/a.js', { method: 'HEAD' });
    expect([status, headers['content-length'], body]).toEqual([200, '6', '']);
  });

  it('leads nowhere else, however the path is written', async () => {
    const paths = [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '//secret.txt',
      '/assets',
      '/assets/',
      '/secret.txt',
      '/\\..\\secret.txt',
      '/index.html/',
      '/%00',
      'http://127.0.0.1/index.html',
      '*',
    ];
    for (const path of paths) {
      const { status, body } = await ask(path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toContain('secret');
    }
  });

  it('refuses other methods, and says which there are', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const { status, headers } = await ask('/', { method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
  });

  it('refuses every name but its own, so that no page elsewhere can read it', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', 'localhost:1', `127.0.0.1.evil.example:${port}`]) {
      const { status, body } = await ask('/', { host });
      expect([host, status]).toEqual([host, 403]);
      expect(body).not.toContain('page');
    }
    expect((await ask('/', { host: `localhost:${port}` })).status).toBe(200);
  });

  it('listens on loopback alone', async () => {
    // Another loopback address stands for every other interface: a server bound to all of them would answer there.
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.2', port });
      socket.on('connect', () => {
        socket.destroy();
        resolve(false);
      });
      socket.on('error', () => resolve(true));
    });
    expect(refused).toBe(true);
  });
});

describe('a server that cannot be', () => {
  it('says that the page is not built', async () => {
    await expect(serveSite(join(folder, 'nothing'), 0)).rejects.toThrow(/not built.*npm run build/);
    await expect(serveSite(join(folder, 'site', 'assets'), 0)).rejects.toThrow(/not built/);
  });

  it('says that the port is taken, and what to do', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const taken = typeof address === 'object' && address !== null ? address.port : 0;
    const error: unknown = await serveSite(join(folder, 'site'), taken).catch((thrown: unknown) => thrown);
    await new Promise((resolve) => other.close(resolve));
    expect(error).toBeInstanceOf(SimError);
    expect(String(error)).toMatch(/taken.*--port 0/);
  });
});
