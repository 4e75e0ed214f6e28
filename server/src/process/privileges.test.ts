import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type DataDirectory, runProgram, stopAll } from '../../../scripts/lib/server-process.mjs';
import { ADMIN } from '../test/accounts.ts';
import { preparedDirectory, stopDatabaseIn } from '../test/data-directory.ts';
import { createEvent, submitLead } from '../test/fixtures.ts';
import { startServer } from '../test/process.ts';
import { PATIENTLY } from '../test/standstill.ts';
import { planPrivileges } from './privileges.ts';

const account = { uid: 990, gid: 980 };
const started = { root: true, account, unreadable: undefined, ports: [3000, 0] };

describe('a server that was started', () => {
  it('by root becomes its account before it listens', () => {
    expect(planPrivileges(started)).toEqual({ drop: 'before listening', account });
    expect(planPrivileges({ ...started, ports: [0, 0] })).toEqual({
      drop: 'before listening',
      account,
    });
    expect(planPrivileges({ ...started, ports: [1024, 8080] }).drop).toBe('before listening');
  });

  it('by root at a port that is root’s becomes its account as soon as it listens', () => {
    expect(planPrivileges({ ...started, ports: [8443, 80] })).toEqual({
      drop: 'after listening',
      account,
    });
  });

  it('by somebody else stays what it is, and says nothing', () => {
    const plan = planPrivileges({ ...started, root: false, account: undefined });
    expect(plan).toEqual({ drop: 'never' });
  });

  it.each([
    [{ account: undefined }, 'no account could be made for it: start it as another user'],
    [
      { unreadable: '/root/main.js' },
      'its account (user 990) cannot read /root/main.js: make it readable for that account',
    ],
    [
      { unreadable: '/root/.npm/_npx/1f/main.js' },
      'its account (user 990) cannot read /root/.npm/_npx/1f/main.js: ' +
        'instead of npx, install the package by npm install --global',
    ],
  ])('by root without another way says in one line why it stays root: %j', (more, reason) => {
    expect(planPrivileges({ ...started, ...more })).toEqual({
      drop: 'never',
      warning: `the server keeps the rights of root, because ${reason}`,
    });
  });
});

describe.skipIf(process.getuid?.() !== 0)('a process that root has started', () => {
  let directory: DataDirectory;
  let env: Record<string, string>;
  beforeEach(async () => {
    directory = await preparedDirectory();
    env = { DATA_DIR: directory.path, ADMIN_PASSWORD: ADMIN.password };
    return async () => {
      await stopAll();
      await stopDatabaseIn(directory.path);
      await directory.remove();
    };
  });
  afterAll(stopAll);

  /** The real, effective, saved and file system ids of a process, and its groups. */
  function idsOf(pid: number | undefined): string[] {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const ids = /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split('\t') ?? [];
    return [...ids, ...(/^Groups:\s+(.*?) ?$/m.exec(status)?.[1]?.split(' ') ?? [])];
  }
  const childrenOf = (pid: number | undefined) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const nameOf = (uid: number) =>
    new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))?.[1];

  // With one process it is the first of these two.
  it.each(process.env.THOROUGH ? ['1', '2'] : ['2'])(
    'runs as the database’s own account, with WORKERS=%s',
    async (WORKERS) => {
      const parent = `${directory.path}-backups`;
      const backups = join(parent, 'nightly');
      onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
      const server = await startServer({ ...env, WORKERS, BACKUP_DIR: backups });
      const { uid, gid } = statSync(join(directory.path, 'postgres'));
      const expected = [uid, uid, uid, uid, gid].map(String);
      expect(nameOf(uid)).toBe('drawbridge');
      expect(idsOf(server.child.pid)).toEqual(expected);
      for (const child of childrenOf(server.child.pid)) {
        // PostgreSQL, and the workers.
        expect(idsOf(child).slice(0, 4)).toEqual(expected.slice(0, 4));
      }
      expect(statSync(join(directory.path, 'postgres.log')).uid).toBe(uid);
      await vi.waitFor(
        () => expect(readdirSync(backups)).toEqual([expect.stringMatching(/\.tar\.gz$/)]),
        PATIENTLY,
      );

      const event = await createEvent(await server.client.signIn(ADMIN));
      await submitLead(server.client, event.id);
      expect((await server.client.get(`/event/${event.id}/submit`)).text).toContain(event.name);
      const command = runProgram('admin', { args: ['create', `second${WORKERS}`], env });
      expect(await command.ended).toBe(0);
      expect(await server.stop()).toBe(0);
    },
  );
});
