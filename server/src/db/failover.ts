import type pg from 'pg';
import { Connection, type ConnectionConfig, type ConnectionTarget } from './connection.ts';

export interface Host {
  host: string;
  port: number;
}

/** How often the servers are asked which one is the primary, while there are connections. */
const PROBE_EVERY_MS = 1000;
/** A server that has not responded by then counts as unavailable. */
const PROBE_TIMEOUT_MS = 2000;
/** While there is no primary, connecting fails at once and the servers are asked at most this often. */
const MIN_PROBE_INTERVAL_MS = 200;

/** The hosts in a connection string, and the string with only the first of them. */
export function splitHosts(target: ConnectionTarget): { hosts: Host[]; url: string } {
  if (typeof target !== 'string') return { hosts: [target], url: '' };
  const [, before = '', names = '', after = ''] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(target) ?? [];
  const list = names.split(',');
  const hosts = list.map((name) => {
    const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(name) ?? [];
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? 5432) };
  });
  return { hosts, url: `${before}${list[0]}${after}` };
}

/** Connections with this configuration go to whichever of several servers is the primary. */
export function followPrimary(config: pg.ClientConfig, hosts: Host[]): ConnectionConfig {
  const finder = new PrimaryFinder(config, hosts);
  return { ...config, findHost: (connection) => finder.findFor(connection) };
}

/**
 * Tracks which server is the primary. If two servers claim it, the one with the higher timeline was promoted
 * last: connections to the other are closed, and their statements fail.
 */
class PrimaryFinder {
  readonly #probes: PrimaryProbe[];
  readonly #open = new Map<Connection, Host>();
  #primary: PrimaryProbe | undefined;
  // An old primary must not be used again, even if it is the only one that answers.
  #highestTimeline = 1;
  #probing: Promise<void> | undefined;
  #probedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig, hosts: Host[]) {
    this.#probes = hosts.map((host) => new PrimaryProbe(config, host));
  }

  /** Returns the primary. The connection is closed when another server becomes the primary. */
  async findFor(connection: Connection): Promise<Host> {
    const age = performance.now() - this.#probedAt;
    if (age > (this.#primary ? 2 * PROBE_EVERY_MS : MIN_PROBE_INTERVAL_MS)) await this.#probe();
    if (!this.#primary) throw this.#noPrimary();
    const { at } = this.#primary;
    this.#open.set(connection, at);
    connection.once('end', () => {
      this.#open.delete(connection);
      // The servers are asked again before the next connection is opened.
      if (at === this.#primary?.at) this.#probedAt = Number.NEGATIVE_INFINITY;
    });
    return at;
  }

  /** `isDatabaseUnavailable` recognises this error by its code. */
  #noPrimary(): Error {
    const reasons = this.#probes.map(({ at, state }) => `${at.host}:${at.port}: ${state}`);
    return Object.assign(new Error(`No primary among ${reasons.join('; ')}`), { code: '08001' });
  }

  #probe(): Promise<void> {
    this.#probing ??= this.#choose().finally(() => {
      this.#probedAt = performance.now();
      this.#probing = undefined;
    });
    this.#timer ??= setInterval(() => this.#tick(), PROBE_EVERY_MS).unref();
    return this.#probing;
  }

  #tick(): void {
    if (this.#open.size > 0) {
      void this.#probe();
      return;
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const probe of this.#probes) probe.close();
  }

  async #choose(): Promise<void> {
    const timelines = await Promise.all(this.#probes.map((probe) => probe.readTimeline()));
    const highest = Math.max(this.#highestTimeline, ...timelines);
    this.#primary = this.#probes[timelines.indexOf(highest)];
    if (!this.#primary) return;
    this.#highestTimeline = highest;
    for (const [connection, at] of this.#open) {
      if (at !== this.#primary.at) connection.destroy();
    }
  }
}

/** Asks one server whether it is a primary, over its own connection. */
class PrimaryProbe {
  readonly at: Host;
  /** A description of the server for the operator. */
  state = '';
  readonly #config: pg.ClientConfig;
  #connection: Connection | undefined;

  constructor(config: pg.ClientConfig, at: Host) {
    this.#config = config;
    this.at = at;
  }

  /** The timeline of a primary; 0 for a standby or a server that does not respond. */
  async readTimeline(): Promise<number> {
    try {
      this.#connection ??= await this.#connect();
      const { rows } = await this.#connection.query<{ timeline: number }>(`
        select case when pg_is_in_recovery() then 0
               else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
               end as timeline`);
      const timeline = rows[0]?.timeline ?? 0;
      this.state = timeline === 0 ? 'it is a standby' : `it is a primary on timeline ${timeline}`;
      return timeline;
    } catch (error) {
      this.close();
      const { message, code } = error as Error & { code?: string };
      this.state = /timeout/.test(message) ? 'it does not answer' : message || String(code);
      return 0;
    }
  }

  close(): void {
    this.#connection?.destroy();
    this.#connection = undefined;
  }

  async #connect(): Promise<Connection> {
    const connection = new Connection({
      ...this.#config,
      application_name: 'drawbridge-watch',
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    connection.host = this.at.host;
    connection.port = this.at.port;
    await connection.connect();
    return connection;
  }
}
