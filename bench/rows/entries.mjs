import { enter } from '../harness/load.mjs';
import { format, judge, median, repeat } from '../harness/table.mjs';

export const rows = { entries: measureEntries };

/** Durable entries through the public form into an empty table and, alternating, into one with a million leads. */
async function measureEntries(databases) {
  const [empty, million] = [await databases.empty(), await databases.million()];
  const rounds = await databases.withServer(empty, (few) =>
    databases.withServer(million, (many) =>
      repeat(async () => {
        await empty.sql`truncate leads cascade`;
        return {
          few: await enter({ url: few.url, eventId: empty.eventIds[0] }),
          many: await enter({ url: many.url, eventId: million.eventIds[0] }),
        };
      }),
    ),
  );
  const of = (side, figure) => median(rounds.map((round) => round[side][figure]));
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
      what: 'the same with 1,000,000 leads in the table',
      value: median(rounds.map(({ few, many }) => many.perSecond / few.perSecond)),
      unit: ' ×',
      how: `${format(of('many', 'perSecond'))} a second, in turns with an empty table`,
      atLeast: 0.9,
    }),
  ];
}
