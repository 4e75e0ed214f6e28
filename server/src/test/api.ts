import type { AddressInfo } from 'node:net';
import { createApp } from '../app.ts';
import { connect, type Database } from '../db/client.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { ADMIN } from './accounts.ts';
import { Client } from './client.ts';
import { createDatabase, type TestDatabase } from './database.ts';

export interface TestApi {
  /** Nobody in particular. */
  anyone: Client;
  admin: Client;
  sql: Database;
  app: Awaited<ReturnType<typeof createApp>>;
  database: TestDatabase;
  close(): Promise<void>;
}

interface More {
  /** A built web app to serve beside the API. */
  webDirectory?: string;
  /** How many connections the server's pool has. */
  connections?: number;
  /** Another server, whose database this one shares. */
  beside?: TestApi;
}

/** The real server on a fresh database, reached over HTTP. `env` are settings as an operator sets them. */
export async function startApi(
  env: Record<string, string> = {},
  log = createLog('error'),
  { webDirectory, connections, beside }: More = {},
): Promise<TestApi> {
  const database = beside?.database ?? (await createDatabase('schema and administrator'));
  const sql = connect(database.target, connections ? { max: connections } : {});
  const app = await createApp({
    sql,
    settings: readSettings(env),
    log,
    webDirectory: webDirectory ?? null,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const anyone = new Client(`http://127.0.0.1:${port}`);
  return {
    anyone,
    admin: await anyone.signIn(ADMIN),
    sql,
    app,
    database,
    close: async () => {
      await app.close();
      // Connections that a test has killed do not always end by themselves.
      await sql.end({ timeout: 1 });
      if (!beside) await database.drop();
    },
  };
}
