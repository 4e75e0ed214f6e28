import postgres from 'postgres';
import { socketToPrimary, splitHosts } from './failover.ts';
import { lastingPool } from './lasting-pool.ts';

/** A pool of connections; `begin` starts a transaction. */
export type Database = postgres.Sql<Record<never, never>>;
/** What a store function queries: the pool, or the transaction it is part of. */
export type Db = postgres.ISql<Record<never, never>>;

export type ConnectionTarget =
  | string
  | { host: string; port: number; database: string; username: string; password?: string };

const OID_DATE = 1082;
const OID_TIMESTAMPTZ = 1184;

interface ConnectOptions {
  max?: number;
  /** Is told what PostgreSQL warns of, such as what a migration has dropped. */
  onWarning?: (message: string) => void;
}

export function connect(target: ConnectionTarget, options: ConnectOptions = {}): Database {
  const common = {
    max: options.max ?? 10,
    connect_timeout: 5,
    // A connection that ends has been lost; none is ended for its age.
    max_lifetime: null,
    // The driver's own pauses grow to 20 s; a database that is back should be used at once.
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    onnotice: ({ severity, message = '' }: postgres.Notice) => {
      if (severity === 'WARNING') options.onWarning?.(message);
    },
    transform: { column: { from: postgres.toCamel } },
    connection: { application_name: 'drawbridge', TimeZone: 'UTC', DateStyle: 'ISO' },
    types: {
      // A calendar day stays text: a Date would belong to some time zone.
      date: { to: OID_DATE, from: [OID_DATE], serialize: String, parse: String },
      // '2026-11-15 09:30:00.25+00' becomes what PostgreSQL itself writes in JSON, so that a moment
      // looks the same whether a row or a ready-made JSON document carries it.
      moment: {
        to: OID_TIMESTAMPTZ,
        from: [OID_TIMESTAMPTZ],
        serialize: String,
        parse: (text: string) => `${text.replace(' ', 'T')}:00`,
      },
    },
  };
  return lastingPool((more) => open(target, { ...common, ...more }));
}

function open(target: ConnectionTarget, options: postgres.Options<Record<never, never>>): Database {
  if (typeof target !== 'string') return postgres({ ...target, ...options });
  const { url, hosts } = splitHosts(target);
  if (hosts.length === 1) return postgres(target, options);
  const several = { target_session_attrs: 'primary', socket: socketToPrimary(url, hosts) } as const;
  return postgres(url, { ...options, ...several });
}

const awayCodes = new Set([
  // Ours and Node's words for a connection that is not there.
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL's: shutting down, crashed, starting up, standby; no room on its disk, in memory, for
  // one more connection.
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '53100',
  '53200',
  '53300',
]);

/** Whether the database could not be asked at all; the same request may work a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  // FATAL ends the connection, whatever the reason: shutting down, starting up, full, not let in.
  if (error instanceof postgres.PostgresError && error.severity === 'FATAL') return true;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && (awayCodes.has(code) || code.startsWith('08'));
}

/** Whether PostgreSQL refused because of the constraint (or unique index) of that name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof postgres.PostgresError && error.constraint_name === constraint;
}

/** Whether two transactions waited for each other and PostgreSQL ended this one: it may be tried again. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '40P01';
}
