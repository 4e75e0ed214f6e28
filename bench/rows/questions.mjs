import { randomUUID } from 'node:crypto';
import { createEvent, settle } from '../harness/fill.mjs';
import { call, logIn } from '../harness/http.mjs';
import { startGenerator } from '../harness/processes.mjs';
import { format, judge, median } from '../harness/table.mjs';

const ROUNDS = 5;
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

/** Entries at an event with questions, and the list of a million leads filtered by an answer. */
export async function measure(workshop) {
  return [await measureEntries(workshop), await measureFilter(workshop)];
}

async function measureEntries(workshop) {
  const database = await workshop.empty();
  const [plain] = database.eventIds;
  const asking = await createEvent(database.sql, 'Winter Fair with questions');
  const questions = asked.map(([question]) => ({ ...question, id: randomUUID() }));
  const answers = Object.fromEntries(questions.map(({ id }, at) => [id, asked[at][1]]));
  const generator = startGenerator();
  const rounds = await workshop.withServer({ database }, async ({ url }) => {
    const token = await logIn(url);
    const body = { version: 1, questions };
    await call(`${url}/api/events/${asking}/questions`, { method: 'PUT', token, body });
    const enter = (job) => generator.enterLeads({ url, seconds: SECONDS, ...job });
    const both = async () => ({
      without: await enter({ eventId: plain }),
      with: await enter({ eventId: asking, answers }),
    });
    await both();
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await both());
    return rounds;
  });
  await generator.stop();
  const rate = (which) => format(median(rounds.map((round) => round[which].perSecond)));
  return judge({
    what: 'entries with five questions',
    value: median(rounds.map((round) => round.with.perSecond / round.without.perSecond)),
    against: `${rate('with')}/s to ${rate('without')}/s without questions`,
    atLeast: 0.85,
    details: { rounds },
  });
}

async function measureFilter(workshop) {
  const database = await workshop.million();
  const { sql, eventIds } = database;
  const question = randomUUID();
  await sql`
    update leads set answers = jsonb_build_object(${question}::text, 1 + abs(hashtext(id::text)) % 5)
    where event_id = ${eventIds[0]}::uuid`;
  await settle(sql);
  return workshop.withServer({ database }, async ({ url }) => {
    const token = await logIn(url);
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      const filter = `eventId=${eventIds[0]}&answers=${question}:5`;
      const page = call(`${url}/api/leads?limit=30&${filter}`, { token });
      const counts = call(`${url}/api/leads/counts?${filter}`, { token });
      times.push(Math.max((await page).ms, (await counts).ms));
    }
    return judge({
      what: 'filtering 1,000,000 leads by an answer',
      value: median(times),
      unit: ' ms',
      against: 'the first page and the count of 10,000 leads of one event',
      atMost: 150,
      details: { times },
    });
  });
}
