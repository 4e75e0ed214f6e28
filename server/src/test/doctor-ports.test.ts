import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPort, isRunningOn, type Setting } from '../../../scripts/doctor/ports.mjs';
import { makeCertificate } from './certificate.ts';

const good = expect.objectContaining({ level: 'ok' });
const note = expect.objectContaining({ level: 'note' });
const bad = (text: string) => ({ level: 'problem', text: expect.stringMatching(text) });

describe('the doctor finds', () => {
  it('a port that another program has, or another Drawbridge', async () => {
    const { cert, key } = makeCertificate();
    const healthy = (_: unknown, response: ServerResponse) => response.end('{"status":"ok"}');
    const servers = {
      other: createServer((socket) => socket.end()),
      http: createHttpServer(healthy),
      https: createHttpsServer({ cert, key }, healthy),
      metrics: createHttpServer((_, response) => response.end('drawbridge_info{} 1')),
      redirect: createHttpServer((_, response) =>
        response.writeHead(308, { location: 'https://fair.example/' }).end(),
      ),
    };
    const ports = {} as Record<keyof typeof servers, number>;
    for (const [name, server] of Object.entries(servers)) {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      ports[name as keyof typeof servers] = (server.address() as AddressInfo).port;
    }
    const check = (...[setting, port, here]: [Setting, number, boolean?]) =>
      checkPort(setting, port, '127.0.0.1', here);
    for (const setting of ['PORT', 'METRICS_PORT', 'HTTP_REDIRECT_PORT'] as const) {
      const inUse = bad(`in use by another program: stop that, or set ${setting}`);
      expect(await check(setting, ports.other, true)).toEqual(inUse);
    }
    for (const [setting, port] of [
      ['PORT', ports.http],
      ['PORT', ports.https],
      ['METRICS_PORT', ports.metrics],
      ['HTTP_REDIRECT_PORT', ports.redirect],
    ] as const) {
      expect(await check(setting, port, true)).toEqual(good);
      const another = bad(`^Another Drawbridge, with other data, has port ${port}: .* ${setting}`);
      expect(await check(setting, port, false)).toEqual(another);
      expect(await check(setting, port)).toEqual(note);
    }
    // What answers at one of the ports is not what belongs to another.
    expect(await check('METRICS_PORT', ports.http, true)).toEqual(bad('in use by another program'));
    for (const server of Object.values(servers)) server.close();
    expect(await check('METRICS_PORT', 0)).toEqual(good);
    expect(await checkPort('PORT', 0, '192.0.2.1', false)).toEqual(
      bad('cannot listen on 192.0.2.1'),
    );
    expect(await check('METRICS_PORT', Number.NaN)).toEqual(bad('METRICS_PORT must be a number'));
  });
});

describe('a server that runs', () => {
  it('is found by the process of its database', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'drawbridge-doctor-'));
    mkdirSync(join(dataDir, 'postgres'));
    expect(isRunningOn(dataDir)).toBe(false);
    const file = join(dataDir, 'postgres/postmaster.pid');
    writeFileSync(file, `${process.pid}\n${dataDir}\n`);
    expect(isRunningOn(dataDir)).toBe(true);
    // Higher than the kernel's highest.
    writeFileSync(file, `${2 ** 30}\n`);
    expect(isRunningOn(dataDir)).toBe(false);
    rmSync(dataDir, { recursive: true });
  });
});
