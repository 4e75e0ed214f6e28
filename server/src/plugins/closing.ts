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
  const answersOf = new Map<Socket, Set<ServerResponse>>();
  let closing = false;

  const track = (socket: Socket): Set<ServerResponse> => {
    const answers = new Set<ServerResponse>();
    answersOf.set(socket, answers);
    socket.once('close', () => answersOf.delete(socket));
    return answers;
  };

  app.server.on('connection', track);
  app.server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const answers = answersOf.get(socket) ?? track(socket);
    answers.add(response);
    response.once('close', () => {
      answers.delete(response);
      // Its headers may have been sent before closing began, with keep-alive.
      if (closing && answers.size === 0) socket.destroySoon();
    });
  });

  // Node's version treats a connection as idle while the end of a response is still being sent.
  app.server.closeIdleConnections = () => {
    for (const [socket, answers] of answersOf) if (answers.size === 0) socket.destroy();
  };

  app.addHook('preClose', async () => {
    closing = true;
    app.server.closeIdleConnections();
    for (const answers of answersOf.values()) {
      // `connection: close` in the last response tells the client to send no further request.
      const last = [...answers].at(-1);
      if (last && !last.headersSent) last.shouldKeepAlive = false;
    }
    const giveUp = setTimeout(() => {
      if (answersOf.size > 0) app.log.warn(`closed ${answersOf.size} connections in mid-answer`);
      for (const socket of answersOf.keys()) socket.destroy();
    }, graceMs);
    app.server.once('close', () => clearTimeout(giveUp));
  });
}
