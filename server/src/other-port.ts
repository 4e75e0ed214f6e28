import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { CannotListen } from './failure.ts';
import type { Settings } from './settings.ts';

/** Each request is short and the only one of its socket, so few sockets serve many visitors. */
export const OTHER_PORT_SOCKETS = 32;

/** Listens on a port beside the server's own, with few sockets, so that the own port keeps its files. */
export async function listenOnOtherPort(
  port: number,
  host: string,
  answer: RequestListener,
): Promise<Server> {
  const timeouts = {
    connectionsCheckingInterval: 1_000,
    headersTimeout: 5_000,
    requestTimeout: 10_000,
  };
  /** Sockets that have not sent their request yet, the oldest first. */
  const waiting = new Set<Socket>();
  const open = new Set<Socket>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    waiting.delete(socket);
  };
  const server = createServer(timeouts, (request, response) => {
    waiting.delete(request.socket);
    response.setHeader('connection', 'close');
    answer(request, response);
  });
  server.on('connection', (socket) => {
    open.add(socket);
    waiting.add(socket);
    socket.once('close', () => forget(socket));
    if (open.size <= OTHER_PORT_SOCKETS) return;
    // In a flood, every socket has the time until so many others have come.
    const [oldest = socket] = waiting;
    forget(oldest);
    oldest.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new CannotListen(error)));
    server.listen(port, host, resolve);
  });
  return server;
}

/** How many files the other ports may take. */
export function otherPortFiles({
  httpRedirectPort,
  metricsPort,
}: Pick<Settings, 'httpRedirectPort' | 'metricsPort'>): number {
  const ports = [httpRedirectPort, metricsPort].filter((port) => port !== undefined);
  return ports.length * OTHER_PORT_SOCKETS;
}
