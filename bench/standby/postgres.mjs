// Where the system's PostgreSQL is, and as whom it may run.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const HOME = '/usr/lib/postgresql';
const programs = ['initdb', 'pg_ctl', 'pg_basebackup'];

/** The newest installed version with all programs; undefined if there is none. */
export function findVersion() {
  const versions = existsSync(HOME) ? readdirSync(HOME) : [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .find((version) =>
      programs.every((program) => existsSync(join(HOME, version, 'bin', program))),
    );
}

/** PostgreSQL refuses to run as root. */
export function findOsUser() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  if (!line) throw new Error('Started by root, this needs the account that the packages make');
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid, gid };
}
