import pg from 'pg';

/** The database cannot be used. The message is one line for the operator. */
export class UnusableDatabase extends Error {}

/** The data directory contains no database, and none can be created there. */
export class UnusableDataDirectory extends UnusableDatabase {}

/** The file cannot be restored. The message is one line for the operator. */
export class UnusableBackup extends Error {}

const unavailableCodes = new Set([
  // Node.js: the connection could not be opened, or was lost.
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'],
  ...['EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  // PostgreSQL: shutting down, crashed, starting up, read-only standby.
  ...['57P01', '57P02', '57P03', '25006'],
  // PostgreSQL: disk full, out of memory, too many connections.
  ...['53100', '53200', '53300'],
]);

/** Matches error codes of Node.js for a database's certificate or TLS that is refused. */
const TLS_CODE = /CERT|LEAF_SIGNATURE|^EPROTO$|^ERR_(SSL|TLS)_/;

/** Messages of lost connections: node-postgres throws plain errors for them. */
const unavailableMessages = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
]);

/** True if the database could not be reached or could not respond; a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (unavailableMessages.has(error.message)) return true;
  // FATAL always ends the connection: shutting down, starting up, too many clients, access denied.
  if (error instanceof pg.DatabaseError && error.severity === 'FATAL') return true;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return false;
  return unavailableCodes.has(code) || code.startsWith('08') || TLS_CODE.test(code);
}

type FileError = NodeJS.ErrnoException & { path: string };

/** True if the system refused to read or write a file. Sockets have an address instead of a path. */
export function isFileError(error: unknown): error is FileError {
  const { code, path, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code !== undefined && path !== undefined && !syscall?.startsWith('spawn');
}

export function explainFileError({ path, message }: FileError, name = path): string {
  // The message has the form 'ENOENT: no such file or directory, open …'.
  return `${name} cannot be used: ${message.replace(/^\w+: (.*?), .*$/s, '$1')}`;
}

/** True if the error is a violation of the constraint or unique index of that name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** True if PostgreSQL rejected a statement with this code. */
export function hasSqlState(error: unknown, code: '22023' | '40P01' | '57014'): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}
