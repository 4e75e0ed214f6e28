import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Connection } from '../connection.ts';

const readers = new AsyncLocalStorage<AbortSignal>();

/** Runs reads for a single client. When it disconnects, their statements are cancelled. */
export const readFor = <T>(disconnect: AbortSignal, work: () => T): T =>
  readers.run(disconnect, work);

/** Runs reads for several clients. They continue when the client that started them disconnects. */
export const readForAll = <T>(work: () => T): T => readers.exit(work);

/** The signal for the client of the current read, if the read is for a single client. */
export const readerGone = (): AbortSignal | undefined => readers.getStore();

/**
 * Asks PostgreSQL to cancel a connection's running statement. The request may arrive late and hit the next statement,
 * so the connection must not be used again.
 */
export function cancelStatement(running: pg.ClientBase, carrier: Connection): void {
  // The types of node-postgres lack these fields.
  const { host, port, processID, secretKey } = running as unknown as Session;
  const { connection } = carrier as unknown as { connection: Protocol };
  connection.once(connection.ssl ? 'sslconnect' : 'connect', () => {
    connection.cancel(processID, secretKey);
    connection.stream.end();
  });
  // If the request fails, the statement ends at its time limit.
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
