import type { TestProject } from 'vitest/node';
import { makeDataDirectory } from '../../../../scripts/lib/server-process.mjs';
import { connect } from '../../db/client.ts';
import type { ConnectionTarget } from '../../db/connection.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { createFirstAdministrator } from '../../login/auth/store.ts';
import { ADMIN, hashCheaply } from '../world/accounts.ts';
import { copyDatabase } from './data-directory.ts';
import { connectSql } from './sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: ConnectionTarget;
    template: string;
    /** A data directory with the same schema and administrator, to be copied. */
    furnished: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run: our own, or the one that TEST_DATABASE_URL names. Every test file gets a
 * database of its own, copied from a template with the schema and one administrator. Tests of whole processes get a
 * data directory with the same contents.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const furnished = await makeDataDirectory();
  const furnishing = await startEmbedded({ dataDir: furnished.path, log: quiet });
  await furnish(furnishing.connection);
  await furnishing.stop();

  const cluster = process.env.TEST_DATABASE_URL
    ? { connection: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startCopy(furnished.path);
  const template = `drawbridge_template_${process.pid}`;
  const server = connectSql(cluster.connection, { max: 1 });
  await server.unsafe(`drop database if exists ${template}`);
  await server.unsafe(`create database ${template}`);
  await furnish(inDatabase(cluster.connection, template));

  project.provide('server', cluster.connection);
  project.provide('template', template);
  project.provide('furnished', furnished.path);
  return async () => {
    await server.unsafe(`drop database if exists ${template}`);
    await server.end();
    await cluster.stop();
    await furnished.remove();
  };
}

const quiet = { info: () => {}, warn: () => {} };

async function furnish(database: ConnectionTarget): Promise<void> {
  const db = connect(database, { max: 1 });
  await migrate(db);
  await createFirstAdministrator(db, {
    username: ADMIN.username,
    passwordHash: await hashCheaply(ADMIN.password),
  });
  await db.end();
}

async function startCopy(furnished: string) {
  const directory = await makeDataDirectory();
  await copyDatabase(furnished, directory.path);
  const embedded = await startEmbedded({ dataDir: directory.path, log: quiet });
  return {
    connection: embedded.connection,
    stop: async () => {
      await embedded.stop();
      await directory.remove();
    },
  };
}

export function inDatabase(server: ConnectionTarget, database: string): ConnectionTarget {
  if (typeof server !== 'string') return { ...server, database };
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
