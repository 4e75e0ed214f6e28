import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataDirectory, makeDataDirectory } from '../../../scripts/lib/server-process.mjs';
import { connectSql, type TestSql } from '../test/sql.ts';
import { findBinaries } from './embedded/binaries.ts';
import { chooseOsUser } from './embedded/os-user.ts';
import { childOptions, type OsUser, processExists, run } from './embedded/process.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { splitHosts } from './failover.ts';

describe('a connection string', () => {
  it.each([
    ['postgres://u:p@one/db', ['postgres://u:p@one/db']],
    [
      'postgresql://u:p%40@one:1,two:2,three/db?sslmode=require',
      [
        'postgresql://u:p%40@one:1/db?sslmode=require',
        'postgresql://u:p%40@two:2/db?sslmode=require',
        'postgresql://u:p%40@three/db?sslmode=require',
      ],
    ],
    ['postgres://[::1]:1,[::2]/db', ['postgres://[::1]:1/db', 'postgres://[::2]/db']],
    ['postgres:///db?host=/run,/tmp', ['postgres:///db?host=/run,/tmp']],
    ['postgres://u:p@q@one,two/db', ['postgres://u:p@q@one/db', 'postgres://u:p@q@two/db']],
    ['postgres://u:p/q@one/db', ['postgres://u:p/q@one/db']],
  ])('%s names its servers', (given, urls) => {
    expect(splitHosts(given)).toEqual(urls);
  });
});

/** A PostgreSQL of its own on the loopback, that can be halted and killed. */
class Server {
  readonly directory: string;
  readonly port: number;
  readonly #program: string;
  readonly #account: OsUser | undefined;
  #child: ChildProcess | undefined;
  #halted: number[] = [];

  constructor(directory: string, port: number, program: string, account: OsUser | undefined) {
    this.directory = directory;
    this.port = port;
    this.#program = program;
    this.#account = account;
  }

  async start(): Promise<void> {
    const args = ['-D', this.directory, '-p', String(this.port), '-h', '127.0.0.1', '-k', ''];
    this.#child = spawn(this.#program, args, { ...childOptions(this.#account), stdio: 'ignore' });
    await answer(() => this.ask((sql) => sql`select 1`));
  }

  /** All its processes are paused: its connections stay open, but nothing responds. */
  async halt(): Promise<void> {
    const backends = await this.ask(
      (sql) => sql<{ pid: number }[]>`select pid from pg_stat_activity`,
    );
    this.#halted = [this.#child?.pid ?? 0, ...backends.map(({ pid }) => pid)];
    this.#signalHalted('SIGSTOP');
  }

  resume(): void {
    this.#signalHalted('SIGCONT');
    this.#halted = [];
  }

  /** As a power cut would. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    this.resume();
    child.kill('SIGQUIT');
    await ended;
  }

  #signalHalted(signal: NodeJS.Signals): void {
    // The probes have disconnected by now.
    for (const pid of this.#halted) if (processExists(pid)) process.kill(pid, signal);
  }

  async ask<T>(question: (sql: TestSql) => Promise<T>): Promise<T> {
    const sql = connectSql(this.target, { max: 1 });
    try {
      return await question(sql);
    } finally {
      await sql.end({ graceMs: 1000 });
    }
  }

  get target() {
    return { host: '127.0.0.1', port: this.port, database: 'postgres', user: 'postgres' };
  }
}

/** Asks again as long as the database is unavailable. */
async function answer<T>(question: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe.skipIf(process.platform === 'win32')('of two servers', () => {
  let room: DataDirectory;
  let first: Server;
  let second: Server;
  let sql: TestSql;

  const portOf = async (query: Promise<{ port: string }[]>) => Number((await query)[0]?.port);
  const askPort = () => portOf(sql<{ port: string }[]>`select current_setting('port') as port`);

  /** A primary, and a standby that was copied from it and waits to be promoted. */
  beforeAll(async () => {
    room = await makeDataDirectory();
    const account = await chooseOsUser();
    const { initdb, postgres: program } = await findBinaries(account, join(room.path, 'copy'));
    const data = join(room.path, 'data');
    const [one, two] = [join(data, 'one'), join(data, 'two')];
    await mkdir(data);
    if (account) await chown(data, account.uid, account.gid);
    for (const [command = '', ...args] of [
      [initdb, '-D', one, '-U', 'postgres', '--auth=trust', '--locale=C.UTF-8'],
      ['/bin/cp', '-a', one, two],
      ['/usr/bin/touch', join(two, 'standby.signal')],
    ]) {
      expect(await run(command, args, account)).toMatchObject({ code: 0 });
    }
    first = new Server(one, await freePort(), program, account);
    second = new Server(two, await freePort(), program, account);
    await first.start();
    await second.start();
    // The standby is listed first, so that it would be tried first.
    sql = connectSql(
      `postgres://postgres@127.0.0.1:${second.port},127.0.0.1:${first.port}/postgres`,
    );
  });
  afterAll(async () => {
    await sql.end({ graceMs: 1000 });
    await first.stop();
    await second.stop();
    await room.remove();
  });

  it('the primary is the one that is asked', async () => {
    expect(await askPort()).toBe(first.port);
  });

  it('one that falls silent is left when the other is promoted, and what hung fails', async () => {
    await first.halt();
    const hanging = askPort().catch((error: unknown) => error);
    await second.ask((on) => on`select pg_promote()`);
    expect(isDatabaseUnavailable(await hanging)).toBe(true);
    expect(await answer(askPort)).toBe(second.port);
  });

  it('one that comes back and believes that it still leads is not believed', async () => {
    first.resume();
    await first.ask((on) => on`create table written_here ()`);
    await second.ask(
      (on) => on`select pg_terminate_backend(pid) from pg_stat_activity
                 where application_name = 'drawbridge' and pid <> pg_backend_pid()`,
    );
    for (let again = 0; again < 20; again += 1) expect(await answer(askPort)).toBe(second.port);
  });

  it('one that led before the other is not asked while the other is unavailable', async () => {
    await second.stop();
    await first.ask((on) => on`select 1`);
    const failures = await Promise.all(
      Array.from({ length: 25 }, () => askPort().catch((error: unknown) => error)),
    );
    expect(failures.every(isDatabaseUnavailable)).toBe(true);
    expect(String(failures[0])).toContain(`127.0.0.1:${first.port}: it is a primary on timeline 1`);
  });

  it('neither can be reached: every question fails, and none is left waiting', async () => {
    await first.stop();
    // More than the pool has places, and several times.
    for (let round = 0; round < 3; round += 1) {
      const failures = await Promise.all(
        Array.from({ length: 25 }, () => askPort().catch((error: unknown) => error)),
      );
      expect(failures.every(isDatabaseUnavailable)).toBe(true);
    }
    await second.start();
    expect(await answer(askPort)).toBe(second.port);
    const all = await Promise.all(Array.from({ length: 25 }, () => askPort()));
    expect(new Set(all)).toEqual(new Set([second.port]));
  });
});
