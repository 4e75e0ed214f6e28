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
  /** The responses of each socket; those that are closed stay until the socket's next request. */
  const answersOf = new Map<Socket, ServerResponse[]>();
  let closing = false;

  const track = (socket: Socket): ServerResponse[] => {
    const answers: ServerResponse[] = [];
    answersOf.set(socket, answers);
    socket.once('close', () => answersOf.delete(socket));
    return answers;
  };
  const isIdle = (answers: ServerResponse[]) => answers.every(({ closed }) => closed);
  /** Closes the socket after its last response, whose headers may have been sent with keep-alive. */
  const closeAfter = (response: ServerResponse, socket: Socket, answers: ServerResponse[]) => {
    response.once('close', () => {
      if (isIdle(answers)) socket.destroySoon();
    });
  };

  app.server.on('connection', track);
  app.server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const answers = answersOf.get(socket) ?? track(socket);
    if (isIdle(answers)) answers.length = 0;
    answers.push(response);
    if (closing) closeAfter(response, socket, answers);
  });

  // Node's version treats a connection as idle while the end of a response is still being sent.
  app.server.closeIdleConnections = () => {
    for (const [socket, answers] of answersOf) if (isIdle(answers)) socket.destroy();
  };

  app.addHook('preClose', async () => {
    closing = true;
    app.server.closeIdleConnections();
    for (const [socket, answers] of answersOf) {
      const open = answers.filter(({ closed }) => !closed);
      for (const response of open) closeAfter(response, socket, answers);
      // `connection: close` in the last response tells the client to send no further request.
      const last = open.at(-1);
      if (last && !last.headersSent) last.shouldKeepAlive = false;
    }
    const giveUp = setTimeout(() => {
      if (answersOf.size > 0) app.log.warn(`closed ${answersOf.size} connections in mid-answer`);
      for (const socket of answersOf.keys()) socket.destroy();
    }, graceMs);
    app.server.once('close', () => clearTimeout(giveUp));
  });
}
