import { startBareFastify, startGenerator } from '../harness/processes.mjs';
import { format, judge, median } from '../harness/table.mjs';

// Many short rounds: both sides of one then meet the same disturbances by others on the machine.
const ROUNDS = 15;
const SECONDS = 1;

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
        await ours();
        await theirs();
        const rounds = [];
        for (let round = 0; round < ROUNDS; round++) {
          rounds.push({ ours: await ours(), theirs: await theirs() });
        }
        const rate = (which) => format(median(rounds.map((round) => round[which].perSecond)));
        return judge({
          what,
          value: median(rounds.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond)),
          against: `${rate('ours')}/s to ${rate('theirs')}/s of a bare Fastify process`,
          atLeast,
          details: { rounds },
        });
      };
      const ask = ({ url }) => generator.ask({ url, path: '/healthz', seconds: SECONDS });
      const enter = ({ url }, path) =>
        generator.enterLeads({ url, path, eventId, seconds: SECONDS });
      return [
        await compare(
          '`GET /healthz`, 64 connections',
          0.65,
          () => ask(server),
          () => ask(bare),
        ),
        await compare(
          'durable public entries against echoing their JSON',
          0.55,
          () => enter(server, '/api/leads/public'),
          () => enter(bare, '/echo'),
        ),
      ];
    });
  } finally {
    await generator.stop();
    await bare.stop();
  }
}
