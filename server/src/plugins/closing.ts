import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a closing server waits for responses in progress. */
const GRACE_MS = 10_000;

/**
 * Makes `app.close()` finish soon without cutting responses short. Node waits for every socket without a
 * request, and browsers open such sockets in advance. It also waits for responses that never end, such as
 * event streams.
 */
export function closeCleanly(app: FastifyInstance, graceMs = GRACE_MS): void {
  /** By the address of their other end: HTTPS puts a socket of its own around each accepted one. */
  const sockets = new Map<string, Socket>();
  /** The newest response of each socket. Responses are sent in turn, so it is the last to be closed. */
  const newest = new WeakMap<Socket, ServerResponse>();
  let closing = false;

  const track = (socket: Socket) => {
    const otherEnd = `${socket.remoteAddress} ${socket.remotePort}`;
    sockets.set(otherEnd, socket);
    socket.once('close', () => {
      if (sockets.get(otherEnd) === socket) sockets.delete(otherEnd);
    });
  };
  /** Closes the socket after its last response, whose headers may have been sent with keep-alive. */
  const closeAfter = (response: ServerResponse, socket: Socket) => {
    response.once('close', () => {
      if (newest.get(socket) === response) socket.destroySoon();
    });
  };

  app.server.on('connection', track);
  app.server.on('secureConnection', track);
  app.server.prependListener('request', ({ socket }, response: ServerResponse) => {
    newest.set(socket, response);
    if (closing) closeAfter(response, socket);
  });

  // Node's version treats a connection as idle while the end of a response is still being sent.
  app.server.closeIdleConnections = () => {
    for (const socket of sockets.values()) {
      if (newest.get(socket)?.closed ?? true) socket.destroy();
    }
  };

  app.addHook('preClose', async () => {
    closing = true;
    app.server.closeIdleConnections();
    for (const socket of sockets.values()) {
      const response = newest.get(socket);
      if (!response || response.closed) continue;
      closeAfter(response, socket);
      // `connection: close` in the last response tells the client to send no further request.
      if (!response.headersSent) response.shouldKeepAlive = false;
    }
    const giveUp = setTimeout(() => {
      if (sockets.size > 0) app.log.warn(`closed ${sockets.size} connections in mid-answer`);
      for (const socket of sockets.values()) socket.destroy();
    }, graceMs);
    app.server.once('close', () => clearTimeout(giveUp));
  });
}
