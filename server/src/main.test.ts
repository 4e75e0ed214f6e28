import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownLead } from '@drawbridge/contract/collecting/leads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type DataDirectory,
  makeDataDirectory,
  runProgram,
  stopAll,
} from '../../scripts/lib/server-process.mjs';
import { withEmbedded } from './db/embedded/embedded.ts';
import { findUnreadable } from './db/embedded/os-user.ts';
import { preparedDirectory, stopDatabaseIn } from './test/database/data-directory.ts';
import { isAlive, type RunningServer, startServer } from './test/database/process.ts';
import { connectSql, type TestSql } from './test/database/sql.ts';
import { mailSettings } from './test/fakes/mail-server.ts';
import { LONG_TIMEOUT } from './test/fakes/until-blocked.ts';
import { ADMIN } from './test/world/accounts.ts';
import type { ApiResponse } from './test/world/client.ts';
import { createEvent, newContact } from './test/world/fixtures.ts';

let directory: DataDirectory;
let env: Record<string, string>;
function useDirectory(made: DataDirectory): void {
  directory = made;
  env = { DATA_DIR: directory.path, ADMIN_PASSWORD: ADMIN.password };
}
async function leaveDirectory(): Promise<void> {
  await stopAll();
  await stopDatabaseIn(directory.path);
  await directory.remove();
}
afterAll(stopAll);

/** Opens the data directory's database from outside, whether or not a server is running on it. */
function withDatabase<T>(work: (sql: TestSql) => Promise<T>): Promise<T> {
  const log = { info: () => {}, warn: () => {} };
  return withEmbedded({ dataDir: directory.path, log }, async (target) => {
    const sql = connectSql(target, { max: 1 });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  });
}

async function postmasterPid(): Promise<number> {
  const [pid] = (await readFile(join(directory.path, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  return Number(pid);
}

/** An event with one lead, whose id was chosen by the client. */
async function collectLead(server: RunningServer) {
  const admin = await server.client.signIn(ADMIN);
  const event = await createEvent(admin);
  const input = { id: randomUUID(), eventId: event.id, ...newContact() };
  const lead = (await server.client.post('/api/leads/public', input)).as(ownLead);
  return { event, sent: input, lead };
}

/** Repeats a request for as long as the server responds that it will be back. */
async function insist(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

/** A process that has ended is still listed until its parent has waited for it. */
async function untilGone(pid: number): Promise<void> {
  await vi.waitUntil(() => !isAlive(pid), LONG_TIMEOUT);
}

describe('the first start', () => {
  beforeEach(async () => useDirectory(await makeDataDirectory()));
  afterEach(leaveDirectory);

  it('makes nothing if the port is taken', async () => {
    const occupiedPort = createServer();
    await new Promise<void>((resolve) => occupiedPort.listen(0, '127.0.0.1', resolve));
    const { port } = occupiedPort.address() as { port: number };
    const command = runProgram('start', { env: { ...env, PORT: String(port) } });
    expect(await command.ended).toBe(1);
    occupiedPort.close();
    expect(command.output).toEqual({
      stdout: '',
      stderr: `Port ${port} is in use, by another Drawbridge or another program: stop that, or set PORT\n`,
    });
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('makes an administrator and prints the password once, also if it fails afterwards', async () => {
    delete env.ADMIN_PASSWORD;
    // An address of another machine. Ports chosen by the system are not checked in advance.
    const metrics = { METRICS_PORT: '0', METRICS_HOST: '203.0.113.1', LOG_LEVEL: 'info' };
    const command = runProgram('start', { env: { ...env, ...metrics } });
    expect(await command.ended).toBe(1);
    expect(command.output.stderr).toMatch(/^Cannot listen: .*EADDRNOTAVAIL.*\n$/);
    expect(command.output.stdout).toContain('Migration 001-');
    // No PostgreSQL is left behind.
    await expect(postmasterPid()).rejects.toThrow('ENOENT');
    // The account has been created, so its password has to be printed now.
    const password =
      /^Administrator: admin\nPassword: (\S{16})\nIt is shown only once\. A new one is set by npm run admin -- passwd admin\n$/m.exec(
        command.output.stdout,
      )?.[1];

    const { output, client, stop } = await startServer({
      ...env,
      ...{ ADMIN_USERNAME: 'organiser', ADMIN_PASSWORD: 'the-second-one', LOG_LEVEL: 'info' },
      ...{ OIDC_ISSUER: 'http://127.0.0.1:10', OIDC_CLIENT_ID: 'drawbridge' },
      ...mailSettings(),
      BACKUP_DIRECTORY: '/backups',
    });
    expect(output.stdout).toMatch(/^Drawbridge \d+\.\d+\.\d+\S* .*is ready: http/m);
    expect(output.stdout).toContain(`\nData: ${directory.path}\n`);
    expect(output.stdout).not.toMatch(/Password|Administrator|the-second-one/);
    const warnings = [
      'Not a setting, so without effect: BACKUP_DIRECTORY',
      // Neither problem delays the start.
      'Mail cannot be sent through 127.0.0.1:1: connect ECONNREFUSED',
      'Single sign-on: http://127.0.0.1:10 cannot be used: connect ECONNREFUSED',
    ];
    for (const warning of warnings) {
      await vi.waitFor(() => expect(output.stdout).toContain(warning), LONG_TIMEOUT);
    }
    await client.signIn({ username: 'admin', password: password ?? '' });
    const [user] = await withDatabase((sql) => sql`select password_hash from users`);
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await stop()).toBe(0);
    expect(output.stdout).toMatch(/Stopping, because of SIGTERM.*\n.*"msg":"Stopped"/);
  });
});

/** One server for all these tests, until the last one ends it. */
describe('a running server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    useDirectory(await preparedDirectory());
    server = await startServer(env);
  });
  afterAll(leaveDirectory);

  async function admin(args: string[], input?: string) {
    const command = runProgram('admin', { args, env, input });
    const code = await command.ended;
    return { code, ...command.output };
  }

  it('a second one is refused in one line, and harms nothing', async () => {
    const other = runProgram('start', { env });
    expect(await other.ended).toBe(1);
    expect(other.output.stderr).toBe(
      `Another Drawbridge is already running on ${directory.path}\n`,
    );
    await server.client.signIn(ADMIN);
    expect((await server.client.get('/readyz')).status).toBe(200);
    // A server started by root now runs as the database's account, unless that account cannot read the program.
    const account = await stat(join(directory.path, 'postgres'));
    const unreadable = await findUnreadable(account, [fileURLToPath(import.meta.url)]);
    if (process.platform === 'linux') {
      const { uid } = await stat(`/proc/${server.child.pid}`);
      expect(uid).toBe(unreadable ? 0 : account.uid);
    }
  });

  it('npm run backup without a name writes a dated file into BACKUP_DIR', async () => {
    const BACKUP_DIR = join(directory.path, 'backups');
    const command = runProgram('backup', {
      env: { ...env, BACKUP_DIR, BACKUP_PASSPHRASE: 'nine copper weathervanes' },
    });
    expect(await command.ended).toBe(0);
    const [, file = ''] =
      /^Wrote \d+ rows of \d+ tables to (\S+\/backups\/drawbridge-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz\.age) /.exec(
        command.output.stdout,
      ) ?? [];
    // Trying a passphrase takes 128 MiB.
    const [, header = ''] = (await readFile(file, 'latin1')).split('\n');
    expect(header).toMatch(/^-> scrypt \S+ 17$/);
  });

  it('kill -9 of PostgreSQL gives 503 with Retry-After until it is back by itself, and loses nothing', async () => {
    const { event, lead } = await collectLead(server);
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);

    const added = await insist(() =>
      server.client.post('/api/leads/public', { eventId: event.id, ...newContact() }),
    );
    expect(added.status).toBe(201);
    expect((await server.client.get('/healthz')).status).toBe(200);
    expect(await postmasterPid()).not.toBe(pid);
    const rows = await withDatabase((sql) => sql`select id from leads`);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([lead.id, added.as(ownLead).id]));
  });

  it('npm run admin creates administrators and turns a second factor off', async () => {
    const { code, stdout } = await admin(['create', 'second']);
    expect(code).toBe(0);
    const password = /^Administrator: second\nPassword: (\S{16})\n$/.exec(stdout)?.[1] ?? '';
    const second = await server.client.signIn({ username: 'second', password });
    expect((await second.get('/api/analytics')).status).toBe(200);

    expect(await admin(['passwd', 'admin', '--password-stdin'], 'football2026')).toMatchObject({
      code: 1,
      stderr: 'This password is easy to guess. Please choose another.\n',
    });

    await withDatabase(async (sql) => {
      await sql`update users set totp_key = ${Buffer.alloc(20)}, totp_enabled_at = now()
                where username = 'admin'`;
    });
    expect((await server.client.post('/api/auth/login', ADMIN)).status).toBe(401);
    expect(await admin(['reset-second-factor', 'ADMIN'])).toEqual({
      code: 0,
      stdout: 'admin logs in with the password alone\n',
      stderr: '',
    });
    const session = await server.client.signIn(ADMIN);
    const { text } = await session.get('/api/audit?kind=account-second-factor-reset');
    expect(text).toContain('"actor":{"id":null,"name":"Operator"}');
  });

  it('comes back with everything that was answered, however it ended', async () => {
    const { sent, lead } = await collectLead(server);
    const { token } = await server.client.signIn(ADMIN);
    const pid = await postmasterPid();
    await server.kill();
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');

    const changed = await admin(['passwd', 'ADMIN', '--password-stdin'], 'a-new-password\n');
    expect(changed).toEqual({ code: 0, stdout: 'New password for admin\n', stderr: '' });
    const second = await startServer(env);
    const again = await second.client.post('/api/leads/public', sent);
    expect(again.status).toBe(200);
    expect(again.as(ownLead)).toEqual(lead);
    await second.client.signIn({ username: 'admin', password: 'a-new-password' });
    const old = await second.client.get('/api/auth/me', { authorization: `Bearer ${token}` });
    expect(old.status).toBe(401);
    const last = await postmasterPid();
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
    await untilGone(last);
  });
});
