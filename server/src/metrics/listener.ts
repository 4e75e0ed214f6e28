import type { Server } from 'node:http';
import { listenOnOtherPort } from '../other-port.ts';

// The format of Prometheus's texts, which prom-client writes.
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Answers `GET /metrics` on a port of its own, which visitors do not reach. */
export function listenForMetrics(
  port: number,
  host: string,
  read: () => Promise<string>,
): Promise<Server> {
  return listenOnOtherPort(port, host, (request, response) => {
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
