import { enter } from '../harness/load.mjs';
import { cpuSecondsOf } from '../harness/server.mjs';
import { alternate, format, judge, median } from '../harness/table.mjs';

const MIB = 2 ** 20;

export const rows = { entries: measureEntries };

/** Durable entries through the public form into an empty table, and into one with a million leads. */
async function measureEntries(databases) {
  const [empty, million] = [await databases.empty(), await databases.million()];
  const postgres = await databases.findPostgres();
  const options = { nodeArgs: ['--expose-gc'] };
  const sides = (few, many) => ({
    async few() {
      await empty.sql`truncate leads cascade`;
      const used = () => [few.pid, postgres].map(cpuSecondsOf);
      const before = used();
      const result = await enter({ url: few.url, eventId: empty.eventIds[0] });
      const costs = used().map((after, at) => ((after - before[at]) / result.count) * 1e6);
      const { heap } = await few.readGauges('collect');
      return { ...result, server: costs[0], database: costs[1], heap };
    },
    many: () => enter({ url: many.url, eventId: million.eventIds[0] }),
  });
  const rounds = await databases.withServer(
    empty,
    (few) => databases.withServer(million, (many) => alternate(sides(few, many))),
    options,
  );
  const later = rounds.slice(1).reduce((sum, { few }) => sum + few.count, 0);
  const left = rounds.at(-1).few.heap - rounds[0].few.heap;
  const of = (side, figure) => median(rounds.map((round) => round[side][figure]));
  const [server, database] = [of('few', 'server'), of('few', 'database')];
  return [
    judge({
      what: 'public entries, 64 connections',
      value: of('few', 'perSecond'),
      unit: ' a second',
      how: 'each stored before it is answered',
    }),
    judge({
      what: 'their 99th percentile',
      value: of('few', 'p99'),
      unit: ' ms',
      how: `median ${format(of('few', 'p50'))} ms`,
      atMost: 100,
    }),
    judge({
      what: 'CPU time for each of them',
      value: server + database,
      unit: ' µs',
      how: `${format(server)} µs in the server and ${format(database)} µs in PostgreSQL`,
    }),
    judge({
      what: 'memory that they leave behind',
      value: left / MIB,
      unit: ' MiB',
      how: `growth of the heap by ${later.toLocaleString('en-GB')} entries; a leak of 100 bytes each would be ${format((later * 100) / MIB)}`,
      atMost: 2,
    }),
    judge({
      what: 'the same with 1,000,000 leads in the table',
      value: median(rounds.map(({ few, many }) => many.perSecond / few.perSecond)),
      unit: ' ×',
      how: `${format(of('many', 'perSecond'))} a second, side by side with an empty table`,
      atLeast: 0.9,
    }),
  ];
}
