// A server as an operator starts it, and what only its process or the kernel knows about it.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { startServer as start } from '../../scripts/lib/server-process.mjs';

export const ADMIN = { username: 'admin', password: 'correct-horse' };

const TICKS_PER_SECOND = 100;

export async function startServer(env, { nodeArgs = [], ...options } = {}) {
  const server = await start({
    nodeArgs: [...nodeArgs, '--import', new URL('gauges.mjs', import.meta.url).href],
    env: {
      LOG_LEVEL: 'fatal',
      ADMIN_PASSWORD: ADMIN.password,
      PUBLIC_SUBMITS_PER_MINUTE: '0',
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

/** The CPU time of a process and its children in seconds, with the children that have ended. */
export function cpuSecondsOf(pid) {
  const ticks = [pid, ...childrenOf(pid)].flatMap((id) =>
    statOf(id)
      .slice(11, id === pid ? 15 : 13)
      .map(Number),
  );
  return ticks.reduce((sum, some) => sum + some, 0) / TICKS_PER_SECOND;
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
