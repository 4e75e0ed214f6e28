import pg from 'pg';

export type ConnectionTarget =
  | string
  | { host: string; port: number; database: string; user: string; password?: string };

const CONNECT_TIMEOUT_MS = 5_000;
/** The system finds out by itself when the other end of an idle connection is gone. */
const KEEP_ALIVE_AFTER_MS = 60_000;

const types = new pg.TypeOverrides();
// A calendar day stays text: a Date would belong to some time zone.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// '2026-11-15 09:30:00.25+00' becomes what PostgreSQL itself writes in JSON, so that a moment looks
// the same whether a row or a ready-made JSON document carries it.
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => `${text.replace(' ', 'T')}:00`);

/** What a client needs to connect; sslmode means what it means to PostgreSQL's own tools. */
export function clientConfig(target: ConnectionTarget): pg.ClientConfig {
  if (typeof target !== 'string') return target;
  const separator = target.includes('?') ? '&' : '?';
  const compatible = target.includes('uselibpqcompat=');
  return {
    connectionString: compatible ? target : `${target}${separator}uselibpqcompat=true`,
  };
}

/** One connection to PostgreSQL, with our settings. */
export class Connection extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({
      application_name: 'drawbridge',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      types,
      ...config,
    });
    // Whoever uses the connection is told by a failing statement. An error that nobody listens to
    // would end the process.
    this.on('error', () => {});
  }

  /** Called by node-postgres. A URL's own `options` stay, and these hold whatever they say. */
  getStartupConf(): Record<string, string> {
    const parent = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };
    return { ...parent.getStartupConf.call(this), TimeZone: 'UTC', DateStyle: 'ISO' };
  }

  /** Ends the connection at once, without waiting for a server that may not answer. */
  destroy(): void {
    this.connection.stream.destroy();
  }
}
