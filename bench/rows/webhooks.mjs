import { createServer } from 'node:http';
import { createEvent } from '../harness/fill.mjs';
import { call, logIn } from '../harness/http.mjs';
import { ADMIN, startGenerator } from '../harness/processes.mjs';
import { format, judge, median } from '../harness/table.mjs';

const ROUNDS = 5;
const SECONDS = 4;

/** Entries at an event that a webhook is told of, compared with one that it is not. */
export async function measure(workshop) {
  const database = await workshop.empty();
  const { sql } = database;
  const [quiet] = database.eventIds;
  const told = await createEvent(sql, 'Winter Fair with a webhook');
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.end());
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${receiver.address().port}/`;
  const generator = startGenerator();
  const rounds = await workshop.withServer({ database }, async ({ url }) => {
    const token = await logIn(url);
    const body = {
      url: address,
      kinds: ['lead.created'],
      eventId: told,
      currentPassword: ADMIN.password,
    };
    await call(`${url}/api/webhooks`, { method: 'POST', token, body });
    const enter = (eventId) => generator.enterLeads({ url, seconds: SECONDS, eventId });
    const both = async () => {
      const round = { with: await enter(told), without: undefined };
      // What is left to send would slow down the other side.
      await sql.unsafe('truncate deliveries, webhook_queue');
      round.without = await enter(quiet);
      return round;
    };
    await both();
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await both());
    return rounds;
  });
  await generator.stop();
  receiver.close();
  const rate = (which) => format(median(rounds.map((round) => round[which].perSecond)));
  return [
    judge({
      what: 'entries with a webhook',
      value: median(rounds.map((round) => round.with.perSecond / round.without.perSecond)),
      against: `${rate('with')}/s to ${rate('without')}/s without one`,
      atLeast: 0.95,
      details: { rounds, received },
    }),
  ];
}
