import { startGenerator } from '../harness/processes.mjs';
import { cpuSecondsOf } from '../harness/procfs.mjs';
import { format, judge, median } from '../harness/table.mjs';

const ROUNDS = 5;
const SECONDS = 4;

/** Durable entries through the public form, compared with the same route without a database. */
export async function measure(workshop) {
  const database = await workshop.empty();
  const [eventId] = database.eventIds;
  const generator = startGenerator();
  const postgres = await workshop.findPostgres();
  const rounds = await workshop.withServer({ database, withoutDatabase: true }, (bare) =>
    workshop.withServer({ database }, async (durable) => {
      const enter = ({ url }) => generator.enterLeads({ url, eventId, seconds: SECONDS });
      // Warm-up, until the code is compiled.
      await enter(bare);
      await enter(durable);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        const without = await enter(bare);
        const before = [durable.pid, postgres].map(cpuSecondsOf);
        const entries = await enter(durable);
        const [server, database] = [durable.pid, postgres].map(
          (pid, at) => ((cpuSecondsOf(pid) - before[at]) / entries.statuses['201']) * 1e6,
        );
        rounds.push({ bare: without, durable: entries, cost: { server, database } });
      }
      return rounds;
    }),
  );
  await generator.stop();
  const rate = (which) => format(median(rounds.map((round) => round[which].perSecond)));
  const cost = (which) => median(rounds.map((round) => round.cost[which]));
  const p99 = (which) => format(median(rounds.map((round) => round[which].p99)));
  return [
    judge({
      what: 'durable public entries, 64 connections',
      value: median(rounds.map(({ bare, durable }) => durable.perSecond / bare.perSecond)),
      against: `${rate('durable')}/s to ${rate('bare')}/s without a database`,
      details: { rounds },
    }),
    judge({
      what: 'their 99th percentile',
      value: median(rounds.map(({ bare, durable }) => durable.p99 / bare.p99)),
      unit: ' ×',
      against: `${p99('durable')} ms to ${p99('bare')} ms`,
      atMost: 5,
    }),
    judge({
      what: 'CPU time for each of them',
      value: cost('server') + cost('database'),
      unit: ' µs',
      against: `${format(cost('server'))} µs in the server and ${format(cost('database'))} µs in PostgreSQL`,
    }),
  ];
}
