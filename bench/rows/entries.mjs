import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { call } from '../../scripts/lib/api.mjs';
import { runProgram } from '../../scripts/lib/server-process.mjs';
import { createEvent } from '../harness/databases.mjs';
import { enter, newLead } from '../harness/load.mjs';
import { processesOf, timeOf, timeOfAll } from '../harness/processor.mjs';
import { format, judge, median, repeat } from '../harness/table.mjs';

const EVENTS = 1000;
/** Too short for a British number. */
const INVALID = { phone: '074991234' };

export const rows = { entries: measureEntries };

/**
 * Durable entries through the public form, in turns with a bare Fastify: into an empty table and one with a million
 * leads, at an event with questions and at a thousand events, and with numbers that are refused.
 */
async function measureEntries(databases) {
  const [empty, million] = [await databases.empty(), await databases.million()];
  const [eventId] = empty.eventIds;
  const asking = await createEvent(empty.sql, 'The event with questions');
  const events = [];
  while (events.length < EVENTS) events.push(await createEvent(empty.sql, 'One of many'));
  const echo = await startEcho();
  const rounds = await databases.withServer(empty, async (few) => {
    const questions = await ask(few, asking);
    const answers = Object.fromEntries(questions.map(({ id }) => [id, 'An answer']));
    return databases.withServer(million, (many) =>
      repeat(async () => {
        await empty.sql`truncate leads cascade`;
        const run = (options) => measure({ ...few, sql: empty.sql }, { eventId, ...options });
        return {
          echo: await measure(echo, { eventId }),
          few: await run({}),
          many: await measure({ ...many, sql: million.sql }, { eventId: million.eventIds[0] }),
          asked: await run({ makeLead: () => ({ ...newLead(asking), answers }) }),
          spread: await run({
            makeLead: () => newLead(events[Math.floor(Math.random() * EVENTS)]),
          }),
          invalid: await run({
            makeLead: () => ({ ...newLead(eventId), ...INVALID }),
            status: 400,
          }),
        };
      }, 3),
    );
  });
  echo.signal('SIGTERM');
  const of = (side, figure) => median(rounds.map((round) => round[side][figure]));
  const ratio = (side, figure, base, baseFigure = figure) =>
    median(rounds.map((round) => round[side][figure] / round[base][baseFigure]));
  const asFast = (what, side, atLeast) =>
    judge({
      what,
      value: ratio(side, 'perSecond', 'few'),
      unit: ' ×',
      how: `${format(of(side, 'perSecond'))} a second, in turns with one event in an empty table`,
      atLeast,
    });
  const cost = (what, figure, atMost) =>
    judge({
      what,
      value: ratio('few', figure, 'echo', 'server'),
      unit: ' ×',
      how: `${format(of('few', figure))} µs; a bare Fastify that sends the body back takes ${format(of('echo', 'server'))} µs`,
      atMost,
    });
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
      what: 'their rate, by that of a bare Fastify',
      value: ratio('few', 'perSecond', 'echo'),
      unit: ' ×',
      how: `${format(of('echo', 'perSecond'))} a second, with the load generator on the same cores`,
      atLeast: 0.3,
    }),
    cost("an entry's processor time in the server", 'server', 3),
    cost("an entry's processor time in PostgreSQL", 'postgres', 2),
    judge({
      what: 'a refused number, by an entry',
      value: ratio('invalid', 'server', 'few'),
      unit: ' ×',
      how: `${format(of('invalid', 'server'))} µs in the server`,
      atMost: 1.1,
    }),
    asFast('entries with 1,000,000 leads in the table', 'many', 0.95),
    asFast('entries with answers to five questions', 'asked', 0.9),
    asFast('entries at 1,000 events', 'spread', 0.95),
  ];
}

/** Lets visitors enter, and measures the processor time of each entry. */
async function measure({ url, child, sql }, options) {
  const used = async () => ({
    server: timeOf(child.pid),
    postgres: sql ? timeOfAll(await processesOf(sql)) : 0,
  });
  const before = await used();
  const entered = await enter({ url, ...options });
  const after = await used();
  const each = (figure) => (after[figure] - before[figure]) / entered.count;
  return { ...entered, server: each('server'), postgres: each('postgres') };
}

async function startEcho() {
  const echo = fileURLToPath(new URL('../harness/echo.mjs', import.meta.url));
  const program = runProgram('', { command: [process.execPath, echo] });
  while (!program.output.stdout.includes('http')) await new Promise((done) => setTimeout(done, 10));
  return { ...program, url: /http\S+/.exec(program.output.stdout)[0] };
}

async function ask({ url, token }, eventId) {
  const questions = Array.from({ length: 5 }, (_, at) => ({
    id: randomUUID(),
    kind: 'text',
    label: `Question ${at + 1}`,
  }));
  const { questionsVersion: version } = await call(url, 'GET', `/api/events/${eventId}`, { token });
  await call(url, 'PUT', `/api/events/${eventId}/questions`, {
    token,
    body: { version, questions },
  });
  return questions;
}
