import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Sockets } from './sockets.ts';

/** How long a closing server waits for responses in progress. */
const GRACE_MS = 10_000;

/**
 * Makes `app.close()` finish soon without cutting responses short. Node waits for every socket without a
 * request, and browsers open such sockets in advance. It also waits for responses that never end, such as
 * event streams.
 */
export function closeCleanly(app: FastifyInstance, sockets: Sockets, graceMs = GRACE_MS): void {
  /** Closes the socket after its last response, whose headers may have been sent with keep-alive. */
  const closeAfter = (response: ServerResponse, socket: Socket) => {
    response.once('close', () => {
      if (sockets.newestOf(socket) === response) socket.destroySoon();
    });
  };

  app.addHook('preClose', async () => {
    app.server.on('request', ({ socket }, response) => closeAfter(response, socket));
    sockets.closeIdle();
    for (const [socket, response] of sockets.all()) {
      if (!response || response.closed) continue;
      closeAfter(response, socket);
      // `connection: close` in the last response tells the client to send no further request.
      if (!response.headersSent) response.shouldKeepAlive = false;
    }
    const giveUp = setTimeout(() => {
      const open = [...sockets.all()];
      if (open.length > 0) app.log.warn(`closed ${open.length} connections in mid-answer`);
      for (const [socket] of open) socket.destroy();
    }, graceMs);
    app.server.once('close', () => clearTimeout(giveUp));
  });
}
