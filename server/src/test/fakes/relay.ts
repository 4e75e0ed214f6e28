import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ConnectionTarget } from '../../db/connection.ts';

interface Relay {
  /** The same database, reached through the relay. */
  target: ConnectionTarget;
  /** Cuts all connections like a pulled cable, without a message from PostgreSQL. */
  cut(): void;
  close(): void;
}

/** A relay between the server and PostgreSQL. Data that matches `cutAt` cuts the connection instead. */
export async function startRelay(target: ConnectionTarget, cutAt?: RegExp): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(addressOf(target));
    for (const socket of [near, far]) {
      sockets.add(socket);
      // A pipe closes when its source ends, but not when the source fails.
      socket.on('error', () => (socket === near ? far : near).destroy());
      socket.once('close', () => sockets.delete(socket));
    }
    near.on('data', (sent) => {
      if (cutAt?.test(sent.toString('latin1'))) cut();
    });
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    target: throughPort(target, (server.address() as AddressInfo).port),
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}

function addressOf(target: ConnectionTarget) {
  if (typeof target === 'string') {
    const { hostname, port } = new URL(target);
    return { host: hostname, port: Number(port || 5432) };
  }
  const { host, port } = target;
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function throughPort(target: ConnectionTarget, port: number): ConnectionTarget {
  if (typeof target !== 'string') return { ...target, host: '127.0.0.1', port };
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
