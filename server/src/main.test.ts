import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ownLead } from '@drawbridge/contract/leads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type DataDirectory,
  makeDataDirectory,
  runProgram,
  stopAll,
} from '../../scripts/lib/server-process.mjs';
import { withEmbedded } from './db/embedded.ts';
import { ADMIN } from './test/accounts.ts';
import type { Answer } from './test/client.ts';
import { preparedDirectory, stopDatabaseIn } from './test/data-directory.ts';
import { createEvent, newContact } from './test/fixtures.ts';
import { mailSettings } from './test/mail-server.ts';
import { isAlive, type RunningServer, startServer } from './test/process.ts';
import { connectSql, type TestSql } from './test/sql.ts';
import { PATIENTLY } from './test/standstill.ts';

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

/** Looks into the data directory's database from outside, whether a server runs on it or not. */
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
  const sent = { id: randomUUID(), eventId: event.id, ...newContact() };
  const lead = (await server.client.post('/api/leads/public', sent)).as(ownLead);
  return { event, sent, lead };
}

/** Sends again for as long as the server says that it will be back. */
async function insist(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

/** A process that has ended is still listed until its parent has taken note of it. */
async function untilGone(pid: number): Promise<void> {
  await vi.waitUntil(() => !isAlive(pid), PATIENTLY);
}

describe('the first start', () => {
  beforeEach(async () => useDirectory(await makeDataDirectory()));
  afterEach(leaveDirectory);

  it('makes nothing if the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const command = runProgram('start', { env: { ...env, PORT: String(port) } });
    expect(await command.ended).toBe(1);
    taken.close();
    expect(command.output).toEqual({
      stdout: '',
      stderr: `Port ${port} is in use by another program: stop that, or set PORT\n`,
    });
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('makes an administrator and prints the password once, also if it fails afterwards', async () => {
    delete env.ADMIN_PASSWORD;
    // An address of another machine. Ports that the system chooses are not tried before.
    const metrics = { METRICS_PORT: '0', METRICS_HOST: '203.0.113.1' };
    const command = runProgram('start', { env: { ...env, ...metrics } });
    expect(await command.ended).toBe(1);
    expect(command.output.stderr).toMatch(/^Cannot listen: .*EADDRNOTAVAIL.*\n$/);
    // No PostgreSQL is left behind.
    await expect(postmasterPid()).rejects.toThrow('ENOENT');
    // The account has been made, so its password has to be told now.
    const password =
      /^Administrator: admin\nPassword: (\S{16})\nIt is shown only once\. A new one is set by npm run admin -- passwd admin\n$/m.exec(
        command.output.stdout,
      )?.[1];

    const server = await startServer(env);
    expect(server.output.stdout).not.toContain('Password');
    expect(server.output.stdout).not.toContain('Administrator');
    const admin = await server.client.signIn({ username: 'admin', password: password ?? '' });
    expect((await admin.get('/api/auth/me')).status).toBe(200);
  });

  it('uses the given name and password, warns of unknown settings and unreachable servers, and later starts change nothing', async () => {
    const named = {
      ...env,
      ADMIN_USERNAME: 'organiser',
      ADMIN_PASSWORD: 'the-first-one',
      BACKUP_DIRECTORY: '/backups',
      ...mailSettings(),
      ...{ OIDC_ISSUER: 'http://127.0.0.1:10', OIDC_CLIENT_ID: 'drawbridge' },
    };
    const first = await startServer({ ...named, LOG_LEVEL: 'info' });
    expect(first.output.stdout).toContain('Migration 001-');
    expect(first.output.stdout).toMatch(/^Drawbridge \d+\.\d+\.\d+\S* .*is ready: http/m);
    expect(first.output.stdout).toContain(
      'BACKUP_DIRECTORY is not a setting. Did you mean BACKUP_DIR?',
    );
    expect(first.output.stdout).toContain('Administrator: organiser\nPassword: as set in ');
    expect(first.output.stdout).toContain(`\nData: ${directory.path}\n`);
    expect(first.output.stdout).not.toContain('the-first-one');
    // Neither delays the start.
    for (const unreachable of [
      'Mail cannot be sent through 127.0.0.1:1: connect ECONNREFUSED',
      'Single sign-on: http://127.0.0.1:10 cannot be used: connect ECONNREFUSED',
    ]) {
      await vi.waitFor(() => expect(first.output.stdout).toContain(unreachable), PATIENTLY);
    }
    await first.client.signIn({ username: 'organiser', password: 'the-first-one' });
    const [user] = await withDatabase((sql) => sql`select password_hash from users`);
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await first.stop()).toBe(0);
    expect(first.output.stdout).toMatch(/Stopping, because of SIGTERM.*\n.*"msg":"Stopped"/);

    const second = await startServer({ ...named, ADMIN_PASSWORD: 'something-else' });
    await second.client.signIn({ username: 'organiser', password: 'the-first-one' });
  });
});

describe('starting again', () => {
  beforeEach(async () => useDirectory(await preparedDirectory()));
  afterEach(leaveDirectory);

  it('has everything that was answered, and knows the ids of leads, however the server ended', async () => {
    const first = await startServer(env);
    const { sent, lead } = await collectLead(first);
    const expectLead = async (server: RunningServer) => {
      const again = await server.client.post('/api/leads/public', sent);
      expect(again.status).toBe(200);
      expect(again.as(ownLead)).toEqual(lead);
    };
    const endWith = async (server: RunningServer, signal: 'SIGTERM' | 'SIGINT') => {
      const pid = await postmasterPid();
      server.child.kill(signal);
      expect(await server.ended).toBe(0);
      await untilGone(pid);
    };
    await endWith(first, 'SIGTERM');

    const second = await startServer(env);
    await expectLead(second);
    const pid = await postmasterPid();
    await second.kill();
    expect(isAlive(pid)).toBe(true);

    // It takes over the PostgreSQL that the killed server has left running.
    const third = await startServer(env);
    expect(await postmasterPid()).toBe(pid);
    await expectLead(third);
    process.kill(pid, 'SIGKILL');
    await third.kill();

    const fourth = await startServer(env);
    await expectLead(fourth);
    await endWith(fourth, 'SIGINT');
  });
});

/** One server for all of these; the last test stops it. */
describe('beside a running server', () => {
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
    // If root has started it, it has become the database's account.
    const { uid } = await stat(join(directory.path, 'postgres'));
    if (process.platform === 'linux') {
      expect((await stat(`/proc/${server.child.pid}`)).uid).toBe(uid);
    }
  });

  it('npm run admin explains in one line what is wrong', async () => {
    const problems: [args: string[], line: string, input?: string][] = [
      [['create', 'ADMIN'], 'Username is already taken'],
      [['passwd', 'nobody'], 'There is no account called nobody'],
      [['passwd', 'admin', '--password-stdin'], 'Password must be at least 6 characters', 'short'],
      [
        ['passwd', 'admin', '--password-stdin'],
        'This password is easy to guess. Please choose another.',
        'football2026',
      ],
      [['reset-second-factor', 'admin'], 'admin has no second factor'],
    ];
    for (const [args, line, input] of problems) {
      expect(await admin(args, input)).toMatchObject({ code: 1, stderr: `${line}\n` });
    }
    expect((await admin(['promote', 'admin'])).stderr).toMatch(/^Usage: npm run admin/);
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
    const nowhere = runProgram('backup', { env });
    expect(await nowhere.ended).toBe(2);
    expect(nowhere.output.stderr).toMatch(/^Usage: npm run backup -- FILE, or with BACKUP_DIR/);
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

  it('npm run admin creates administrators and turns a second factor off, and without one it sets passwords', async () => {
    const { code, stdout } = await admin(['create', 'second']);
    expect(code).toBe(0);
    const password = /^Administrator: second\nPassword: (\S{16})\n$/.exec(stdout)?.[1] ?? '';
    const second = await server.client.signIn({ username: 'second', password });
    expect((await second.get('/api/analytics')).status).toBe(200);

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
    await server.stop();

    const changed = await admin(['passwd', 'ADMIN', '--password-stdin'], 'a-new-password\n');
    expect(changed).toEqual({ code: 0, stdout: 'New password for admin\n', stderr: '' });
    const next = await startServer(env);
    await next.client.signIn({ username: 'admin', password: 'a-new-password' });
    const old = await next.client.get('/api/auth/me', {
      authorization: `Bearer ${session.token}`,
    });
    expect(old.status).toBe(401);
  });
});
