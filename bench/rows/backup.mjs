import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { makeDataDirectory, runProgram } from '../../scripts/lib/server-process.mjs';
import { judge } from '../harness/table.mjs';

const MIB = 2 ** 20;

/** A backup of a million leads and its restoration, as an operator calls them. */
export async function measure(workshop) {
  const database = await workshop.million();
  const directory = await makeDataDirectory();
  try {
    const path = join(directory.path, 'million.tar.gz');
    const backup = await run('backup', path, database.environment);
    const restore = await run('restore', path, { DATA_DIR: directory.path });
    return [
      row('the backup of 1,000,000 leads', backup),
      row('its restoration into an empty database', restore),
    ];
  } finally {
    await directory.remove();
  }
}

function row(what, { seconds, peakMib }) {
  return judge({
    what,
    value: seconds,
    unit: ' s',
    against: `wall time of the command, which took ${Math.round(peakMib)} MiB at most`,
    atMost: peakMib < 256 ? 120 : 0,
    details: { peakMib },
  });
}

async function run(command, path, env) {
  const began = performance.now();
  const program = runProgram(command, { args: [path], env });
  let peakKib = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${program.child.pid}/status`, 'utf8');
      peakKib = Math.max(peakKib, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // The command has ended, or this system shows no such figures.
    }
  }, 20);
  const code = await program.ended;
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command} failed: ${program.output.stderr}`);
  return { seconds: (performance.now() - began) / 1000, peakMib: (peakKib * 1024) / MIB };
}
