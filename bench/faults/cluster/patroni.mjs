import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { connectSql } from '../../harness/databases.mjs';
import { until } from '../visitors.mjs';
import { NODES, startMachines } from './machines.mjs';

const PASSWORD = 'change-me';

export async function startCluster(room) {
  const machines = startMachines(room);
  const all = [...machines.values()];

  /** The member that is the leader, also in HAProxy's eyes. */
  async function findLeader(names = NODES) {
    const answers = await Promise.all(names.map((name) => ask(name, '/primary')));
    return names.find((_, index) => answers[index]?.status === 200);
  }

  /** Waits for a leader, which must be another one than the given. */
  async function nextLeader(old, patienceMs) {
    let leader;
    const find = async () => (leader = await findLeader(NODES.filter((name) => name !== old)));
    await until(find, 'There is no new leader', patienceMs);
    return leader;
  }

  /** Waits until all three members are in step again, with a leader and a synchronous standby. */
  async function settled() {
    let found;
    await until(async () => (found = await findMembers()), 'The cluster did not settle');
    return found;
  }

  async function findMembers() {
    const answers = await Promise.all(NODES.map((name) => ask(name, '/cluster')));
    const { members = [] } = (await answers.find(Boolean)?.json()) ?? {};
    const leader = members.find(({ role }) => role === 'leader');
    const standby = members.find(({ role }) => role === 'sync_standby');
    const inStep = members.filter(
      ({ state, timeline }) => /running|streaming/.test(state) && timeline === leader?.timeline,
    );
    await delay(200);
    if (!leader || !standby || inStep.length < 3 || (await findLeader()) !== leader.name) return;
    return { leader: machines.get(leader.name), standby: machines.get(standby.name) };
  }

  await settled();
  await createDatabase();
  return {
    url: `postgres://drawbridge:${PASSWORD}@proxy:5000/drawbridge`,
    settled,
    findLeader,
    nextLeader,
    othersThan: (machine) => all.filter((other) => other !== machine),
    loseEtcd: () => Promise.all(all.map((machine) => machine.killEtcd())),
    bringEtcdBack: () => {
      for (const machine of all) machine.startEtcd();
    },
    switchover(from, to) {
      const { status, stdout, stderr } = spawnSync('patronictl', [
        ...['-c', from.config, 'switchover', 'drawbridge', '--force'],
        ...['--leader', from.name, '--candidate', to.name],
      ]);
      if (status !== 0) throw new Error(`patronictl: ${stdout}${stderr}`);
    },
    async setFailsafe(on) {
      const authorization = `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}`;
      const answer = await ask(await findLeader(), '/config', {
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

/** By the proxy, which may not have found the leader yet. */
async function createDatabase() {
  const target = { host: 'proxy', port: 5000, user: 'postgres', password: PASSWORD };
  const sql = connectSql({ ...target, database: 'postgres' }, { max: 1 });
  const answers = () => sql`select 1`.then(Boolean, () => delay(200));
  await until(answers, 'The proxy does not lead to PostgreSQL');
  await sql.unsafe(`create role drawbridge login password '${PASSWORD}'`);
  await sql.unsafe('create database drawbridge owner drawbridge');
  await sql.end();
}
