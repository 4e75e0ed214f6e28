// A server as an operator starts it, and what only its process or the kernel knows about it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startServer as start } from '../../scripts/lib/server-process.mjs';

export const ADMIN = { username: 'admin', password: 'correct-horse' };

const TICKS_PER_SECOND = 100;
const beside = (name) => new URL(name, import.meta.url);

export async function startServer(
  env,
  { withoutDatabase = false, nodeArgs = [], ...options } = {},
) {
  const preloaded = ['gauges.mjs', ...(withoutDatabase ? ['no-database.mjs'] : [])];
  const server = await start({
    nodeArgs: [...nodeArgs, ...preloaded.flatMap((name) => ['--import', beside(name).href])],
    env: {
      LOG_LEVEL: 'fatal',
      ADMIN_PASSWORD: ADMIN.password,
      PUBLIC_SUBMITS_PER_MINUTE: '0',
      WEBHOOKS_TO_PRIVATE: 'on',
      ...env,
    },
    ipc: true,
    ...options,
  });
  return {
    ...server,
    pid: server.child.pid,
    /** `reset` begins a new measurement afterwards, `collect` collects garbage before. */
    async readGauges(question = 'read') {
      server.child.send(question);
      const [gauges] = await once(server.child, 'message');
      return gauges;
    },
  };
}

/** A process of the benchmark's own, which is asked and answers by messages. */
export function startHelper(name) {
  const child = fork(fileURLToPath(beside(name)));
  return {
    async ask(question) {
      const answer = this.next();
      child.send(question);
      return answer;
    },
    async next() {
      const [message] = await once(child, 'message');
      return message;
    },
    stop: () => child.kill(),
  };
}

/** The CPU time of a process and its children in seconds, with the children that have ended. */
export function cpuSecondsOf(pid) {
  const ticks = [pid, ...childrenOf(pid)].flatMap((id) => {
    const [user, system, ended, endedSystem] = statOf(id).slice(11, 15).map(Number);
    return id === pid ? [user, system, ended, endedSystem] : [user, system];
  });
  return ticks.reduce((sum, some) => sum + (some || 0), 0) / TICKS_PER_SECOND;
}

export function childrenOf(pid) {
  const ids = readdirSync('/proc').map(Number).filter(Boolean);
  return ids.filter((id) => Number(statOf(id)[1]) === pid);
}

/** The fields after the name, which may contain spaces: the state, the parent … */
function statOf(id) {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return []; // It has just ended.
  }
}
