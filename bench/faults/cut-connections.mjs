import { seconds, withDirectory } from './harness.mjs';

const CUTS = 60;
const ASKING = 45;
/** A statement that gets no response has to fail by then. */
const SLOWEST_MS = 5_000;

/** Every connection of a busy pool is cut repeatedly: statements may fail, but none of them hangs. */
export const cutConnections = {
  name: 'connections cut under load',
  run: () => withDirectory(cutAll),
};

async function cutAll(directory) {
  const { startEmbedded } = await import('../../server/dist/db/embedded.js');
  const { connectSql } = await import('../harness/sql.mjs');
  const embedded = await startEmbedded({ dataDir: directory, log: { info() {}, warn() {} } });
  const sql = connectSql(embedded.connection);
  const other = connectSql(embedded.connection, { max: 1 });
  await sql`select 1`;

  const count = { done: 0, failed: 0, slowestMs: 0 };
  let going = true;
  const ask = async (pause) => {
    while (going) {
      const began = performance.now();
      await sql`select ${count.done}::int`.then(
        () => count.done++,
        () => count.failed++,
      );
      count.slowestMs = Math.max(count.slowestMs, performance.now() - began);
      await pause();
    }
  };
  // Statements start in every phase of the event loop.
  const pauses = [
    async () => {},
    () => new Promise(setImmediate),
    () => new Promise((resolve) => setTimeout(resolve, 1)),
  ];
  const asking = Array.from({ length: ASKING }, (_, i) => ask(pauses[i % 3]));
  for (let cut = 0; cut < CUTS; cut++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await other`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'drawbridge' and pid <> pg_backend_pid()`;
  }
  const afterCuts = count.done;
  while (count.done < afterCuts + 1000) await new Promise((resolve) => setTimeout(resolve, 5));
  going = false;
  await Promise.all(asking);
  await Promise.all([sql.end(), other.end()]);
  await embedded.stop();
  return {
    ok: count.slowestMs <= SLOWEST_MS,
    figures: `${CUTS} cuts, ${count.done} statements answered, ${count.failed} failed, the slowest took ${seconds(count.slowestMs)}`,
  };
}
