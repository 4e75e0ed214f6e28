import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { createApp } from './app.ts';
import type { Database } from './db/client.ts';
import { CannotListen } from './failure.ts';
import type { Settings } from './settings.ts';

export const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** A server that is listening, in this process or in its workers. */
export interface RunningServer {
  /** The actual port: with PORT=0 the system chooses one. */
  port: number;
  close(): Promise<void>;
}

/** Serves requests in this process. */
export async function serve(
  db: Database,
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<RunningServer> {
  const app = await createApp({ db, settings, log, webDirectory });
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await app.close();
    throw new CannotListen(error);
  }
  const { port } = app.server.address() as AddressInfo;
  return { port, close: () => app.close() };
}
