import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebhookPayload, webhookPayloads } from '@drawbridge/contract/outreach/webhooks';
import { vi } from 'vitest';
import { LONG_TIMEOUT } from './until-blocked.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders & { 'webhook-id'?: string; 'webhook-signature'?: string };
  body: string;
  message: WebhookPayload;
}

/** A receiver of webhooks on this machine. `answer` may delay the response. */
export async function startReceiver(
  answer: (received: Received, response: ServerResponse) => void = (_, response) =>
    void response.end('thank you'),
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const sent = JSON.parse(body) as WebhookPayload;
      const message = webhookPayloads[sent.type].parse(sent);
      const one = { path: request.url ?? '', headers: request.headers, body, message };
      received.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** The first matching message, once it has arrived. */
    next: (matches: (received: Received) => boolean) =>
      vi.waitFor(() => {
        const mail = received.find(matches);
        if (!mail) throw new Error(`Only ${received.map(({ message }) => message.type)} came`);
        return mail;
      }, LONG_TIMEOUT),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
