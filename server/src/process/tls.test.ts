import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as plainRequest, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket, Server as TlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { makeCertificate } from '../test/certificate.ts';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { connectSql, type TestSql } from '../test/sql.ts';
import { PATIENTLY } from '../test/standstill.ts';
import { describeMissingHttps } from './addresses.ts';
import { OTHER_PORT_SOCKETS, redirectToHttps } from './other-ports.ts';
import { CertificateRenewal, readCertificate } from './tls.ts';

let directory: string;
let files: { certFile: string; keyFile: string };
let database: TestDatabase;
let sql: TestSql;
let app: Awaited<ReturnType<typeof createApp>>;
let port: number;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'drawbridge-tls-'));
  files = { certFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') };
  await save(makeCertificate());
  database = await createDatabase('schema and administrator');
  sql = connectSql(database.target, { max: 2 });
  const certificate = readCertificate(files);
  const settings = readSettings({});
  const log = createLog('error');
  app = await createApp({ db: sql, settings, log, webDirectory: null, certificate });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(async () => {
  await app.close();
  await sql.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

async function save({ cert, key }: { cert: string; key: string }): Promise<void> {
  await writeFile(files.certFile, cert);
  await writeFile(files.keyFile, key);
}

/** The status of a request by HTTPS, and the certificate that the server showed. */
function ask(path: string): Promise<{ status: number | undefined; shown: string }> {
  return new Promise((resolve, reject) => {
    const options = { port, path, host: '127.0.0.1', rejectUnauthorized: false, agent: false };
    request(options, (response) => {
      const shown = (response.socket as TLSSocket).getPeerCertificate().fingerprint256;
      response.resume().on('end', () => resolve({ status: response.statusCode, shown }));
    })
      .on('error', reject)
      .end();
  });
}

it('serves HTTPS, and a renewed certificate without a restart', async () => {
  const log: string[] = [];
  const renewal = new CertificateRenewal(
    app.server as unknown as TlsServer,
    files,
    readCertificate(files),
    { info: (line) => log.push(line), warn: (line) => log.push(line) },
  );
  const first = await ask('/healthz');
  expect(first.status).toBe(200);

  // Between the two files of a renewal, they do not belong together.
  const renewed = makeCertificate();
  await writeFile(files.certFile, renewed.cert);
  renewal.look();
  renewal.look();
  expect(await ask('/healthz')).toEqual(first);
  expect(log).toEqual([expect.stringContaining('the previous certificate stays in use')]);

  await save(renewed);
  renewal.look();
  const second = await ask('/healthz');
  expect(second.status).toBe(200);
  expect(second.shown).not.toBe(first.shown);
  expect(log[1]).toContain('The renewed certificate is in use');

  renewal.look();
  expect(log).toHaveLength(2);
  renewal.stop();
});

it('tells browsers to stay with HTTPS, unless visitors come without it', async () => {
  const sent = async (env: Record<string, string>, https: boolean) => {
    const settings = readSettings(env);
    const certificate = https ? readCertificate(files) : undefined;
    const log = createLog('error');
    const other = await createApp({ db: sql, settings, log, webDirectory: null, certificate });
    const { headers } = await other.inject('/healthz');
    await other.close();
    return headers['strict-transport-security'];
  };
  expect(await sent({}, true)).toBe('max-age=2592000');
  expect(await sent({ PUBLIC_URL: 'https://fair.example' }, false)).toBe('max-age=2592000');
  expect(await sent({ PUBLIC_URL: 'http://fair.example' }, false)).toBeUndefined();
  expect(await sent({}, false)).toBeUndefined();
});

it.each([
  [{}, 1],
  [{ PUBLIC_URL: 'http://fair.example' }, 1],
  [{ PUBLIC_URL: 'https://fair.example' }, 0],
  [{ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }, 0],
  [{ HOST: '127.0.0.1' }, 0],
  [{ HOST: 'localhost' }, 0],
  [{ HOST: '192.168.1.7' }, 1],
])('with %j the start prints %i line about missing HTTPS', (env, lines) => {
  expect(describeMissingHttps(readSettings(env))).toHaveLength(lines);
});

describe('redirects from HTTP', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function redirect(publicUrl?: string): Promise<number> {
    const server = await redirectToHttps(0, '127.0.0.1', { httpsPort: 8443, publicUrl });
    servers.push(server);
    return (server.address() as AddressInfo).port;
  }
  const answer = (from: number, host: string, path: string) =>
    new Promise((resolve, reject) => {
      const options = { port: from, host: '127.0.0.1', path, headers: { host }, agent: false };
      plainRequest(options, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers.location]);
      })
        .on('error', reject)
        .end();
    });

  it('lead to the same address by HTTPS, and nowhere else', async () => {
    const from = await redirect();
    expect(await answer(from, 'fair.example', '/event/1?a=b')).toEqual([
      308,
      'https://fair.example:8443/event/1?a=b',
    ]);
    expect(await answer(from, 'fair.example:8080', '/')).toEqual([
      308,
      'https://fair.example:8443/',
    ]);
    expect(await answer(from, 'evil.example/@fair.example', '/')).toEqual([400, undefined]);
    for (const target of ['*', 'http://evil.example/', '@evil.example']) {
      expect(await answer(from, 'fair.example', target)).toEqual([400, undefined]);
    }
  });

  it('lead to the public address if it is known', async () => {
    const from = await redirect('https://fair.example');
    expect(await answer(from, 'evil.example', '/a')).toEqual([308, 'https://fair.example/a']);
  });

  it('keep few sockets, and those without a request make room', async () => {
    const from = await redirect();
    const sockets = await Promise.all(
      Array.from({ length: 3 * OTHER_PORT_SOCKETS }, async () => {
        const socket = connect(from, '127.0.0.1').on('error', () => {});
        await once(socket, 'connect');
        return socket.resume();
      }),
    );
    await vi.waitFor(() => {
      expect(sockets.filter(({ closed }) => !closed).length).toBeLessThan(OTHER_PORT_SOCKETS + 1);
    }, PATIENTLY);
    expect(await answer(from, 'fair.example', '/')).toContain(308);
    for (const socket of sockets) socket.destroy();
  });
});

it('says in one line which setting is wrong', async () => {
  const { cert, key } = makeCertificate();
  const wrong = { certFile: join(directory, 'other.pem'), keyFile: join(directory, 'none.pem') };
  const refusal = (changed: object) => expect(() => readCertificate({ ...files, ...changed }));
  refusal({ keyFile: wrong.keyFile }).toThrow(
    /^TLS_CERT_FILE, TLS_KEY_FILE: cannot be used: ENOENT/,
  );
  await writeFile(wrong.certFile, 'garbage');
  refusal({ keyFile: wrong.certFile }).toThrow(
    `TLS_KEY_FILE: ${wrong.certFile} is not a key without a passphrase (PEM)`,
  );
  refusal({ certFile: wrong.certFile }).toThrow(
    `TLS_CERT_FILE: ${wrong.certFile} is not a certificate (PEM)`,
  );
  await save({ cert, key: makeCertificate().key });
  refusal({}).toThrow('TLS_KEY_FILE is not the key of the certificate in TLS_CERT_FILE');
  await save({ cert, key });
  expect(() => readSettings({ TLS_CERT_FILE: 'cert.pem' })).toThrow(
    'TLS_KEY_FILE: must be set, too',
  );
  expect(() => readSettings({ HTTP_REDIRECT_PORT: '80' })).toThrow(
    'HTTP_REDIRECT_PORT: needs TLS_CERT_FILE and TLS_KEY_FILE',
  );
});
