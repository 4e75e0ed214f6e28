import pg from 'pg';

const unavailableCodes = new Set([
  // Node.js: the connection could not be made, or has broken.
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'],
  ...['EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  // PostgreSQL: shutting down, crashed, starting up, standby.
  ...['57P01', '57P02', '57P03', '25006'],
  // No room on its disk, in memory, for one more connection.
  ...['53100', '53200', '53300'],
]);

/** node-postgres throws plain errors for lost connections; only the message tells which they are. */
const unavailableMessages = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
]);

/** Whether the database could not be asked at all; the same request may work a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (unavailableMessages.has(error.message)) return true;
  // FATAL ends the connection, whatever the reason: shutting down, starting up, full, not let in.
  if (error instanceof pg.DatabaseError && error.severity === 'FATAL') return true;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && (unavailableCodes.has(code) || code.startsWith('08'));
}

/** Whether PostgreSQL refused because of the constraint (or unique index) of that name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** Whether two transactions waited for each other and PostgreSQL ended this one: it may be tried again. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}

/** Whether a migration has changed the columns of a statement that the connection had prepared. */
export function isOutdatedStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}
