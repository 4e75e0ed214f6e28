import { spawnSync } from 'node:child_process';
import { mkdir, open, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../harness/http.mjs';
import { childrenOf } from '../harness/server.mjs';
import {
  createEvent,
  seconds,
  settle,
  startLoad,
  startOn,
  stopDatabase,
  until,
  withDirectory,
} from './visitors.mjs';

const RECOVERY_MS = 10_000;
const DISK_MIB = 400;
const KILLS = 20;

/** Repeated kill -9 of the server under load: every acknowledged entry exists exactly once. */
export async function killServer() {
  return withDirectory(async (directory) => {
    const loads = [];
    let event;
    for (let round = 0; round < KILLS; round++) {
      const server = await startOn(directory);
      event ??= await createEvent(server.url);
      const load = startLoad(server.url, event.eventId);
      await load.more(300);
      await server.kill();
      await load.stop();
      loads.push(load);
    }
    const server = await startOn(directory);
    const { kept, figures } = await settle(server.url, event, loads);
    const code = await server.stop();
    return { ok: kept && code === 0, figures: `${KILLS} kills: ${figures}` };
  });
}

/** PostgreSQL is stopped in immediate mode or killed, or its connections are cut: 503 until it is there again. */
export async function stopDatabaseUnderLoad() {
  return withDirectory(async (directory) => {
    const server = await startOn(directory);
    const event = await createEvent(server.url);
    const load = startLoad(server.url, event.eventId, 32);
    const rounds = Array(5).fill(['SIGQUIT', 'SIGKILL', 'cut']).flat();
    let longest = 0;
    for (const kind of rounds) {
      await load.more(100);
      const struckAt = performance.now();
      const { refused } = load;
      const pid = Number.parseInt(await readFile(join(directory, 'postgres/postmaster.pid')), 10);
      if (kind === 'cut') await cutConnections(pid);
      else {
        process.kill(pid, kind);
        await until(() => load.refused > refused, 'Nobody was refused');
      }
      await succeedsAgain(load);
      longest = Math.max(longest, performance.now() - struckAt);
    }
    await load.more(100);
    await load.stop();
    const { kept, polite, slowestMs, figures } = await settle(server.url, event, [load]);
    const code = await server.stop();
    return {
      ok: kept && polite && code === 0 && Math.max(longest, slowestMs) <= RECOVERY_MS,
      figures: `${rounds.length} times: ${figures}; away ${seconds(longest)} at most`,
    };
  });
}

/** What pg_terminate_backend does, to every connection of the server, again and again. */
async function cutConnections(postmaster) {
  for (let cut = 0; cut < 10; cut++) {
    for (const pid of childrenOf(postmaster)) {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (/^postgres: drawbridge /.test(title)) process.kill(pid, 'SIGTERM');
    }
    await delay(150);
  }
}

/** Waits until an entry succeeds that is sent from now on. */
async function succeedsAgain(load) {
  const since = performance.now();
  await until(() => load.lastGoodBegan > since, 'No entry was stored again');
}

/** The disk of the database fills up under load, and has free space again later. */
export async function fillDisk() {
  return withDirectory(async (directory) => {
    const disk = join(directory, 'disk');
    await mkdir(disk);
    const mount = ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=755`, 'tmpfs', disk];
    if (process.platform !== 'linux' || spawnSync('mount', mount).status !== 0) {
      return { skipped: 'needs root on Linux, to mount a small disk' };
    }
    try {
      return await fillUp(disk);
    } finally {
      await stopDatabase(join(disk, 'data'));
      spawnSync('umount', [disk]);
    }
  });
}

async function fillUp(disk) {
  const data = join(disk, 'data');
  await mkdir(data);
  const server = await startOn(data, { LOG_LEVEL: 'error' });
  const status = async (path) => (await send(server.url, 'GET', path)).status;
  const event = await createEvent(server.url);
  const load = startLoad(server.url, event.eventId);
  await load.more(100);

  const ballast = join(disk, 'ballast');
  const filling = setInterval(() => takeRoom(disk, ballast), 200);
  try {
    await until(() => load.refused > 0, 'The disk did not fill up');
    await until(async () => (await status('/readyz')) === 503, '/readyz shows no full disk');
    // Long enough for all restart attempts to fail.
    await delay(20_000);
  } finally {
    clearInterval(filling);
  }
  const lives = (await status('/healthz')) === 200;
  await rm(ballast);
  const freed = performance.now();
  await succeedsAgain(load);
  const backMs = performance.now() - freed;
  await until(async () => (await status('/readyz')) === 200, '/readyz shows no free space');
  await load.more(100);
  await load.stop();
  const { kept, polite, figures } = await settle(server.url, event, [load]);
  const code = await server.stop();
  const logged = server.output.stdout.includes('the database cannot be written to: ');
  return {
    ok: lives && kept && polite && code === 0 && logged,
    figures: `${figures}; back ${seconds(backMs)} after there was room`,
  };
}

/** Uses up all remaining space. */
async function takeRoom(disk, ballast) {
  const { bavail, bsize } = await statfs(disk);
  const file = await open(ballast, 'a');
  // The disk may be full already.
  await file.appendFile(Buffer.alloc(bavail * bsize)).catch(() => {});
  await file.close();
}
