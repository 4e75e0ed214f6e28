import { makeDataDirectory } from '../../scripts/lib/server-process.mjs';
import { startEmbedded } from '../../server/dist/db/embedded.js';
import { migrate } from '../../server/dist/db/migrate.js';
import { connectSql } from './sql.mjs';

/** Runs the server's embedded PostgreSQL on a temporary directory. */
export async function startCluster() {
  const directory = await makeDataDirectory();
  const embedded = await startEmbedded({
    dataDir: directory.path,
    log: { info: () => {}, warn: () => {} },
  });
  const maintenance = connectSql(embedded.connection, { max: 1 });
  const open = [];

  return {
    /** Creates a database with the product's tables, all empty. */
    async createDatabase(name) {
      await maintenance.unsafe(`create database ${name}`);
      const target = { ...embedded.connection, database: name };
      const sql = connectSql(target, { max: 1 });
      open.push(sql);
      await migrate(sql);
      return {
        sql,
        environment: environmentFor(target),
      };
    },
    async stop() {
      await Promise.all(open.map((sql) => sql.end()));
      await maintenance.end();
      await embedded.stop();
      await directory.remove();
    },
  };
}

/** A socket's directory cannot be the host of a URL, so it is passed in PGHOST. */
function environmentFor({ host, port, database, user, password }) {
  return {
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    ...(password && { PGPASSWORD: password }),
  };
}
