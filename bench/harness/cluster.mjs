import { makeDataDirectory } from '../../scripts/lib/server-process.mjs';
import { startEmbedded } from '../../server/dist/db/embedded.js';
import { migrate } from '../../server/dist/db/migrate.js';
import { connectSql } from './sql.mjs';

/** Runs the server's embedded PostgreSQL on a temporary directory, or on one that is kept. */
export async function startCluster({ directory: kept } = {}) {
  const directory = kept ? { path: kept, remove: async () => {} } : await makeDataDirectory();
  const embedded = await startEmbedded({
    dataDir: directory.path,
    log: { info: () => {}, warn: () => {} },
  });
  const maintenance = connectSql(embedded.connection, { max: 1 });
  const open = [];

  return {
    /** The pid of PostgreSQL, whose CPU time the kernel counts. */
    async findPid() {
      const [{ pid }] = await maintenance`select pg_read_file('postmaster.pid', 0, 20) as pid`;
      return Number.parseInt(pid, 10);
    },
    /** Creates a database with the product's tables, all empty; one that was kept is opened. */
    async createDatabase(name) {
      const [known] = await maintenance`select from pg_database where datname = ${name}`;
      if (!known) await maintenance.unsafe(`create database ${name}`);
      const target = { ...embedded.connection, database: name };
      const sql = connectSql(target, { max: 1 });
      open.push(sql);
      await migrate(sql);
      return {
        sql,
        environment: environmentFor(target),
      };
    },
    async dropDatabase(name) {
      await maintenance.unsafe(`drop database ${name} with (force)`);
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
