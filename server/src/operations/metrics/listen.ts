import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotListen } from '../../core/failure.ts';
import { nameOf } from '../../http/connections/addresses.ts';
import type { Settings } from '../../settings.ts';
import type { Metrics } from './metrics.ts';

// The text format of Prometheus, which prom-client writes.
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
/** Enough for several readers; the files of the process are for visitors. */
const CONNECTIONS_MAX = 32;

/** Serves `GET /metrics` on a port of its own, which visitors cannot reach. */
export async function listenForMetrics(
  metrics: Metrics,
  { metricsPort, metricsHost }: Pick<Settings, 'metricsPort' | 'metricsHost'>,
): Promise<{ url: string; close(): Promise<void> }> {
  const timeouts = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 5_000 };
  const server = createServer(timeouts, ({ method = '', url = '' }, response) => {
    if (!/^\/metrics\/?(\?|$)/.test(url) || !['GET', 'HEAD'].includes(method)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only GET /metrics\n');
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new CannotListen(error)));
    server.listen(metricsPort, metricsHost, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${nameOf(metricsHost)}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
