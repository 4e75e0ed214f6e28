import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { ConnectionTarget } from '../../db/connection.ts';
import { inDatabase } from './cluster.ts';
import { connectSql } from './sql.ts';

export interface TestDatabase {
  name: string;
  target: ConnectionTarget;
  drop(): Promise<void>;
}

/** Creates a database with the schema and one administrator, or an empty one. */
export async function createDatabase(
  contents: 'schema and administrator' | 'empty',
): Promise<TestDatabase> {
  const server = inject('server');
  const name = `drawbridge_${randomUUID().replaceAll('-', '')}`;
  const template = contents === 'empty' ? 'template0' : inject('template');
  const maintenance = connectSql(server, { max: 1 });
  // PostgreSQL copies the template's files, which is less work than writing all its pages to the log.
  await maintenance.unsafe(`create database ${name} template ${template} strategy file_copy`);
  return {
    name,
    target: inDatabase(server, name),
    drop: async () => {
      await maintenance.unsafe(`drop database ${name} with (force)`);
      await maintenance.end();
    },
  };
}
