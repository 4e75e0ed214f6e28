// Machines of a cluster on this one, each with its own network, disk and processes, which run the files of deploy/cluster.
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const deploy = fileURLToPath(new URL('../../../deploy/cluster/', import.meta.url));
export const NODES = ['db1', 'db2', 'db3'];
export const SERVERS = ['app1', 'app2'];
const NETWORK = '10.99.0';
const BRIDGE = 'cluster';
const ETCD = /^etcd/;
const PATRONI_AND_POSTGRES = /^(?!etcd)./;

/** The newest PostgreSQL of the system; undefined if there is none. */
export function findVersion() {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home) : [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .find((version) => existsSync(join(home, version, 'bin/pg_basebackup')));
}

function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}
const ip = (...args) => run('ip', ...args);

/** Connects the machines by a bridge, gives everybody their names, and starts everything, HAProxy on this machine. */
export function startMachines(room) {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('link', 'set', BRIDGE, 'up');
  // Names of namespaces are files here, which nobody else should see.
  mkdirSync('/run/netns', { recursive: true });
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns');
  const addresses = new Map(
    [...NODES, ...SERVERS, 'proxy'].map((name, index) => [name, `${NETWORK}.${index + 1}`]),
  );
  const hosts = join(room, 'hosts');
  cpSync('/etc/hosts', hosts);
  for (const [name, address] of addresses) appendFileSync(hosts, `${address} ${name}\n`);
  run('mount', '--bind', hosts, '/etc/hosts');
  for (const name of [...SERVERS, 'proxy']) {
    ip('addr', 'add', `${addresses.get(name)}/24`, 'dev', BRIDGE);
  }
  const machines = new Map(
    NODES.map((name) => [name, makeMachine(room, name, addresses.get(name))]),
  );
  for (const machine of machines.values()) machine.restart();
  const log = openSync(join(room, 'haproxy.log'), 'a');
  spawn('haproxy', ['-db', '-f', join(deploy, 'haproxy.cfg')], { stdio: ['ignore', log, log] });
  return machines;
}

function makeMachine(room, name, address) {
  ip('netns', 'add', name);
  ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'eth0', 'netns', name);
  ip('link', 'set', `to-${name}`, 'master', BRIDGE, 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');

  // PostgreSQL refuses to run as root, and the packages make an account for it.
  const disk = join(room, name);
  for (const path of ['postgresql', 'etcd']) mkdirSync(join(disk, path), { recursive: true });
  run('chown', '-R', 'postgres:postgres', disk);
  const read = (file) =>
    readFileSync(join(deploy, file), 'utf8')
      .replaceAll('NODE', name)
      .replaceAll('VERSION', findVersion())
      .replaceAll('/var/lib/', `${disk}/`);
  const config = join(room, `${name}.yml`);
  // All machines share the directory where Debian's PostgreSQL makes its socket.
  const ownSocket = `$&\n  parameters: { unix_socket_directories: '${disk}' }`;
  writeFileSync(config, read('patroni.yml').replace('  listen: 0.0.0.0:5432', ownSocket));
  // etcd's authors want to be told that one knows that they test it on other processors.
  const etcdEnv = { ...parseEnv(read('etcd.env')), ETCD_UNSUPPORTED_ARCH: process.arch };

  /** Starts a program; what it prints goes to a file. */
  function start([program, ...args], env) {
    const log = openSync(join(room, `${name}-${program}.log`), 'a');
    const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
    spawn('ip', ['netns', 'exec', name, ...user, program, ...args], {
      cwd: '/',
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
    });
  }
  /** Its processes whose command line matches; that of one that has ended and was not reaped yet is empty. */
  const list = (pattern) =>
    ip('netns', 'pids', name)
      .split('\n')
      .filter(
        (pid) => pid && pattern.test(attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))),
      );
  const signal = (name, pattern) => {
    for (const pid of list(pattern)) attempt(() => process.kill(Number(pid), name));
  };

  return {
    name,
    address,
    config,
    freeze: () => signal('SIGSTOP', PATRONI_AND_POSTGRES),
    thaw: () => signal('SIGCONT', PATRONI_AND_POSTGRES),
    startEtcd: () => start(['etcd'], etcdEnv),
    restart() {
      this.startEtcd();
      start(['patroni', config]);
    },
    killEtcd: () => kill(ETCD),
    /** Ends all of its processes as a power cut does. */
    kill: () => kill(/./),
  };

  async function kill(pattern) {
    while (list(pattern).length > 0) {
      signal('SIGKILL', pattern);
      await delay(20);
    }
  }
}

/** Cuts the network between a machine and others: what they send each other is lost without a word. */
export function cut(one, ...others) {
  // The address of a network card that nobody has.
  const nowhere = ['lladdr', '02:00:00:00:00:99', 'nud', 'permanent', 'dev', 'eth0'];
  for (const [from, to] of bothWays(one, others)) {
    ip('-n', from.name, 'neigh', 'replace', to.address, ...nowhere);
  }
}

export function mend(one, ...others) {
  for (const [from, to] of bothWays(one, others)) {
    ip('-n', from.name, 'neigh', 'del', to.address, 'dev', 'eth0');
  }
}

const bothWays = (one, others) =>
  others.flatMap((other) => [
    [one, other],
    [other, one],
  ]);

/** A process may end while it is looked at. */
function attempt(look) {
  try {
    return look();
  } catch {
    return '';
  }
}
