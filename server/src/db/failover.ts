import { Connection, configFor } from './connection.ts';

/** How often every server is asked whether it is the primary. */
const PROBE_EVERY_MS = 1000;
/** A server that has not responded by then counts as unavailable. */
const PROBE_TIMEOUT_MS = 2000;

/** One URL for each host in a connection string. */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = url, after = ''] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/**
 * Finds the primary among several servers. If two servers claim to be the primary, the one with the higher
 * timeline was promoted last: connections to the other are closed, and their statements fail.
 */
export class PrimaryFinder {
  readonly #servers: Server[];
  readonly #open = new Map<Connection, Server>();
  #primary: Server | undefined;
  // An old primary must not be used again, even if it is the only one that answers.
  #highestTimeline = 1;
  #probing: Promise<void> | undefined;
  readonly #timer = setInterval(() => void this.#probe(), PROBE_EVERY_MS).unref();

  constructor(urls: string[]) {
    this.#servers = urls.map((url) => new Server(url));
  }

  /** Returns the primary. The connection is closed when another server becomes the primary. */
  async findFor(connection: Connection): Promise<Server> {
    if (!this.#primary) await this.#probe();
    const primary = this.#primary;
    if (!primary) throw this.#noPrimary();
    this.#open.set(connection, primary);
    connection.once('end', () => {
      this.#open.delete(connection);
      // The servers are asked again before the next connection is opened.
      if (primary === this.#primary) this.#primary = undefined;
    });
    return primary;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#probing;
    for (const server of this.#servers) server.disconnect();
  }

  /** `isDatabaseUnavailable` recognises this error by its code. */
  #noPrimary(): Error {
    const reasons = this.#servers.map(({ host, port, state }) => `${host}:${port}: ${state}`);
    return Object.assign(new Error(`No primary among ${reasons.join('; ')}`), { code: '08001' });
  }

  /** Callers that ask at the same time share one probe. */
  #probe(): Promise<void> {
    this.#probing ??= this.#choose().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #choose(): Promise<void> {
    const timelines = await Promise.all(this.#servers.map((server) => server.readTimeline()));
    const highest = Math.max(this.#highestTimeline, ...timelines);
    this.#primary = this.#servers[timelines.indexOf(highest)];
    if (!this.#primary) return;
    this.#highestTimeline = highest;
    for (const [connection, server] of this.#open) {
      if (server !== this.#primary) connection.destroy();
    }
  }
}

/** One of the servers, with a connection that is only for asking whether it is a primary. */
class Server {
  readonly host: string;
  readonly port: number;
  /** A description of the server for the operator. */
  state = '';
  readonly #url: string;
  #connection: Connection | undefined;

  constructor(url: string) {
    this.#url = url;
    const { host, port } = this.#createConnection();
    this.host = host;
    this.port = port;
  }

  /** The timeline of a primary; 0 for a standby or a server that does not respond. */
  async readTimeline(): Promise<number> {
    try {
      if (!this.#connection) {
        this.#connection = this.#createConnection();
        await this.#connection.connect();
      }
      const { rows } = await this.#connection.query<{ timeline: number }>(`
        select case when pg_is_in_recovery() then 0
               else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
               end as timeline`);
      const timeline = rows[0]?.timeline ?? 0;
      this.state = timeline === 0 ? 'it is a standby' : `it is a primary on timeline ${timeline}`;
      return timeline;
    } catch (error) {
      this.disconnect();
      const { message, code } = error as Error & { code?: string };
      this.state = /timeout/.test(message) ? 'it does not answer' : message || String(code);
      return 0;
    }
  }

  disconnect(): void {
    this.#connection?.destroy();
    this.#connection = undefined;
  }

  #createConnection(): Connection {
    return new Connection({
      ...configFor(this.#url),
      application_name: 'drawbridge-watch',
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
  }
}
