import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import { serveWebBuild } from './web-build.ts';

const html = `<!doctype html><title>Drawbridge</title>${'<!-- the app -->'.repeat(100)}`;
const script = `console.log('the app');${'// and more\n'.repeat(200)}`;
const style = `${'body { color: red }\n'.repeat(100)}`;
const icon = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const chapter = '<!doctype html><title>For organisers</title>';
const secret = 'nobody may read this';
const nothingHere = [404, 'Not found'];

const room = await mkdtemp(join(tmpdir(), 'drawbridge-web-'));
const build = join(room, 'dist');
await mkdir(join(build, 'assets'), { recursive: true });
await writeFile(join(build, 'index.html'), html);
await writeFile(join(build, 'favicon.svg'), icon);
await writeFile(join(build, 'assets', 'app-Dk3fA9_x.js'), script);
// As the build writes them: different from on-the-fly compression, so that they can be told apart.
await writeFile(join(build, 'assets', 'page-B1x.css'), style);
await writeFile(join(build, 'assets', 'page-B1x.css.br'), brotliCompressSync(`/*br*/${style}`));
await writeFile(join(build, 'assets', 'page-B1x.css.gz'), gzipSync(`/*gz*/${style}`));
await mkdir(join(build, 'help'));
await writeFile(join(build, 'help', 'organisers.html'), chapter);
await mkdir(join(build, 'volunteer', 'assets'), { recursive: true });
await writeFile(join(build, 'volunteer', 'assets', 'scan-worker-C2z.js'), script);
await mkdir(join(build, '.vite'));
await writeFile(join(build, '.vite', 'page-chunks.json'), '{}');
await writeFile(join(room, 'secret.txt'), secret);
await mkdir(join(room, 'dist-of-others'));
await writeFile(join(room, 'dist-of-others', 'secret.txt'), secret);
const api = await startApi({}, undefined, { webDirectory: build });
afterAll(async () => {
  await api.close();
  await rm(room, { recursive: true });
});

interface RawResponse {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Sends the path literally; `fetch` would normalise it, and decompress the response. */
function send(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  const { hostname, port } = new URL(api.anyone.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status, headers } = response;
        resolve({ status, headers, bytes, text: bytes.toString() });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

it('only the worker that reads codes may compile WebAssembly, and it may do little else', async () => {
  const worker = await send('/volunteer/assets/scan-worker-C2z.js');
  expect(worker.headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'wasm-unsafe-eval';connect-src 'self'",
  );
  expect(worker.headers['cache-control']).toContain('immutable');
  for (const path of ['/volunteer/leads', '/login', '/assets/app-Dk3fA9_x.js', '/favicon.svg']) {
    const { headers } = await send(path);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).not.toContain('wasm');
  }
  const unknown = await send('/volunteer/assets/scan-worker-old.js');
  expect([unknown.status, unknown.text]).toEqual(nothingHere);
});

describe('the permissions of a page', () => {
  const event = '/event/00000000-0000-4000-8000-000000000000';
  it.each([
    ['/volunteer/leads', true],
    ['/login?next=%2Fvolunteer%2Fleads', true],
    ['/', true],
    ['/help', true],
    [`${event}/submit`, false],
    ['/lead/00000000-0000-4000-8000-000000000000', false],
    [`${event}/remote`, true],
    [`${event}/raffle`, false],
    [`${event}/raffle/verify`, false],
    [`${event}/stage`, false],
    ['/admin/leads', false],
    ['/volunteer/leads/x', false],
  ])('at %s, the camera: %s', async (path, camera) => {
    const { headers } = await send(path);
    const policy = String(headers['permissions-policy']).split(',');
    expect(policy).toContain(camera ? 'camera=(self)' : 'camera=()');
    expect(policy).toContain('microphone=()');
    expect(policy.filter((feature) => !feature.endsWith('=()'))).toHaveLength(camera ? 1 : 0);
  });
});

describe('files of the build', () => {
  it('with a hash in their name are cached for ever', async () => {
    const response = await send('/assets/app-Dk3fA9_x.js');
    expect(response).toMatchObject({ status: 200, text: script });
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
      'content-length': String(script.length),
      'x-content-type-options': 'nosniff',
    });
  });

  it('with a fixed name are asked for again each time', async () => {
    for (const [path, text, type] of [
      ['/favicon.svg', icon, 'image/svg+xml'],
      ['/index.html', html, 'text/html; charset=utf-8'],
      ['/', html, 'text/html; charset=utf-8'],
      ['/help/organisers', chapter, 'text/html; charset=utf-8'],
      ['/help/organisers/', chapter, 'text/html; charset=utf-8'],
    ] as const) {
      const response = await send(path);
      expect(response).toMatchObject({ status: 200, text });
      expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': type });
    }
  });

  it.each(['/favicon.svg', '/index.html', '/', '/login'])(
    'at %s are not sent again when they have not changed',
    async (path) => {
      const { etag } = (await send(path)).headers;
      expect(etag).toBeTruthy();
      const response = await send(path, { 'if-none-match': etag ?? '' });
      expect(response).toMatchObject({ status: 304, text: '' });
      expect(response.headers['cache-control']).toBe('no-cache');
    },
  );
});

describe('any other path', () => {
  it.each([
    ['/admin/events', 200],
    ['/admin/leads/?status=pending', 200],
    ['/admin/events/6f1d0f0e-0000-4000-8000-000000000000/prizes', 200],
    ['/admin/audit', 200],
    ['/sponsor', 200],
    ['/admin', 404],
    ['/admin/nowhere', 404],
    ['/help/no-such-chapter', 404],
    ['/event/6f1d0f0e-0000-4000-8000-000000000000/nothing', 404],
    ['/no/such/page', 404],
    ['/apiary', 404],
    ['/assetsment', 404],
    ['/%C3%A9v%C3%A9nement', 404],
  ])('%s is the app, with status %i', async (path, status) => {
    const response = await send(path);
    expect(response).toMatchObject({ status, text: html });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
  });

  it.each([
    ['/admin/events/6F1D0F0E-0000-4000-8000-00000000000A/prizes', 'prizes'],
    ['/admin/%65vents/6f1d0f0e%2D0000-4000-8000-00000000000a/prizes', 'prizes'],
    ['/event/6f1d0f0e-0000-4000-8000-00000000000%61/remote?x=%41', 'remote?x=%41'],
  ])('%s leads to its plain spelling', async (path, end) => {
    const { status, headers } = await send(path);
    const page = end.startsWith('remote') ? '/event' : '/admin/events';
    const location = `${page}/6f1d0f0e-0000-4000-8000-00000000000a/${end}`;
    expect([status, headers.location]).toEqual([302, location]);
  });

  it.each(['/%2F', '/event/%0d%0a/remote', '/%2F%2Fevil.example/', '/event/%C3%A9/remote'])(
    '%s leads nowhere else',
    async (path) => {
      const { status, headers } = await send(path);
      expect([200, 404]).toContain(status);
      expect(headers.location).toBeUndefined();
    },
  );

  it.each(['/api', '/api/nothing', '/api?x=1', '/assets/old-Hash.js', '/metrics', '/assets'])(
    '%s is a plain 404 and no app',
    async (path) => {
      const response = await send(path);
      expect([response.status, response.text]).toEqual(nothingHere);
      expect(response.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      });
    },
  );
});

describe('a file beside the build', () => {
  it.each([
    '/../secret.txt',
    '/../dist-of-others/secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/....//secret.txt',
    '//secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/assets/..%00/secret.txt',
    '/index.html%00',
    '/%',
    '/%ff',
    '/assets/%c0%ae%c0%ae/secret.txt',
  ])('is not to be had with %s', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await send(path, {}, method);
      expect(response.text).not.toContain(secret);
      // The path is either invalid, or one of the app's.
      expect([200, 400, 403, 404]).toContain(response.status);
      if (response.status === 200 && method === 'GET') expect(response.text).toBe(html);
    }
  });
});

describe('compression', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
  ])('for a browser that takes %s is %s', async (accepted, used) => {
    for (const [path, text] of [
      ['/assets/app-Dk3fA9_x.js', script],
      ['/admin/leads', html],
    ] as const) {
      const response = await send(path, { 'accept-encoding': accepted });
      expect(response.status).toBe(200);
      expect(response.headers['content-encoding']).toBe(used);
      expect(response.headers.vary).toContain('accept-encoding');
      expect(response.bytes.length).toBeLessThan(text.length / 2);
      const unpacked = used === 'br' ? brotliDecompressSync : gunzipSync;
      expect(unpacked(response.bytes).toString()).toBe(text);
    }
  });
});

describe('a file that the build has compressed', () => {
  const path = '/assets/page-B1x.css';

  it.each([
    ['gzip, deflate, br', 'br', `/*br*/${style}`],
    ['br', 'br', `/*br*/${style}`],
    ['gzip', 'gzip', `/*gz*/${style}`],
    ['br;q=0, gzip', 'gzip', `/*gz*/${style}`],
  ])('goes to a browser that takes %s as it is', async (accepted, used, text) => {
    const response = await send(path, { 'accept-encoding': accepted });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-encoding': used,
      'content-type': 'text/css; charset=utf-8',
      'content-length': String(response.bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const unpacked = used === 'br' ? brotliDecompressSync : gunzipSync;
    expect(unpacked(response.bytes).toString()).toBe(text);
  });

  it('goes out plain when nobody asked, and says that it could be otherwise', async () => {
    const response = await send(path);
    expect(response).toMatchObject({ status: 200, text: style });
    expect(response.headers.vary).toBe('accept-encoding');
    expect(response.headers['content-encoding']).toBeUndefined();
  });

  it('has an ETag for each of its forms', async () => {
    const forms = ['br', 'gzip', 'identity'].map((form) => ({ 'accept-encoding': form }));
    const tags = new Set<string>();
    for (const form of forms) {
      const etag = (await send(path, form)).headers.etag ?? '';
      tags.add(etag);
      const again = await send(path, { ...form, 'if-none-match': etag });
      expect(again).toMatchObject({ status: 304, text: '' });
    }
    expect(tags.size).toBe(3);
  });

  it('has the same headers for HEAD, and no body', async () => {
    const accept = { 'accept-encoding': 'br' };
    const [head, get] = [await send(path, accept, 'HEAD'), await send(path, accept)];
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-type', 'content-length', 'content-encoding', 'etag', 'vary']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it('has no address of its own for them, nor for what the build notes for itself', async () => {
    for (const name of [`${path}.br`, `${path}.gz`]) {
      expect((await send(name)).status).toBe(404);
    }
    expect((await send('/.vite/page-chunks.json')).text).toBe(html);
  });
});

describe('a server', () => {
  it('does not start on a directory without a built app', async () => {
    const empty = join(room, 'dist-of-others');
    await expect(serveWebBuild(Fastify(), empty)).rejects.toThrow(
      `The web app is not built: there is no index.html in ${empty}`,
    );
  });

  it('without a web app answers 404 to everything but its calls', async () => {
    const oneProcess = 'has no web app at all';
    const bare = await startApi({}, undefined, { oneProcess, beside: api });
    try {
      for (const path of ['/', '/login', '/api/nothing']) {
        expect((await bare.anyone.get(path)).problem).toEqual(nothingHere);
      }
    } finally {
      await bare.close();
    }
  });
});
