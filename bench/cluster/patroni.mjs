// Patroni, etcd and HAProxy on machines of their own, with the very files of deploy/cluster.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, URL } from 'node:url';
import { parseEnv } from 'node:util';
import { connectSql } from '../harness/sql.mjs';
import { startMachines } from './machines.mjs';

const deploy = fileURLToPath(new URL('../../deploy/cluster/', import.meta.url));
const NODES = ['db1', 'db2', 'db3'];
export const SERVERS = ['app1', 'app2'];
const PASSWORD = 'change-me';
const ETCD = /^etcd/;
const PATRONI_AND_POSTGRES = /^(?!etcd)./;
/** How long everything may take to be ready at the start, and again after a fault. */
const SETTLE_MS = 120_000;

/** The newest PostgreSQL of the system; undefined if there is none. */
function findVersion() {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home) : [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .find((version) => existsSync(join(home, version, 'bin/pg_basebackup')));
}

/** PostgreSQL refuses to run as root, and the packages make an account for it. */
function findOsUser() {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = accounts
    .find((line) => line.startsWith('postgres:'))
    .split(':')
    .map(Number);
  return { uid, gid };
}

/** What is not installed, by the names of Debian's packages. */
export function missingPackages() {
  const programs = {
    patroni: 'patroni python3-etcd',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
    ip: 'iproute2',
    setpriv: 'util-linux',
  };
  const missing = Object.entries(programs)
    .filter(([program]) => spawnSync('which', [program]).status !== 0)
    .map(([, packages]) => packages);
  return findVersion() ? missing : [...missing, 'postgresql'];
}

export async function startCluster(room) {
  const version = findVersion();
  const account = findOsUser();
  const machines = await startMachines(room, NODES, [...SERVERS, 'proxy']);
  const configOf = (file, name) =>
    readFileSync(join(deploy, file), 'utf8')
      .replaceAll('NODE', name)
      .replaceAll('VERSION', version);
  const configPath = (name) => join(room, `${name}.yml`);

  for (const machine of machines.values()) {
    for (const path of ['/var/lib/postgresql', '/var/lib/etcd', '/var/run/postgresql']) {
      machine.own(path, account);
    }
    writeFileSync(configPath(machine.name), configOf('patroni.yml', machine.name));
    startEtcd(machine);
  }
  for (const machine of machines.values()) startPatroni(machine);

  function startEtcd(machine) {
    const env = parseEnv(configOf('etcd.env', machine.name));
    // Its authors test it on other processors too, and want to be told that one knows.
    machine.start(['etcd'], { ...account, env: { ...env, ETCD_UNSUPPORTED_ARCH: process.arch } });
  }
  function startPatroni(machine) {
    machine.start(['patroni', configPath(machine.name)], account);
  }

  /** What Patroni's members say; undefined if none of them answers. */
  async function readMembers() {
    for (const name of NODES) {
      const answer = await ask(name, '/cluster');
      if (answer) return (await answer.json()).members;
    }
    return undefined;
  }

  /** The member that is the leader, also in HAProxy's eyes. */
  async function findLeader(names = NODES) {
    const answers = await Promise.all(names.map((name) => ask(name, '/primary')));
    return names.find((_, index) => answers[index]?.status === 200);
  }

  /** Waits for a leader, which must be another one than the given. */
  async function nextLeader(old, patienceMs) {
    const deadline = performance.now() + patienceMs;
    const names = NODES.filter((name) => name !== old);
    for (;;) {
      const leader = await findLeader(names);
      if (leader) return leader;
      if (performance.now() > deadline) throw new Error('There is no new leader');
      await delay(100);
    }
  }

  /** Waits until all three members are in step again, with a leader and a synchronous standby. */
  async function settled() {
    let members;
    const deadline = performance.now() + SETTLE_MS;
    while (performance.now() < deadline) {
      members = await readMembers();
      const leader = members?.find(({ role }) => role === 'leader');
      const standbys = members?.filter(({ role }) => role !== 'leader') ?? [];
      const inStep = standbys.filter(
        ({ state, timeline }) => /running|streaming/.test(state) && timeline === leader?.timeline,
      );
      const synchronous = standbys.find(({ role }) => role === 'sync_standby');
      if (leader && synchronous && inStep.length === 2 && (await findLeader()) === leader.name) {
        return { leader: machines.get(leader.name), standby: machines.get(synchronous.name) };
      }
      await delay(200);
    }
    throw new Error(`The cluster did not settle: ${JSON.stringify(members)}`);
  }

  await settled();
  startProxy(room);
  const sql = await createDatabase();
  const [{ postgres }] = await sql`select version() as postgres`;
  await sql.end();

  return {
    version: postgres.split(' ')[1],
    settled,
    findLeader,
    nextLeader,
    othersThan: (machine) => [...machines.values()].filter((other) => other !== machine),
    url: `postgres://drawbridge:${PASSWORD}@proxy:5000/drawbridge`,
    freeze: (machine) => machine.signal('SIGSTOP', PATRONI_AND_POSTGRES),
    thaw: (machine) => machine.signal('SIGCONT', PATRONI_AND_POSTGRES),
    restart(machine) {
      startEtcd(machine);
      startPatroni(machine);
    },
    loseEtcd: () => Promise.all([...machines.values()].map((machine) => machine.kill(ETCD))),
    bringEtcdBack: () => [...machines.values()].forEach(startEtcd),
    switchover(from, to) {
      const { status, stdout, stderr } = spawnSync('patronictl', [
        ...['-c', configPath(from.name), 'switchover', 'drawbridge', '--force'],
        ...['--leader', from.name, '--candidate', to.name],
      ]);
      if (status !== 0) throw new Error(`patronictl: ${stdout}${stderr}`);
    },
    async setFailsafe(on) {
      const leader = await findLeader();
      const authorization = `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}`;
      const answer = await ask(leader, '/config', {
        method: 'PATCH',
        headers: { authorization },
        body: JSON.stringify({ failsafe_mode: on }),
      });
      if (answer?.status !== 200) throw new Error('Patroni did not take the setting');
    },
  };
}

function ask(name, path, options) {
  const signal = AbortSignal.timeout(2000);
  return fetch(`http://${name}:8008${path}`, { signal, ...options }).catch(() => undefined);
}

function startProxy(room) {
  const log = openSync(join(room, 'proxy-haproxy.log'), 'a');
  spawn('haproxy', ['-db', '-f', join(deploy, 'haproxy.cfg')], { stdio: ['ignore', log, log] });
}

const connect = (host, port, database) =>
  connectSql({ host, port, user: 'postgres', password: PASSWORD, database }, { max: 1 });

async function createDatabase() {
  const sql = connect('proxy', 5000, 'postgres');
  for (let attempts = 0; ; attempts += 1) {
    try {
      await sql.unsafe(`create role drawbridge login password '${PASSWORD}'`);
      await sql.unsafe('create database drawbridge owner drawbridge');
      return sql;
    } catch (error) {
      // The proxy may not have found the leader yet.
      if (attempts === 50) throw error;
      await delay(200);
    }
  }
}
