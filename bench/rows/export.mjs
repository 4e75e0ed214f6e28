import { performance } from 'node:perf_hooks';
import { call, logIn } from '../harness/http.mjs';
import { format, judge, median } from '../harness/table.mjs';

const ROUNDS = 5;

/** The rows of the CSV file, compared with PostgreSQL's own export. */
export async function measure(workshop) {
  const database = await workshop.crowd();
  return workshop.withServer({ database }, async ({ url }) => {
    const token = await logIn(url);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { ms } = await call(`${url}/api/leads/export`, { token });
      rounds.push({ copy: await copy(database), export: ms });
    }
    const ms = (which) => format(median(rounds.map((round) => round[which])));
    return [
      judge({
        what: 'the export of 100,000 leads',
        value: median(rounds.map((round) => round.export / round.copy)),
        unit: ' ×',
        against: `${ms('export')} ms to ${ms('copy')} ms of copy to stdout`,
        atMost: 4,
        details: { rounds },
      }),
    ];
  });
}

async function copy(database) {
  const client = database.sql.createConnection();
  await client.connect();
  let bytes = 0;
  client.connection.on('copyData', ({ chunk }) => {
    bytes += chunk.length;
  });
  const began = performance.now();
  await client.query(`
    copy (
      select name, email, phone, status, source, submitted_at
      from leads order by submitted_at desc, id desc
    ) to stdout`);
  const ms = performance.now() - began;
  await client.end();
  if (bytes < 1e6) throw new Error('The copy is shorter than it should be');
  return ms;
}
