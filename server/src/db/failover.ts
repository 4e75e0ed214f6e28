import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';

export interface Host {
  host: string;
  port: number;
}

/** How often the servers are asked who leads, while anybody is connected. */
const WATCH_MS = 1000;
/** A server that has not answered by then does not lead. */
const ANSWER_MS = 2000;
/** Nobody led a moment ago, so nobody is asked again so soon: requests fail at once meanwhile. */
const REST_MS = 200;

/** The servers that a connection string names, and the string with the first one alone. */
export function splitHosts(url: string): { hosts: Host[]; url: string } {
  const [, before = '', names = '', after = ''] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  const list = names.split(',');
  const hosts = list.map((name) => {
    const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(name) ?? [];
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? 5432) };
  });
  return { hosts, url: `${before}${list[0]}${after}` };
}

/**
 * Opens connections to whichever of several servers is the primary. The driver has a list of hosts of
 * its own, but it asks a list that is away again and again without a pause and never says so, and it
 * keeps connections to a primary that has vanished from the network for as long as TCP does.
 *
 * Of two that both claim to lead, the one with the later timeline was promoted after the other: then
 * every connection to the other is cut, and what was asked on it fails as 'database away'.
 */
export function socketToPrimary(url: string, hosts: Host[]): () => Promise<Duplex> {
  const witnesses = hosts.map((host) => new Witness(url, host));
  const open = new Set<PrimarySocket>();
  let leader: Witness | undefined;
  // An old primary that is alone for a moment is still an old primary.
  let newest = 1;
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let watch: NodeJS.Timeout | undefined;

  const look = () => {
    looking ??= findLeader().finally(() => {
      lookedAt = performance.now();
      looking = undefined;
    });
    return looking;
  };

  async function findLeader() {
    const timelines = await Promise.all(witnesses.map((witness) => witness.askTimeline()));
    const latest = Math.max(newest, ...timelines);
    leader = witnesses[timelines.indexOf(latest)];
    if (!leader) return;
    newest = latest;
    for (const socket of open) if (socket.at !== leader.at) socket.destroy();
  }

  function keepWatch() {
    watch ??= setInterval(() => {
      if (open.size > 0) {
        look();
      } else {
        clearInterval(watch);
        watch = undefined;
      }
    }, WATCH_MS).unref();
  }

  return async () => {
    const age = performance.now() - lookedAt;
    if (age > (leader ? 2 * WATCH_MS : REST_MS)) await look();
    let socket = leader && (await PrimarySocket.reach(leader.at, open));
    if (!socket && leader) {
      await look();
      socket = leader && (await PrimarySocket.reach(leader.at, open));
    }
    if (!socket) return new Unreachable(witnesses);
    keepWatch();
    return socket;
  };
}

/** Asks one server whether it leads, over a connection of its own that is given up when it is silent. */
class Witness {
  readonly at: Host;
  /** Why it is not the one, for the operator. */
  reason = '';
  readonly #url: string;
  #sql: postgres.Sql | undefined;

  constructor(url: string, at: Host) {
    this.#url = url;
    this.at = at;
  }

  /** The timeline of a primary; 0 of a standby, and of a server that does not answer. */
  async askTimeline(): Promise<number> {
    this.#sql ??= postgres(this.#url, {
      ...this.at,
      max: 1,
      idle_timeout: 2 * (WATCH_MS / 1000),
      connect_timeout: ANSWER_MS / 1000,
      backoff: false,
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name: 'drawbridge-watch' },
    });
    const asked = this.#sql;
    const done = new AbortController();
    try {
      const timeline = await Promise.race([
        readTimeline(asked),
        pause(ANSWER_MS, undefined, { signal: done.signal, ref: false }),
      ]);
      if (timeline === undefined) this.#giveUp(asked);
      this.reason = timeline === undefined ? 'it does not answer' : `it is ${describe(timeline)}`;
      return timeline ?? 0;
    } catch (error) {
      this.#giveUp(asked);
      this.reason = (error as Error).message;
      return 0;
    } finally {
      done.abort();
    }
  }

  #giveUp(asked: postgres.Sql): void {
    if (this.#sql === asked) this.#sql = undefined;
    asked.end({ timeout: 0 }).catch(() => {});
  }
}

function describe(timeline: number): string {
  return timeline === 0 ? 'a standby' : `a primary on timeline ${timeline}`;
}

async function readTimeline(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ timeline: number }[]>`
    select case when pg_is_in_recovery() then 0
           else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
           end as timeline`;
  return row?.timeline ?? 0;
}

/** A connection that knows which server it leads to, and is listed until it is gone. */
class PrimarySocket extends Socket {
  readonly at: Host;
  /** Read by the driver: the name that the server's certificate must have. */
  readonly host: string;
  readonly #listed: Set<PrimarySocket>;

  /** Nothing when the server cannot be reached. */
  static reach(at: Host, listed: Set<PrimarySocket>): Promise<PrimarySocket | undefined> {
    return new Promise((resolve) => {
      const socket = new PrimarySocket(at, listed);
      const fail = () => {
        socket.destroy();
        resolve(undefined);
      };
      socket.setTimeout(ANSWER_MS, fail);
      socket.once('error', fail);
      socket.once('close', fail);
      socket.connect(at, () => {
        socket.setTimeout(0);
        socket.removeAllListeners();
        resolve(socket);
      });
    });
  }

  private constructor(at: Host, listed: Set<PrimarySocket>) {
    super();
    this.at = at;
    this.host = at.host;
    this.#listed = listed.add(this);
  }

  // Not a listener: the driver removes those when it puts TLS on top.
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#listed.delete(this);
    super._destroy(error, callback);
  }
}

/** A connection to nobody. A rejected promise would cost the driver's pool the place for good. */
class Unreachable extends Duplex {
  readonly #error: Error;

  constructor(witnesses: Witness[]) {
    super();
    const reasons = witnesses.map(({ at, reason }) => `${at.host}:${at.port}: ${reason}`);
    this.#error = Object.assign(new Error(`No primary among ${reasons.join('; ')}`), {
      code: '08001',
    });
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: string, callback: (error: Error) => void): void {
    callback(this.#error);
  }
}
