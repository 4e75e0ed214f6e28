// Machines of a cluster on this one: each has its own network, disk and processes. They are Linux namespaces inside
// those of the run, so nothing of them is left when the run has ended, however it ends, and nothing outside sees them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const NETWORK = '10.99.0';
const BRIDGE = 'cluster';

/** Runs a command in new namespaces, all of whose processes end with it. */
export function enterNamespaces(command, env) {
  // The shell is there to reap the processes whose parents are gone.
  const script = 'trap "" INT; "$@"; exit $?';
  return spawn(
    'unshare',
    [...NAMESPACES, '--fork', '--kill-child', '--mount-proc', 'sh', '-c', script, 'sh', ...command],
    { stdio: 'inherit', env: { ...process.env, ...env } },
  );
}

const NAMESPACES = ['--net', '--pid', '--mount'];
export const canEnterNamespaces = () => spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;

function run(program, ...args) {
  const { status, error, stderr } = spawnSync(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/**
 * Connects the machines by a bridge, and gives everybody their names. The others, such as the proxy, are
 * addresses of this one.
 */
export async function startMachines(room, names, others) {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'link', 'set', BRIDGE, 'up');
  const hosts = join(room, 'hosts');
  cpSync('/etc/hosts', hosts);
  const machines = new Map();
  for (const [index, name] of [...names, ...others].entries()) {
    const address = `${NETWORK}.${index + 1}`;
    appendFileSync(hosts, `${address} ${name}\n`);
    if (others.includes(name)) run('ip', 'addr', 'add', `${address}/24`, 'dev', BRIDGE);
    else machines.set(name, await startMachine(room, name, address));
  }
  for (const { enter } of machines.values()) {
    run(...enter, 'mount', '--bind', hosts, '/etc/hosts');
  }
  run('mount', '--bind', hosts, '/etc/hosts');
  return machines;
}

async function startMachine(room, name, address) {
  const init = spawn('unshare', ['--net', '--mount', 'sh', '-c', 'echo; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(init.stdout, 'data');
  const enter = ['nsenter', '--net', '--mount', '--target', String(init.pid)];
  const cable = `to-${name}`;
  run(...['ip', 'link', 'add', cable, 'type', 'veth'], 'peer', 'eth0', 'netns', String(init.pid));
  run('ip', 'link', 'set', cable, 'master', BRIDGE, 'up');
  run(...enter, 'ip', 'link', 'set', 'lo', 'up');
  run(...enter, 'ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  run(...enter, 'ip', 'link', 'set', 'eth0', 'up');
  const network = readlinkSync(`/proc/${init.pid}/ns/net`);

  return {
    name,
    address,
    enter,
    /** Gives the machine a directory of its own at a path where others may have theirs. */
    own(path, { uid, gid }) {
      const disk = join(room, name, path);
      mkdirSync(disk, { recursive: true });
      run('chown', `${uid}:${gid}`, disk);
      mkdirSync(path, { recursive: true });
      run(...enter, 'mount', '--bind', disk, path);
    },
    /** Starts a program; what it prints goes to a file. */
    start([program, ...args], { uid, gid, env }) {
      const log = openSync(join(room, `${name}-${program}.log`), 'a');
      const user = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
      const [command, ...rest] = [...enter, ...user, program, ...args];
      spawn(command, rest, {
        cwd: '/',
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
      });
    },
    /** Sends a signal to all of its processes whose command line matches. */
    signal(signal, pattern = /./) {
      for (const pid of list(pattern)) kill(pid, signal);
    },
    /** Ends its processes as a power cut does. */
    async kill(pattern = /./) {
      while (list(pattern).length > 0) {
        this.signal('SIGKILL', pattern);
        await delay(20);
      }
    },
  };

  function list(pattern) {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== init.pid && networkOf(pid) === network)
      .filter((pid) => pattern.test(commandOf(pid)));
  }
}

/** Cuts the network between a machine and others: what they send each other is lost without a word. */
export function cut(one, ...others) {
  // The address of a network card that nobody has.
  const nowhere = ['lladdr', '02:00:00:00:00:99', 'nud', 'permanent', 'dev', 'eth0'];
  for (const [from, to] of bothWays(one, others)) {
    run(...from.enter, 'ip', 'neigh', 'replace', to.address, ...nowhere);
  }
}

export function mend(one, ...others) {
  for (const [from, to] of bothWays(one, others)) {
    run(...from.enter, 'ip', 'neigh', 'del', to.address, 'dev', 'eth0');
  }
}

const bothWays = (one, others) =>
  others.flatMap((other) => [
    [one, other],
    [other, one],
  ]);

// A process may end while it is looked at.
const attempt = (look) => {
  try {
    return look();
  } catch {
    return '';
  }
};
const networkOf = (pid) => attempt(() => readlinkSync(`/proc/${pid}/ns/net`));
/** Empty for a process that has ended and was not reaped yet. */
const commandOf = (pid) => attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
const kill = (pid, signal) => attempt(() => process.kill(pid, signal));
