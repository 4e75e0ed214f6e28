// Three PostgreSQL servers with Patroni and etcd behind HAProxy, from the files of deploy/cluster, and two servers,
// each machine in a network namespace: visitors enter and a presenter draws while leaders are replaced, killed and cut
// off. See docs/scale.md.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call, send } from '../../scripts/lib/api.mjs';
import { createEvent, seconds, settle, startLoad, startOn } from './visitors.mjs';

const thisFile = fileURLToPath(import.meta.url);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const sh = (script) => execFileSync('sh', ['-ec', script], { encoding: 'utf8' });
const DB = ['db1', 'db2', 'db3'];
const OUTAGE_MS = 40_000;
const TIME_LIMIT_MS = 20 * 60_000;

/** Runs the cluster in namespaces, whose processes end with them, even if this process is killed. */
export async function runCluster() {
  try {
    sh('which patroni etcd haproxy ip psql; unshare --net --pid --mount true');
  } catch {
    const packages = 'patroni python3-etcd etcd-server haproxy postgresql iproute2';
    return {
      skipped: `needs root on Linux, and: apt-get install --no-install-recommends ${packages}`,
    };
  }
  const room = mkdtempSync(join(tmpdir(), 'drawbridge-cluster-'));
  chmodSync(room, 0o755);
  const namespaces = ['--net', '--pid', '--mount', '--fork', '--kill-child', '--mount-proc'];
  // The shell reaps processes whose parents have ended.
  const inside = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, thisFile];
  const child = spawn('unshare', [...namespaces, ...inside], { cwd: room, stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGKILL'));
  const [code] = await once(child, 'close');
  if (code === 0) rmSync(room, { recursive: true, force: true, maxRetries: 5 });
  return { ok: code === 0, figures: code === 0 ? 'nothing was lost' : `the logs are in ${room}` };
}

const setUp = `
  version=$(ls /usr/lib/postgresql | sort -n | tail -1)
  ip link set lo up; ip link add cluster type bridge; ip link set cluster up
  mkdir -p /run/netns; mount -t tmpfs tmpfs /run/netns
  cp /etc/hosts hosts; i=0
  for name in db1 db2 db3 app1 app2 proxy; do
    i=$((i + 1)); echo 10.99.0.$i $name >> hosts
    case $name in db*) ;; *) ip addr add 10.99.0.$i/24 dev cluster; continue ;; esac
    ip netns add $name
    ip link add to-$name type veth peer eth0 netns $name; ip link set to-$name master cluster up
    ip -n $name link set lo up; ip -n $name addr add 10.99.0.$i/24 dev eth0; ip -n $name link set eth0 up
    mkdir -p $name/postgresql $name/etcd
    for file in patroni.yml etcd.env; do
      sed "s/NODE/$name/g; s/VERSION/$version/g; s|/var/lib/|$PWD/$name/|g" ${repository}deploy/cluster/$file > $name/$file
    done
    # All share the directory where Debian's PostgreSQL makes its socket.
    sed -i "s|^  listen: 0.0.0.0:5432|&\\n  parameters: { unix_socket_directories: '$PWD/$name' }|" $name/patroni.yml
    chown -R postgres: $name
  done
  mount --bind hosts /etc/hosts
  haproxy -db -f ${repository}deploy/cluster/haproxy.cfg > haproxy.log 2>&1 &`;

function start(name, ...programs) {
  for (const program of programs) {
    const command = `cd ${name}; set -a; . ./etcd.env; ETCD_UNSUPPORTED_ARCH=${process.arch} exec ${program} >> log 2>&1`;
    const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    spawn('ip', ['netns', 'exec', name, ...user, 'sh', '-c', command], { env, stdio: 'ignore' });
  }
}
const ALL = ['etcd', 'patroni patroni.yml'];

/** Kills processes as a power cut does. */
const kill = (name, pattern) =>
  sh(
    `ip netns pids ${name} | xargs -r ps -o pid=,comm= -p | awk '$2 ~ /${pattern}/ { print $1 }' | xargs -r kill -9`,
  );

/** Cuts a machine off: its traffic goes to a network card that does not exist. */
const cut = (name) =>
  sh(`for i in 1 2 3; do
    ip -n ${name} neigh replace 10.99.0.$i dev eth0 lladdr 02:00:00:00:00:99 nud permanent; done`);
const mend = (name) => sh(`for i in 1 2 3; do ip -n ${name} neigh del 10.99.0.$i dev eth0; done`);

const faults = {
  'switchover by `patronictl`': ({ leader, standby }) =>
    sh(`patronictl -c ${leader}/patroni.yml switchover drawbridge --force \\
      --leader ${leader} --candidate ${standby}`),
  'leader killed: PostgreSQL, Patroni, etcd': async ({ leader }) => {
    kill(leader, '.');
    await findMembers(leader);
    start(leader, ...ALL);
  },
  'network cut between leader and both standbys': async ({ leader }) => {
    cut(leader);
    await findMembers(leader);
    mend(leader);
  },
  'etcd lost for 40 s': async () => {
    for (const name of DB) kill(name, '^etcd');
    await delay(OUTAGE_MS);
    for (const name of DB) start(name, 'etcd');
  },
};

/** Returns the members once there is a leader other than `old`; without `old`, once all three are in sync. */
async function findMembers(old) {
  const url = `http://${DB.find((name) => name !== old)}:8008/cluster`;
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => {});
    const { members = [] } = (await answer?.json()) ?? {};
    const [leader, standby] = ['leader', 'sync_standby'].map((role) =>
      members.find((member) => member.role === role),
    );
    const isInStep = ({ state, timeline }) =>
      /running|streaming/.test(state) && timeline === leader?.timeline;
    const settled = standby && members.filter(isInStep).length === 3;
    await delay(200);
    if (leader && leader.name !== old && (old || settled)) {
      return { leader: leader.name, standby: standby?.name };
    }
  }
}

/** Draws through the proxy, and retries with the same id until there is a response. */
async function draw({ eventId, token }, body = { id: randomUUID() }) {
  const path = `/api/events/${eventId}/draw-winner`;
  for (;;) {
    const answer = await send('http://proxy', 'POST', path, { body, token }).catch(() => {});
    if (answer?.status < 300) return;
    if (answer?.status < 500) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    await delay(200);
  }
}

async function breakEverything() {
  sh(setUp);
  for (const name of DB) start(name, ...ALL);
  await findMembers();
  sh(`psql="psql -h proxy -p 5000 -U postgres"; export PGPASSWORD=change-me
    until $psql -c "select 1"; do sleep 1; done
    $psql -c "create role drawbridge login password 'change-me'" -c "create database drawbridge owner drawbridge"`);
  const DATABASE_URL = 'postgres://drawbridge:change-me@proxy:5000/drawbridge';
  const env = { PORT: '3000', TRUST_PROXY: '1', DATABASE_URL };
  for (const HOST of ['app1', 'app2']) await startOn(join(process.cwd(), HOST), { HOST, ...env });
  const event = await createEvent('http://app1:3000');
  const load = startLoad('http://proxy', event.eventId, 32, 400);
  await load.more(200);
  const body = { id: randomUUID(), leadIds: [...load.answered.keys()] };
  await call('http://proxy', 'POST', '/api/leads/bulk-verify', { token: event.token, body });
  let draws = 0;
  for (const [name, strike] of Object.entries(faults)) {
    const members = await findMembers();
    await load.more(200);
    load.longestPauseMs = 0;
    // Draws run all the time.
    let isOver = false;
    const drawing = (async () => {
      for (; !isOver; draws++) {
        await draw(event);
        await delay(1500);
      }
    })();
    await strike(members);
    await findMembers();
    isOver = true;
    await drawing;
    await load.more(200);
    console.log(`| ${name} | ${seconds(load.longestPauseMs)} |`);
  }
  await load.stop();
  const { kept, polite, figures } = await settle('http://proxy', event, [load]);
  console.log(figures);
  const page = `http://proxy/event/${event.eventId}/raffle`;
  const verdict = sh(`node ${repository}scripts/verify.mjs ${page} | tail -1`).trim();
  console.log(verdict);
  return kept && polite && verdict === `All ${draws} records check out.`;
}

if (process.argv[1] === thisFile) {
  setTimeout(() => process.exit(1), TIME_LIMIT_MS);
  process.exit((await breakEverything()) ? 0 : 1);
}
