// Runs a real primary and a synchronous standby on the loopback interface, from the system's packages.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSql } from '../harness/sql.mjs';
import { findOsUser, findVersion, HOME } from './postgres.mjs';

const DATABASE = 'drawbridge';

/** Starts both servers, and returns functions that break and repair them. */
export async function startPair() {
  const version = findVersion();
  if (!version) throw new Error(`There is no PostgreSQL with pg_basebackup under ${HOME}`);
  const account = findOsUser();
  const room = mkdtempSync(join(tmpdir(), 'drawbridge-standby-'));
  chmodSync(room, 0o755);
  if (account.uid) chownSync(room, account.uid, account.gid);
  const ports = [await freePort(), await freePort()];
  const data = [join(room, 'primary'), join(room, 'standby')];

  const run = (program, ...args) => {
    // The server inherits its output, so that must not be a pipe whose end we wait for.
    const { status, stderr } = spawnSync(join(HOME, version, 'bin', program), args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr ?? status}`);
  };
  const control = (directory, ...args) => run('pg_ctl', '-D', directory, ...args);
  const start = (directory) =>
    control(directory, '-w', '-l', join(directory, 'server.log'), 'start');
  const configure = (directory, settings) =>
    appendFileSync(
      join(directory, 'postgresql.conf'),
      Object.entries(settings)
        .map(([name, value]) => `${name} = '${value}'\n`)
        .join(''),
    );
  const open = (which) =>
    connectSql({ host: '127.0.0.1', port: ports[which], user: 'postgres', database: DATABASE });

  try {
    run('initdb', '-D', data[0], '-U', 'postgres', '--auth=trust', '--locale=C.UTF-8');
    configure(data[0], {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: ports[0],
      max_connections: 60,
      // An acknowledged commit is on the disks of both servers.
      synchronous_commit: 'on',
    });
    start(data[0]);
    const sql = connectSql({
      host: '127.0.0.1',
      port: ports[0],
      user: 'postgres',
      database: 'postgres',
    });
    await sql.unsafe(`create database ${DATABASE}`);

    const from = `host=127.0.0.1 port=${ports[0]} user=postgres`;
    run('pg_basebackup', '-D', data[1], '-d', from, '-R', '-X', 'stream', '-c', 'fast');
    configure(data[1], { port: ports[1], cluster_name: 'standby' });
    start(data[1]);
    await sql.unsafe(`alter system set synchronous_standby_names = 'standby'`);
    await sql`select pg_reload_conf()`;
    while ((await sql`select from pg_stat_replication where sync_state = 'sync'`).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await sql.end();
  } catch (error) {
    stopAll();
    throw error;
  }

  function stopAll() {
    for (const directory of data) {
      if (!existsSync(join(directory, 'postmaster.pid'))) continue;
      try {
        control(directory, '-m', 'immediate', 'stop');
      } catch {
        // The server was killed before, and its file was left behind.
      }
    }
    rmSync(room, { recursive: true, force: true });
  }

  return {
    version,
    url: `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join()}/${DATABASE}`,
    killPrimary: () => control(data[0], '-m', 'immediate', 'stop'),
    promoteStandby: () => control(data[1], '-w', 'promote'),
    /** Simulates a careless repair: the server still believes that it is the primary. */
    restartOldPrimary: () => {
      configure(data[0], { synchronous_standby_names: '' });
      rmSync(join(data[0], 'postgresql.auto.conf'));
      start(data[0]);
    },
    openOld: () => open(0),
    openNew: () => open(1),
    stopAll,
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
