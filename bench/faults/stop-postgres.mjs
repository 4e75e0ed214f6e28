import { setTimeout as delay } from 'node:timers/promises';
import {
  createEvent,
  postmasterPid,
  seconds,
  settle,
  startLoad,
  startServer,
  withDirectory,
} from './harness.mjs';

const RECOVERY_MS = 10_000;
const TIMEOUT_MS = 60_000;

/** PostgreSQL is stopped in immediate mode or killed under load: 503 until it has been restarted. */
export const stopPostgres = {
  name: 'PostgreSQL stopped under load',
  run: ({ short }) =>
    withDirectory(async (directory) => {
      const server = await startServer(directory);
      const event = await createEvent(server.url);
      const load = startLoad(() => server.url, event.eventId, short ? 8 : 32);
      const away = [];
      const rounds = short ? ['SIGQUIT'] : Array(5).fill(['SIGQUIT', 'SIGKILL']).flat();
      for (const signal of rounds) {
        await load.more(100);
        const stopped = performance.now();
        process.kill(await postmasterPid(directory), signal);
        // It counts as back when every visitor is served again, not only the first.
        await untilGood(load, stopped);
        away.push(performance.now() - stopped);
        await load.more(100);
      }
      await load.stop();
      const { lost, twice } = await settle(server.url, event, [load]);
      const code = await server.stop();
      const longest = Math.max(...away);
      const unheard = load.unknown.size - load.refused;
      return {
        ok:
          lost === 0 &&
          twice === 0 &&
          code === 0 &&
          load.bad.length === 0 &&
          unheard === 0 &&
          load.refused > 0 &&
          (short || (longest <= RECOVERY_MS && load.slowestMs <= RECOVERY_MS)),
        figures:
          `${rounds.length} stops, ${load.answered.size} answered, ${load.refused} got 503 with Retry-After, ` +
          `${load.bad.length} anything else, ${unheard} no answer, ${lost} lost, ${twice} twice; away ${seconds(longest)} at most, slowest answer ${seconds(load.slowestMs)}` +
          (load.bad.length > 0 ? ` (${load.bad[0]})` : ''),
      };
    }),
};

/** Waits until an entry that was sent after the first 503 succeeds. */
async function untilGood(load, since) {
  const refused = load.refused;
  const deadline = performance.now() + TIMEOUT_MS;
  while (load.refused === refused || load.lastGoodBegan <= since) {
    if (performance.now() > deadline) throw new Error('PostgreSQL did not come back');
    if (load.refused === refused) since = performance.now();
    await delay(2);
  }
}
