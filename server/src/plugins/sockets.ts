import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** All sockets of a server, and the responses in progress on each. */
export class Sockets {
  /** By the addresses of both ends: HTTPS puts a socket of its own around each accepted one. */
  readonly #sockets = new Map<string, Socket>();
  /** Those that are closed stay until the socket's next request. */
  readonly #responses = new WeakMap<Socket, ServerResponse[]>();
  #queued = 0;

  /** Is called when a client sends a request before the one ahead of it was answered. */
  onQueued: (socket: Socket) => void = () => {};

  constructor(server: Server) {
    server.on('connection', (socket) => this.#track(socket));
    server.on('secureConnection', (socket) => this.#track(socket));
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
      this.#add(socket, response),
    );
    // Node's version treats a connection as idle while the end of a response is still being sent.
    server.closeIdleConnections = () => this.closeIdle();
  }

  /** How many responses wait for another one on the same socket. */
  get queued(): number {
    return this.#queued;
  }

  /** The sockets with their newest response. Responses are sent in turn, so it is the last to be closed. */
  *all(): Generator<[socket: Socket, newest: ServerResponse | undefined]> {
    for (const socket of this.#sockets.values()) {
      yield [socket, this.newestOf(socket)];
    }
  }

  newestOf(socket: Socket): ServerResponse | undefined {
    return this.#responses.get(socket)?.at(-1);
  }

  closeIdle(except?: Socket): void {
    for (const [socket, newest] of this.all()) {
      if (socket !== except && (newest?.closed ?? true)) socket.destroy();
    }
  }

  #track(socket: Socket): void {
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    const ends = [remoteAddress, remotePort, localAddress, localPort].join();
    this.#sockets.set(ends, socket);
    const responses: ServerResponse[] = [];
    this.#responses.set(socket, responses);
    socket.once('close', () => {
      if (this.#sockets.get(ends) === socket) this.#sockets.delete(ends);
      // Node closes only the response that has the socket. The queued ones may hold files and streams, too.
      for (const response of responses) {
        if (response.closed || response.socket) continue;
        response.destroy();
        response.emit('close');
      }
    });
  }

  #add(socket: Socket, response: ServerResponse): void {
    const responses = this.#responses.get(socket);
    if (!responses) return;
    while (responses[0]?.closed) responses.shift();
    if (responses.push(response) === 1) return;
    this.#queued += 1;
    response.once('close', () => {
      this.#queued -= 1;
    });
    this.onQueued(socket);
  }
}
