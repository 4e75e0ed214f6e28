import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a closing server lets answers finish that are under way. */
const GRACE_MS = 10_000;

/**
 * Makes `app.close()` end soon and cut nothing short. Node's own closing waits for every socket on which
 * no request has begun yet, and browsers keep such sockets open in advance; and an answer without an
 * end, such as live events, would keep it waiting for ever.
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
      // Its head may have promised to keep the connection before the closing began.
      if (closing && answers.size === 0) socket.destroySoon();
    });
  });

  // Node's own takes a connection for idle while the end of an answer still waits to be sent.
  app.server.closeIdleConnections = () => {
    for (const [socket, answers] of answersOf) if (answers.size === 0) socket.destroy();
  };

  app.addHook('preClose', async () => {
    closing = true;
    app.server.closeIdleConnections();
    for (const answers of answersOf.values()) {
      // The client learns from the head of the last answer that there will be no other.
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
