import { startBareFastify, startGenerator } from '../harness/processes.mjs';
import { format, judge, median } from '../harness/table.mjs';

// Many short rounds: both sides of one then meet the same disturbances by others on the machine.
const ROUNDS = 50;
const SECONDS = 0.3;
const WARM_UP_SECONDS = 3;

/** What a request costs beyond the framework: our routes compared with a bare Fastify process. */
export async function measure(workshop) {
  const database = await workshop.empty();
  const [eventId] = database.eventIds;
  const generator = startGenerator();
  const bare = await startBareFastify();
  try {
    return await workshop.withServer({ database }, async (server) => {
      const compare = async (what, atLeast, ours, theirs) => {
        // Warm-up, until the code is compiled.
        await ours(WARM_UP_SECONDS);
        await theirs(WARM_UP_SECONDS);
        const rounds = [];
        for (let round = 0; round < ROUNDS; round++) {
          const { perSecond } = await ours(SECONDS);
          rounds.push({ ours: perSecond, theirs: (await theirs(SECONDS)).perSecond });
        }
        const rate = (which) => format(median(rounds.map((round) => round[which])));
        return judge({
          what,
          value: median(rounds.map(({ ours, theirs }) => ours / theirs)),
          against: `${rate('ours')}/s to ${rate('theirs')}/s of a bare Fastify process`,
          atLeast,
          // Requests per second, ours and theirs.
          details: {
            rounds: rounds.map(({ ours, theirs }) => `${Math.round(ours)} ${Math.round(theirs)}`),
          },
        });
      };
      const ask =
        ({ url }) =>
        (seconds) =>
          generator.ask({ url, path: '/healthz', seconds });
      const enter =
        ({ url }, path) =>
        (seconds) =>
          generator.enterLeads({ url, path, eventId, seconds });
      return [
        await compare('`GET /healthz`, 64 connections', 0.65, ask(server), ask(bare)),
        await compare(
          'durable public entries against echoing their JSON',
          0.55,
          enter(server, '/api/leads/public'),
          enter(bare, '/echo'),
        ),
      ];
    });
  } finally {
    await generator.stop();
    await bare.stop();
  }
}
