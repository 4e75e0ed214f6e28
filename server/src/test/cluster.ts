import type { TestProject } from 'vitest/node';
import { type ConnectionTarget, connect } from '../db/client.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { createFirstAdministrator } from '../features/auth/store.ts';
import { ADMIN } from './accounts.ts';
import { temporaryDirectory } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: ConnectionTarget;
    template: string;
  }
}

/**
 * One PostgreSQL for the whole run: our own, or the one that TEST_DATABASE_URL names. Every test file
 * gets a database of its own, copied from a template that has the schema and one administrator.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env.TEST_DATABASE_URL
    ? { connection: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startTemporaryCluster();
  const template = `drawbridge_template_${process.pid}`;

  const server = connect(cluster.connection, { max: 1 });
  await server.unsafe(`drop database if exists ${template}`);
  await server.unsafe(`create database ${template}`);
  const sql = connect(inDatabase(cluster.connection, template), { max: 1 });
  await migrate(sql);
  await createFirstAdministrator(sql, {
    username: ADMIN.username,
    passwordHash: await hashPassword(ADMIN.password),
  });
  await sql.end();

  project.provide('server', cluster.connection);
  project.provide('template', template);
  return async () => {
    await server.unsafe(`drop database if exists ${template}`);
    await server.end();
    await cluster.stop();
  };
}

async function startTemporaryCluster() {
  const directory = await temporaryDirectory();
  const quiet = { info: () => {}, warn: () => {} };
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
