import { startGenerator } from '../harness/processes.mjs';
import { format, judge, median } from '../harness/table.mjs';

const ROUNDS = 5;
const SECONDS = 4;

/** The same entries with a million leads in the table. */
export async function measure(workshop) {
  const [empty, million] = [await workshop.empty(), await workshop.million()];
  const generator = startGenerator();
  const rounds = await workshop.withServer({ database: empty }, (few) =>
    workshop.withServer({ database: million }, async (many) => {
      const enterFew = () =>
        generator.enterLeads({ url: few.url, eventId: empty.eventIds[0], seconds: SECONDS });
      const enterMany = () =>
        generator.enterLeads({ url: many.url, eventId: million.eventIds[0], seconds: SECONDS });
      await enterFew();
      await enterMany();
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        // The empty table is emptied again before every round.
        await empty.sql`truncate leads cascade`;
        rounds.push({ few: await enterFew(), many: await enterMany() });
      }
      return rounds;
    }),
  );
  await generator.stop();
  const rate = (which) => format(median(rounds.map((round) => round[which].perSecond)));
  return [
    judge({
      what: 'the same with 1,000,000 leads in the table',
      value: median(rounds.map(({ few, many }) => many.perSecond / few.perSecond)),
      against: `${rate('many')}/s to ${rate('few')}/s in an empty table`,
      atLeast: 0.9,
      details: { rounds },
    }),
  ];
}
