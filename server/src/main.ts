import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { createApp } from './app.ts';
import { openDatabase } from './db/database.ts';
import { explainFailure } from './failure.ts';
import { ensureAdministrator } from './first-administrator.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';

const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** settings → database → app → listen → close */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  const database = await openDatabase(settings, log, (error) => exit(error));
  const administrator = await ensureAdministrator(database.sql, settings);
  const app = await createApp({ sql: database.sql, settings, log, webDirectory });

  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= app.close().finally(() => database.close());
    return closing;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      close().then(() => process.exit(0), exit);
    });
  }

  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await close();
    throw error;
  }
  announce(listeningPort(app.server), settings.host, administrator);
}

/** With PORT=0 the system chooses. */
function listeningPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** For the person at the terminal, once; never part of the log. */
function announce(
  port: number,
  host: string,
  administrator: { username: string; password: string } | undefined,
): void {
  const address = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const lines = [`${PRODUCT_NAME} is ready: http://${address}:${port}`];
  if (administrator) {
    lines.push(`Administrator: ${administrator.username}`, `Password: ${administrator.password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function exit(error: unknown): never {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}

main().catch(exit);
