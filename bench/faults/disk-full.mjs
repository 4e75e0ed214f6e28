import { spawnSync } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createEvent,
  furnish,
  seconds,
  send,
  settle,
  startLoad,
  startServer,
  stopDatabase,
  withDirectory,
} from './harness.mjs';

const SIZE_MIB = 400;
const TIMEOUT_MS = 120_000;

/** The disk of the database fills up under load, and has free space again later. */
export const diskFull = {
  name: 'disk full under load',
  run: ({ short }) =>
    withDirectory(async (directory) => {
      const disk = join(directory, 'disk');
      await mkdir(disk);
      if (!mount(disk)) return { skipped: 'only root may mount a small disk (Linux)' };
      try {
        return await fillUp(disk, short);
      } finally {
        await stopDatabase(join(disk, 'data'));
        spawnSync('umount', [disk]);
      }
    }),
};

function mount(path) {
  if (process.platform !== 'linux' || process.getuid() !== 0) return false;
  const options = `size=${SIZE_MIB}m,mode=755`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status === 0;
}

async function fillUp(disk, short) {
  await mkdir(join(disk, 'data'));
  furnish(join(disk, 'data'));
  const server = await startServer(join(disk, 'data'), { LOG_LEVEL: 'error' });
  const ready = async () => (await send(server.url, 'GET', '/readyz')).status;
  const event = await createEvent(server.url);
  const load = startLoad(() => server.url, event.eventId, short ? 4 : 16);
  await load.more(100);

  const ballast = join(disk, 'ballast');
  const filling = setInterval(() => fill(disk, ballast), 200);
  try {
    await until(() => load.refused > 0, 'The disk did not fill up');
    await until(async () => (await ready()) === 503, '/readyz did not notice the full disk');
    // Long enough for all restart attempts to fail.
    await delay(short ? 1_000 : 20_000);
  } finally {
    clearInterval(filling);
  }
  const lives = (await send(server.url, 'GET', '/healthz')).status === 200;
  await rm(ballast);
  const freed = performance.now();
  await until(() => load.lastGoodBegan > freed, 'No entry after there was room again');
  const back = performance.now() - freed;
  await until(async () => (await ready()) === 200, '/readyz did not notice the free space');
  await load.more(100);
  await load.stop();
  const { lost, twice } = await settle(server.url, event, [load]);
  const code = await server.stop();
  const reasons =
    server.output.stdout.match(/the database cannot be written to: (?:[^"\\]|\\.)+/g) ?? [];
  const unheard = load.unknown.size - load.refused;
  return {
    ok:
      lives &&
      lost === 0 &&
      twice === 0 &&
      code === 0 &&
      load.bad.length === 0 &&
      unheard === 0 &&
      reasons.length > 0,
    figures:
      `${load.answered.size} answered, ${load.refused} got 503 with Retry-After, ${load.bad.length} anything else, ` +
      `${unheard} no answer, ${lost} lost, ${twice} twice; back ${seconds(back)} after there was room; ` +
      `${reasons.length} lines in the log (${reasons[0]})` +
      (load.bad.length > 0 ? ` (${load.bad[0]})` : ''),
  };
}

/** Uses up all remaining space. */
async function fill(disk, ballast) {
  const { bavail, bsize } = await statfs(disk);
  const file = await open(ballast, 'a');
  try {
    await file.appendFile(Buffer.alloc(bavail * bsize));
  } catch {
    // The disk is already full.
  } finally {
    await file.close();
  }
}

async function until(condition, complaint) {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(complaint);
    await delay(5);
  }
}
