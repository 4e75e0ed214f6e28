import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { makeCertificate } from '../test/certificate.ts';
import { checkPort, type PortSetting } from './ports.ts';

const good = expect.objectContaining({ level: 'ok' });
const note = expect.objectContaining({ level: 'note' });
const bad = (text: string) => ({ level: 'problem', text: expect.stringMatching(text) });

it('the doctor finds a port that another program has, or another Drawbridge', async () => {
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
  const check = (...[setting, port, here]: [PortSetting, number, boolean?]) =>
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
  expect(await checkPort('PORT', 0, '192.0.2.1', false)).toEqual(bad('cannot listen on 192.0.2.1'));
});
