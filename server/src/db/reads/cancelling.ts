import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Connection } from '../connection.ts';

const readers = new AsyncLocalStorage<AbortSignal>();

/** Runs reads that are of use to one client alone: once that has gone, their statements are cancelled. */
export const readFor = <T>(gone: AbortSignal, work: () => T): T => readers.run(gone, work);

/** Runs what others use too, which goes on when the client that asked first has gone. */
export const readForAll = <T>(work: () => T): T => readers.exit(work);

/** Set while a read is of use to one client alone. */
export const readerGone = (): AbortSignal | undefined => readers.getStore();

/**
 * Asks PostgreSQL to cancel what a connection is running. The request may arrive late and hit the next statement, so the
 * connection must not be used again.
 */
export function cancelStatement(running: pg.ClientBase, carrier: Connection): void {
  // The types of node-postgres do not know these.
  const { host, port, processID, secretKey } = running as unknown as Session;
  const { connection } = carrier as unknown as { connection: Protocol };
  connection.once(connection.ssl ? 'sslconnect' : 'connect', () => {
    connection.cancel(processID, secretKey);
    connection.stream.end();
  });
  // Without the request, the statement ends at its time limit.
  connection.on('error', () => {});
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}

interface Session {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
}

interface Protocol {
  ssl: unknown;
  stream: { end(): void };
  connect(...address: [path: string] | [port: number, host: string]): void;
  cancel(processID: number, secretKey: number): void;
  once(event: string, listener: () => void): void;
  on(event: string, listener: () => void): void;
}
