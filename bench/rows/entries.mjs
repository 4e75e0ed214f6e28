import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createEvent } from '../harness/databases.mjs';
import { call } from '../harness/http.mjs';
import { ADMIN, cpuSecondsOf, startHelper } from '../harness/server.mjs';
import { alternate, format, judge, median } from '../harness/table.mjs';

const SECONDS = 4;

const choices = ['boats', 'trains', 'kites'].map((id) => ({ id, label: id }));
/** Five questions, and the answer to each. */
const asked = [
  [{ kind: 'text', label: 'Company', required: true }, 'Acme & Sons'],
  [{ kind: 'choice', label: 'Topic', choices }, 'trains'],
  [{ kind: 'choices', label: 'Topics', choices, other: true }, ['boats', { other: 'Mills' }]],
  [{ kind: 'yesNo', label: 'Been here before?' }, true],
  [{ kind: 'agreement', label: 'Rules', text: 'Be kind.', required: true }, 1],
];

export const rows = {
  entries: measureEntries,
  million: measureMillion,
  questions: measureQuestions,
  webhooks: measureWebhooks,
};

/** Gives `work` a function that enters leads for some seconds and returns what was measured. */
export async function withLoad(work) {
  const load = startHelper('load.mjs');
  try {
    return await work(async (job) => {
      const result = await load.ask({ seconds: SECONDS, ...job });
      if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
      return result;
    });
  } finally {
    load.stop();
  }
}

/** How many entries the second side of the rounds takes for each of the first. */
function compare(what, rounds, than, atLeast) {
  const [first, second] = Object.keys(rounds[0]);
  const rate = (side) => format(median(rounds.map((round) => round[side].perSecond)));
  return judge({
    what,
    value: median(rounds.map((round) => round[second].perSecond / round[first].perSecond)),
    plain: `${rate(second)} a second`,
    against: `${rate(second)}/s to ${rate(first)}/s ${than}`,
    atLeast,
  });
}

/** Durable entries through the public form, compared with the same route without a database. */
async function measureEntries(databases) {
  const database = await databases.empty();
  const [eventId] = database.eventIds;
  const postgres = await databases.findPostgres();
  const serve = (work, options) => databases.withServer(database, work, options);
  const withBoth = (work) =>
    serve((bare) => serve((durable) => work(bare, durable)), { withoutDatabase: true });
  const rounds = await withLoad((enter) =>
    withBoth((bare, durable) =>
      alternate({
        bare: () => enter({ url: bare.url, eventId }),
        async durable() {
          const used = () => [durable.pid, postgres].map(cpuSecondsOf);
          const before = used();
          const result = await enter({ url: durable.url, eventId });
          const costs = used().map((after, at) => ((after - before[at]) / result.count) * 1e6);
          return { ...result, server: costs[0], database: costs[1] };
        },
      }),
    ),
  );
  const of = (side, figure) => median(rounds.map((round) => round[side][figure]));
  const [server, postgresql] = [of('durable', 'server'), of('durable', 'database')];
  return [
    compare('durable public entries, 64 connections', rounds, 'without a database'),
    judge({
      what: 'their 99th percentile',
      value: median(rounds.map(({ bare, durable }) => durable.p99 / bare.p99)),
      unit: ' ×',
      against: `${format(of('durable', 'p99'))} ms to ${format(of('bare', 'p99'))} ms`,
      atMost: 5,
    }),
    judge({
      what: 'CPU time for each of them',
      value: server + postgresql,
      unit: ' µs',
      against: `${format(server)} µs in the server and ${format(postgresql)} µs in PostgreSQL`,
    }),
  ];
}

async function measureMillion(databases) {
  const [empty, million] = [await databases.empty(), await databases.million()];
  const rounds = await withLoad((enter) =>
    databases.withServer(empty, (few) =>
      databases.withServer(million, (many) =>
        alternate({
          async few() {
            await empty.sql`truncate leads cascade`;
            return enter({ url: few.url, eventId: empty.eventIds[0] });
          },
          many: () => enter({ url: many.url, eventId: million.eventIds[0] }),
        }),
      ),
    ),
  );
  return [compare('the same with 1,000,000 leads in the table', rounds, 'in an empty table', 0.9)];
}

async function measureQuestions(databases) {
  const database = await databases.empty();
  const asking = await createEvent(database.sql, 'Winter Fair with questions');
  const questions = asked.map(([question]) => ({ ...question, id: randomUUID() }));
  const answers = Object.fromEntries(questions.map(({ id }, at) => [id, asked[at][1]]));
  const rounds = await withLoad((enter) =>
    databases.withServer(database, async ({ url, token }) => {
      const body = { version: 1, questions };
      await call(url, 'PUT', `/api/events/${asking}/questions`, { token, body });
      return alternate({
        without: () => enter({ url, eventId: database.eventIds[0] }),
        with: () => enter({ url, eventId: asking, answers }),
      });
    }),
  );
  return [compare('entries with five questions', rounds, 'without questions', 0.85)];
}

async function measureWebhooks(databases) {
  const database = await databases.empty();
  const told = await createEvent(database.sql, 'Winter Fair with a webhook');
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const rounds = await withLoad((enter) =>
    databases.withServer(database, async ({ url, token }) => {
      const body = {
        url: `http://127.0.0.1:${receiver.address().port}/`,
        kinds: ['lead.created'],
        eventId: told,
        currentPassword: ADMIN.password,
      };
      await call(url, 'POST', '/api/webhooks', { token, body });
      return alternate({
        async without() {
          // What is left to send would slow this side down.
          await database.sql.unsafe('truncate deliveries, webhook_queue');
          return enter({ url, eventId: database.eventIds[0] });
        },
        with: () => enter({ url, eventId: told }),
      });
    }),
  );
  receiver.close();
  return [compare('entries with a webhook', rounds, 'without one', 0.95)];
}
