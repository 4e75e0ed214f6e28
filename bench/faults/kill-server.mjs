import { createEvent, seconds, settle, startLoad, startServer, withDirectory } from './harness.mjs';

/** Repeated kill -9 of the server under load: every acknowledged entry exists exactly once. */
export const killServer = {
  name: 'kill -9 of the server under load',
  run: ({ short }) =>
    withDirectory(async (directory) => {
      const kills = short ? 1 : 20;
      const loads = [];
      let event;
      let slowestStart = 0;
      for (let round = 0; round < kills; round++) {
        // Alternates between several processes, of which the first is killed, and one.
        const server = await startServer(directory, { WORKERS: round % 2 ? '1' : '2' });
        if (round > 0) slowestStart = Math.max(slowestStart, server.startMs);
        event ??= await createEvent(server.url);
        const load = startLoad(() => server.url, event.eventId, short ? 4 : 16);
        await load.more(short ? 50 : 300);
        await server.kill();
        await load.stop();
        loads.push(load);
      }
      const server = await startServer(directory);
      slowestStart = Math.max(slowestStart, server.startMs);
      const { stored, resent, lost, twice } = await settle(server.url, event, loads);
      const code = await server.stop();
      const answered = loads.reduce((sum, load) => sum + load.answered.size, 0);
      return {
        ok: lost === 0 && twice === 0 && code === 0,
        figures: `${kills} kills, ${answered} answered, ${resent} sent again, ${stored} stored, ${lost} lost, ${twice} twice; slowest start ${seconds(slowestStart)}`,
      };
    }),
};
