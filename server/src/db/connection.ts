import pg from 'pg';

export type ConnectionTarget =
  | string
  | { host: string; port: number; database: string; user: string };

export interface ConnectionConfig extends pg.ClientConfig {
  /** Called with each warning from PostgreSQL, such as a collation that has changed with the system. */
  onWarning?: (message: string) => void;
}

const types = new pg.TypeOverrides();
// A calendar day stays text, because a Date would depend on a time zone.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// '2026-11-15 09:30:00.25+00' becomes the form that PostgreSQL uses in JSON, so that a time looks the
// same in a row and in a JSON document built by PostgreSQL.
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => `${text.replace(' ', 'T')}:00`);

/** A connection to PostgreSQL with our settings. */
export class Connection extends pg.Client {
  constructor({ onWarning, ...config }: ConnectionConfig) {
    super({
      application_name: 'drawbridge',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types,
      ...config,
    });
    // A lost connection makes its statement fail, which is enough. Without a listener, the error event would end the
    // process.
    this.on('error', () => {});
    this.on('notice', ({ severity, message = '' }) => {
      if (severity === 'WARNING') onWarning?.(message);
    });
  }

  /** The settings of the connection, which node-postgres asks for. They override those of the URL and the database. */
  getStartupConf(): Record<string, string> {
    const parent = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };
    return { ...parent.getStartupConf.call(this), TimeZone: 'UTC', DateStyle: 'ISO' };
  }

  /** Closes the connection at once, without waiting for a server that may not respond. */
  destroy(): void {
    this.connection.stream.destroy();
  }
}

/** The configuration for a target; `sslmode` means the same as for PostgreSQL's own tools. */
export function configFor(target: ConnectionTarget): pg.ClientConfig {
  if (typeof target !== 'string') return target;
  const separator = target.includes('?') ? '&' : '?';
  return { connectionString: `${target}${separator}uselibpqcompat=true` };
}
