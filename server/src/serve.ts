import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { createApp } from './app.ts';
import type { Database } from './db/client.ts';
import { CannotListen } from './failure.ts';
import type { Settings } from './settings.ts';

const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Something that answers requests: this process, or others that work for it. */
export interface Serving {
  /** With PORT=0 the system chooses. */
  port: number;
  close(): Promise<void>;
}

/** Answers requests in this process. */
export async function serve(
  db: Database,
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<Serving> {
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
