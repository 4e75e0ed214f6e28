// What Linux knows about a process and its children.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** How many files this process may open. */
export function readOpenFiles() {
  return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
}

/** The memory of a process and its children, in KiB. */
export function memoryOf(pid) {
  return withChildren(pid)
    .map((id) => Number(/VmRSS:\s+(\d+)/.exec(read(id, 'status'))?.[1] ?? 0))
    .reduce((sum, kib) => sum + kib, 0);
}

/** The CPU time of a process and its children in seconds, with the children that have ended. */
export function cpuSecondsOf(pid) {
  const ticks = withChildren(pid).flatMap((id) => {
    const [user, system, ended, endedSystem] = statOf(id).slice(11, 15).map(Number);
    return id === pid ? [user, system, ended, endedSystem] : [user, system];
  });
  return ticks.reduce((sum, some) => sum + (some || 0), 0) / TICKS_PER_SECOND;
}

function withChildren(pid) {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...ids.map(Number).filter((id) => Number(statOf(id)[1]) === pid)];
}

/** The fields after the name, which may contain spaces: the state, the parent … */
function statOf(id) {
  return read(id, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

function read(id, file) {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return ''; // It has just ended.
  }
}
