import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotListen } from '../failure.ts';
import type { Settings } from '../settings.ts';
import { nameOf } from './addresses.ts';
import { Sockets } from './connections.ts';

/** Each request is short and the only one of its socket, so few sockets serve many visitors. */
export const OTHER_PORT_SOCKETS = 32;
// The format of Prometheus's texts, which prom-client writes.
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A server that is listening, in this process or in its workers. */
export interface RunningServer {
  /** The actual port: with PORT=0 the system chooses one. */
  port: number;
  close(): Promise<void>;
  /** All measurements as Prometheus reads them, if they are on. */
  readMetrics?: (() => Promise<string>) | undefined;
}

/** A server with its other ports, and what to print about them. */
export interface ServerWithOtherPorts extends RunningServer {
  metricsUrl: string | undefined;
}

/** Adds the port that only redirects to HTTPS and the port for metrics, if they are set. */
export async function withOtherPorts(
  server: RunningServer,
  { httpRedirectPort, host, publicUrl, metricsPort, metricsHost }: Settings,
): Promise<ServerWithOtherPorts> {
  const others: Server[] = [];
  const close = () => {
    for (const other of others) {
      other.close();
      other.closeAllConnections();
    }
    return server.close();
  };
  try {
    if (httpRedirectPort !== undefined) {
      const to = { httpsPort: server.port, publicUrl };
      others.push(await redirectToHttps(httpRedirectPort, host, to));
    }
    let metricsUrl: string | undefined;
    if (metricsPort !== undefined && server.readMetrics) {
      const listener = await listenForMetrics(metricsPort, metricsHost, server.readMetrics);
      others.push(listener);
      const { port } = listener.address() as AddressInfo;
      metricsUrl = `http://${nameOf(metricsHost)}:${port}/metrics`;
    }
    return { port: server.port, close, metricsUrl };
  } catch (error) {
    await close();
    throw error;
  }
}

/** How many files the other ports may take. */
export function otherPortFiles({
  httpRedirectPort,
  metricsPort,
}: Pick<Settings, 'httpRedirectPort' | 'metricsPort'>): number {
  const ports = [httpRedirectPort, metricsPort].filter((port) => port !== undefined);
  return ports.length * OTHER_PORT_SOCKETS;
}

/** Answers `GET /metrics` on a port of its own, which visitors do not reach. */
export function listenForMetrics(
  port: number,
  host: string,
  read: () => Promise<string>,
): Promise<Server> {
  return listen(port, host, (request, response) => {
    const isAsked = /^\/metrics\/?(\?|$)/.test(request.url ?? '');
    if (!isAsked || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only GET /metrics\n');
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}

/**
 * Sends everybody who comes by HTTP to the same address by HTTPS: at the public address if it is known,
 * and otherwise at the host that was asked for.
 */
export function redirectToHttps(
  port: number,
  host: string,
  { httpsPort, publicUrl }: { httpsPort: number; publicUrl: string | undefined },
): Promise<Server> {
  const known = publicUrl?.startsWith('https:') ? new URL(publicUrl).origin : undefined;
  return listen(port, host, ({ headers, url = '' }, response) => {
    const origin = known ?? originFor(headers.host ?? '', httpsPort);
    // A whole address or `*` is a valid target too, but not a path.
    if (!origin || !url.startsWith('/')) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Please use HTTPS');
      return;
    }
    // 308 keeps the method, so that an entry is sent again as it was.
    response.writeHead(308, { location: `${origin}${url}` }).end();
  });
}

function originFor(asked: string, httpsPort: number): string | undefined {
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d+)?$/i.exec(asked) ?? [];
  if (!name) return undefined;
  return `https://${name}${httpsPort === 443 ? '' : `:${httpsPort}`}`;
}

/** Listens with few sockets, so that the main port keeps its files. The oldest ones make room for new ones. */
async function listen(port: number, host: string, answer: RequestListener): Promise<Server> {
  const timeouts = {
    connectionsCheckingInterval: 1_000,
    headersTimeout: 5_000,
    requestTimeout: 10_000,
  };
  const server = createServer(timeouts, (request, response) => {
    response.setHeader('connection', 'close');
    answer(request, response);
  });
  const sockets = new Sockets(server);
  server.on('connection', () => {
    if (sockets.size > OTHER_PORT_SOCKETS) sockets.closeOldest();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new CannotListen(error)));
    server.listen(port, host, resolve);
  });
  return server;
}
