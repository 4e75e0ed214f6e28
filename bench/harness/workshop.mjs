import { startCluster } from './cluster.mjs';
import { createEvent, fillEvent, settle } from './fill.mjs';
import { startServer } from './processes.mjs';

/** What the rows share: one PostgreSQL, and databases that take long to fill. */
export async function openWorkshop() {
  const cluster = await startCluster();
  const made = new Map();
  const once = (name, make) => {
    if (!made.has(name)) made.set(name, make());
    return made.get(name);
  };

  /** Creates a database with an administrator and the given number of events and leads per event. */
  const filled = (name, events, leads) =>
    once(name, async () => {
      const database = await cluster.createDatabase(name);
      // The first start creates the administrator.
      await (await startServer({ database })).stop();
      const eventIds = [];
      for (let event = 1; event <= events; event++) {
        const eventId = await createEvent(database.sql, `Winter Fair ${event}`);
        if (leads > 0) await fillEvent(database.sql, eventId, leads);
        eventIds.push(eventId);
      }
      await settle(database.sql);
      return { ...database, eventIds };
    });

  return {
    empty: () => filled('empty', 1, 0),
    /** 100,000 verified leads of one event. */
    crowd: () => filled('crowd', 1, 100_000),
    /** 1,000,000 leads of 20 events. */
    million: () => filled('million', 20, 50_000),
    async withServer(options, work) {
      const server = await startServer(options);
      try {
        return await work(server);
      } finally {
        await server.stop();
      }
    },
    findPostgres: () => cluster.findPid(),
    close: () => cluster.stop(),
  };
}
