import { spawnSync } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../scripts/lib/api.mjs';
import { makeDataDirectory } from '../../scripts/lib/server-process.mjs';
import { createEvent, seconds, settle, startLoad, startOn, until } from './visitors.mjs';

const DISK_MIB = 400;

/** The disk of the database fills up under load, and has free space again later. */
export async function fillDisk() {
  const { path: disk, remove } = await makeDataDirectory();
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=755`, 'tmpfs', disk];
  if (process.platform !== 'linux' || spawnSync('mount', mount).status !== 0) {
    await remove();
    return { skipped: 'needs root on Linux, to mount a small disk' };
  }
  try {
    return await fillUp(disk);
  } finally {
    spawnSync('umount', ['--lazy', disk]);
    await remove();
  }
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
    // The pause is long enough for all restart attempts to fail.
    await delay(20_000);
  } finally {
    clearInterval(filling);
  }
  const lives = (await status('/healthz')) === 200;
  await rm(ballast);
  const freed = performance.now();
  await until(() => load.lastGoodBegan > freed, 'No entry was stored again');
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
