// Processor time of processes, from Linux.
import { readFileSync } from 'node:fs';

const TICK_US = 10_000;

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // A child has ended, and its time is in that of its parent.
    return [];
  }
}

/** The microseconds that a process has used, with those of its ended children. */
export function timeOf(pid) {
  const ticks = statOf(pid).slice(11, 15).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_US;
}

/** The processes of the PostgreSQL to which this connection belongs, its main process first. */
export async function processesOf(sql) {
  const [{ pid }] = await sql`select pg_backend_pid() as pid`;
  const main = statOf(pid)[1];
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
  return [main, ...children];
}

/** The microseconds that these processes have used together. */
export const timeOfAll = (pids) => pids.reduce((sum, pid) => sum + timeOf(pid), 0);

/** The memory of these processes in MiB, in which a shared page counts once. */
export function memoryOfAll(pids) {
  const kib = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]),
  );
  return kib.reduce((sum, each) => sum + each, 0) / 1024;
}
