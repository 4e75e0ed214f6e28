import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { createApp } from '../app.ts';
import { connect, type Database } from '../db/client.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { ADMIN } from './accounts.ts';
import { Client } from './client.ts';
import { inDatabase } from './cluster.ts';

export interface TestApi {
  /** Nobody in particular. */
  anyone: Client;
  admin: Client;
  sql: Database;
  app: Awaited<ReturnType<typeof createApp>>;
  close(): Promise<void>;
}

/** The real server on a fresh database, reached over HTTP. `env` are settings as an operator sets them. */
export async function startApi(
  env: Record<string, string> = {},
  log = createLog('error'),
): Promise<TestApi> {
  const server = inject('server');
  const name = `drawbridge_${randomUUID().replaceAll('-', '')}`;
  const maintenance = connect(server, { max: 1 });
  await maintenance.unsafe(`create database ${name} template ${inject('template')}`);

  const sql = connect(inDatabase(server, name));
  const app = await createApp({ sql, settings: readSettings(env), log, webDirectory: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const anyone = new Client(`http://127.0.0.1:${port}`);
  return {
    anyone,
    admin: await anyone.signIn(ADMIN),
    sql,
    app,
    close: async () => {
      await app.close();
      await sql.end();
      await maintenance.unsafe(`drop database ${name} with (force)`);
      await maintenance.end();
    },
  };
}
