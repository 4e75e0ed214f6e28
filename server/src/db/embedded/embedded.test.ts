import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  children,
  connectionOf,
  furnish,
  idleBesides,
  isServerIn,
  LONG,
  log,
  onLinux,
  openRooms,
  ownerLocks,
  postmasterOf,
  query,
  recall,
  remember,
  room,
  serversOn,
  startElsewhere,
  warnings,
} from '../../test/database/embedded.ts';
import { isAlive } from '../../test/database/process.ts';
import { connectSql } from '../../test/database/sql.ts';
import { type EmbeddedConnection, startEmbedded, withEmbedded } from './embedded.ts';

openRooms();

describe('the first start', () => {
  test('gives a durable server that no network reaches, and removes what killed ones have left', async () => {
    const dead = idleBesides(room);
    const exit = new Promise((resolve) => children.at(-1)?.once('exit', resolve));
    children.at(-1)?.kill();
    await exit;
    const alive = idleBesides(room);
    for (const pid of [dead, alive, process.pid]) {
      await mkdir(join(room, `postgres.new-${pid}-0`, 'base'), { recursive: true });
      await writeFile(join(room, `postgres.new-${pid}-0`, 'PG_VERSION'), '18\n');
    }
    const db = await startEmbedded({ dataDir: room, log });
    expect(readdirSync(room).filter((name) => name.includes('.new-'))).toEqual([
      `postgres.new-${alive}-0`,
    ]);
    const [row] = await query(
      db.connection,
      (sql) => sql`
        select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
               current_setting('full_page_writes') as pages, current_setting('jit') as jit,
               current_setting('listen_addresses') as addresses,
               current_setting('data_checksums') as sums, current_setting('timezone') as zone,
               current_database() as name, lower('ÄÉ') as lower`,
    );
    expect(row).toEqual({
      ...{ fsync: 'on', commit: 'on', pages: 'on', jit: 'off', sums: 'on' },
      ...{ addresses: '', zone: 'UTC', name: 'drawbridge', lower: 'äé' },
    });
    expect((await lstat(join(db.connection.host, '.s.PGSQL.5432'))).mode & 0o777).toBe(0o700);
    expect(await ownerLocks(db.connection)).toHaveLength(1);
    const pid = postmasterOf(room);
    await Promise.all([db.stop(), db.stop()]);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
  });

  test('of two concurrent first starts, one wins and the other is refused', async () => {
    const starters = [startElsewhere(room), startElsewhere(room)];
    const responses = await Promise.all(starters.map((starter) => starter.nextMessage()));
    const winner = responses.findIndex((answer) => answer.connection);
    expect(responses.map((response) => response.error)).toContain(
      `Another Drawbridge is already running on ${room}`,
    );
    await remember(responses[winner]?.connection as EmbeddedConnection, 'one database');
    expect(readdirSync(room).filter((name) => name.includes('.new-'))).toEqual([]);
    await starters[winner]?.end('SIGTERM');
  });

  test('a first start that was killed leaves nothing that looks like a database', async () => {
    const starter = startElsewhere(room);
    const startedSince = () => readdirSync(room).filter((name) => name.startsWith('postgres.new-'));
    await vi.waitFor(() => expect(startedSince()).toHaveLength(1), { ...LONG, interval: 1 });
    await starter.end('SIGKILL');
    expect(existsSync(join(room, 'postgres'))).toBe(false);
  });
});

describe('the life of a server', () => {
  beforeEach(() => furnish());

  test('a later start finds the data, and sets a log aside that has become large', async () => {
    await writeFile(join(room, 'postgres.log'), 'x'.repeat(1024 * 1024 + 1));
    const first = await startEmbedded({ dataDir: room, log });
    await remember(first.connection, 'kept');
    await first.stop();
    expect(statSync(join(room, 'postgres.log')).size).toBeLessThan(100_000);
    expect(existsSync(join(room, 'postgres.log.old'))).toBe(true);
    const second = await startEmbedded({ dataDir: room, log });
    expect(second.connection).toEqual(first.connection);
    expect(await recall(second.connection)).toEqual(['kept']);
    await second.stop();
    // Another user may have planted a link at its path.
    await rm(join(room, 'postgres.log'));
    await symlink(join(room, 'elsewhere'), join(room, 'postgres.log'));
    await expect(startEmbedded({ dataDir: room, log })).rejects.toThrow('ELOOP');
    expect(existsSync(join(room, 'elsewhere'))).toBe(false);
  });

  test('the log of PostgreSQL contains no personal data', async () => {
    const db = await startEmbedded({ dataDir: room, log });
    const secret = 'ada@example.org';
    await remember(db.connection, secret);
    await expect(remember(db.connection, secret)).rejects.toThrow('duplicate key');
    await expect(query(db.connection, (sql) => sql`select ${secret}::uuid`)).rejects.toThrow(
      'uuid',
    );
    await expect(query(db.connection, (sql) => sql.unsafe(`slect '${secret}'`))).rejects.toThrow();
    await query(db.connection, async (sql) => {
      const [row] = await sql`select pg_backend_pid() as pid`;
      const ended = sql`select ${secret}, pg_sleep(600)`.catch(() => {});
      await query(db.connection, async (other) => {
        const busy = () => other`select from pg_stat_activity where pid = ${row?.pid}
                                 and wait_event = 'PgSleep'`;
        await vi.waitFor(async () => expect(await busy()).toHaveLength(1), LONG);
        await other`select pg_terminate_backend(${row?.pid})`;
      });
      await ended;
    });
    await db.stop();
    const text = await readFile(join(room, 'postgres.log'), 'utf8');
    expect(text).toContain('ready to accept connections');
    expect(text).toContain('terminating connection');
    expect(text).not.toContain(secret);
    expect(statSync(join(room, 'postgres.log')).mode & 0o077).toBe(0);
  });

  test('Ctrl-C in the terminal reaches us and not PostgreSQL', async () => {
    const starter = startElsewhere(room);
    const connection = await connectionOf(starter);
    const pid = postmasterOf(room);
    process.kill(-starter.pid, 'SIGINT');
    expect(await starter.nextMessage()).toEqual({ interrupted: true });
    await remember(connection, 'still here');
    expect(postmasterOf(room)).toBe(pid);
    await starter.end('SIGTERM');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
  });
});

describe('one owner', () => {
  beforeEach(() => furnish());

  test('a start waits for a predecessor that is just stopping', async () => {
    const first = await startEmbedded({ dataDir: room, log });
    await remember(first.connection, 'handed over');
    const stopping = first.stop();
    const second = await startEmbedded({ dataDir: room, log });
    await stopping;
    expect(await recall(second.connection)).toEqual(['handed over']);
    expect(await ownerLocks(second.connection)).toHaveLength(1);
    await second.stop();
  });

  test('a command joins the running server, and the owner waits for it', async () => {
    const db = await startEmbedded({ dataDir: room, log });
    let stopping = Promise.resolve();
    await withEmbedded({ dataDir: room, log }, async (connection) => {
      expect(connection).toEqual(db.connection);
      stopping = db.stop();
      const waiting = () =>
        query(
          { ...connection, database: 'postgres' },
          (sql) => sql`select from pg_locks where locktype = 'advisory' and not granted`,
        );
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), LONG);
      await remember(connection, 'in time');
    });
    await stopping;
    const found = await withEmbedded({ dataDir: room, log }, recall);
    expect(found).toEqual(['in time']);
  });

  test('a command whose server ends before it could join begins again', async () => {
    const db = await startEmbedded({ dataDir: room, log });
    const serverTarget = { ...db.connection, database: 'postgres' };
    const keeper = connectSql(serverTarget, { max: 1 });
    // Keeps the command from joining, as an owner does that is about to stop the server.
    await keeper`select pg_advisory_lock(${0x64726177}, 2)`;
    const command = withEmbedded({ dataDir: room, log }, (c) => remember(c, 'in the end'));
    const waiting = () => keeper`select from pg_locks where locktype = 'advisory' and not granted`;
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), LONG);
    process.kill(postmasterOf(room), 'SIGQUIT');
    await command;
    await keeper.end({ graceMs: 1000 });
    await vi.waitFor(() => expect(warnings).not.toEqual([]), LONG);
    await db.stop();
    expect(await withEmbedded({ dataDir: room, log }, recall)).toEqual(['in the end']);
  });

  test('commands at once without a server share one and leave none', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await withEmbedded({ dataDir: room, log }, (c) => remember(c, 'first'));
    await Promise.all(
      names.map((name) => withEmbedded({ dataDir: room, log }, (c) => remember(c, name))),
    );
    expect(serversOn(room)).toEqual([]);
    expect(await withEmbedded({ dataDir: room, log }, recall)).toEqual([...names, 'first']);
  });
});

describe('after a crash', () => {
  beforeEach(() => furnish());

  test('a server that somebody kills comes back, and the claim with it', async () => {
    const db = await startEmbedded({ dataDir: room, log });
    await remember(db.connection, 'acknowledged');
    process.kill(postmasterOf(room), 'SIGKILL');
    await vi.waitFor(
      () => expect(warnings).toEqual(['PostgreSQL had stopped and was restarted']),
      LONG,
    );
    expect(await recall(db.connection)).toEqual(['acknowledged']);
    expect(await ownerLocks(db.connection)).toHaveLength(1);
    expect((await startElsewhere(room).nextMessage()).error).toContain('already running');
    const pid = postmasterOf(room);
    await db.stop();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
  });

  test.skipIf(!onLinux)('a busy child of a killed server does not block the next one', async () => {
    const db = await startEmbedded({ dataDir: room, log });
    const sql = connectSql(db.connection, { max: 1 });
    const [row] = await sql`select pg_backend_pid() as pid`;
    const busy = sql`select count(*) from generate_series(1, 1e12::bigint)`.catch(() => {});
    const using = () => readFileSync(`/proc/${row?.pid}/stat`, 'utf8').split(' ')[2];
    await vi.waitFor(() => expect(using()).toBe('R'), LONG);
    process.kill(postmasterOf(room), 'SIGKILL');
    await vi.waitFor(() => expect(warnings).toHaveLength(1), LONG);
    expect(isServerIn(row?.pid, join(room, 'postgres'))).toBe(false);
    await busy;
    await sql.end({ graceMs: 1000 });
    await db.stop();
  });

  test('a stop in the middle of a recovery leaves no server', async () => {
    const db = await startEmbedded({ dataDir: room, log });
    const before = serversOn(room);
    process.kill(postmasterOf(room), 'SIGKILL');
    // The new server is starting, and has not even written its lock file.
    const startedSince = () => serversOn(room).filter((pid) => !before.includes(pid));
    await vi.waitFor(() => expect(startedSince()).not.toEqual([]), { ...LONG, interval: 1 });
    await db.stop();
    expect(serversOn(room)).toEqual([]);
  });

  test('a server that cannot come back is reported', async () => {
    const lost: Error[] = [];
    const db = await startEmbedded({ dataDir: room, log, onLost: (error) => lost.push(error) });
    const pid = postmasterOf(room);
    await rename(join(room, 'postgres', 'global'), join(room, 'postgres', 'elsewhere'));
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(lost).toHaveLength(1), LONG);
    expect(lost[0]?.message).toContain('PostgreSQL did not start');
    await db.stop();
  });

  test('lock files that are empty or name another process do not block the start', async () => {
    const pgdata = join(room, 'postgres');
    const pidFile = join(pgdata, 'postmaster.pid');
    const stranger = idleBesides(pgdata);
    const text = `${stranger}\n${pgdata}\n1700000000\n5432\n${pgdata}\n\n  1 1\nready\n`;
    await writeFile(pidFile, text);
    await writeFile(join(pgdata, '.s.PGSQL.5432.lock'), text);
    await (await startEmbedded({ dataDir: room, log })).stop();
    expect(isAlive(stranger)).toBe(true);
    // The state after a power cut.
    await writeFile(pidFile, '');
    await utimes(pidFile, new Date(0), new Date(0));
    await (await startEmbedded({ dataDir: room, log })).stop();
  });
});
