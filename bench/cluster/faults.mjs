// What happens to a cluster. `strike` returns when everything has happened before which no new leader is expected;
// `repair` is called while writes go on.
import { setTimeout as pause } from 'node:timers/promises';
import { cut, mend } from './machines.mjs';

/** Twice the time for which Patroni keeps a leader that it does not hear of. */
const OUTAGE_MS = 40_000;
/** Until all members have read a new setting: twice `loop_wait`. */
const SETTING_MS = 10_000;

/** @param {Awaited<ReturnType<typeof import('./patroni.mjs').startCluster>>} cluster */
export const faultsOf = (cluster) => [
  {
    name: 'switchover by patronictl',
    leads: 'another',
    strike: ({ leader, standby }) => cluster.switchover(leader, standby),
  },
  {
    name: 'leader killed: PostgreSQL, Patroni and etcd',
    leads: 'another',
    strike: ({ leader }) => leader.kill(),
    repair: ({ leader }) => cluster.restart(leader),
  },
  {
    name: 'leader frozen: PostgreSQL and Patroni',
    leads: 'another',
    strike: ({ leader }) => cluster.freeze(leader),
    // It wakes up as the leader that it was.
    repair: ({ leader }) => cluster.thaw(leader),
  },
  {
    name: 'network cut between leader and synchronous standby',
    leads: 'same',
    strike: ({ leader, standby }) => cut(leader, standby),
    repair: ({ leader, standby }) => mend(leader, standby),
  },
  {
    // Drawbridge and the proxy still reach it.
    name: 'network cut between leader and both standbys',
    leads: 'another',
    strike: ({ leader }) => cut(leader, ...cluster.othersThan(leader)),
    repair: ({ leader }) => mend(leader, ...cluster.othersThan(leader)),
  },
  {
    name: 'etcd lost for 40 s and back, failsafe_mode on',
    leads: 'same',
    async strike() {
      await cluster.loseEtcd();
      await pause(OUTAGE_MS);
    },
    repair: () => cluster.bringEtcdBack(),
  },
  {
    name: 'etcd lost for 40 s and back, failsafe_mode off',
    leads: 'any',
    async strike() {
      await cluster.setFailsafe(false);
      await pause(SETTING_MS);
      await cluster.loseEtcd();
      await pause(OUTAGE_MS);
      if (await cluster.findLeader()) throw new Error('There is a leader without etcd');
      cluster.bringEtcdBack();
    },
    repair: () => cluster.setFailsafe(true),
  },
];
