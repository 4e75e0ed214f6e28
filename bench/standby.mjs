// Shows that losing the database server loses no data: `npm run standby`. It runs a primary with a
// synchronous standby, two servers with both in DATABASE_URL, and visitors; then the primary is killed and
// the standby promoted. The exit code is 1 if an acknowledged entry is missing or duplicated.
import { setTimeout as pause } from 'node:timers/promises';
import { stopAll } from '../scripts/lib/server-process.mjs';
import { createEvent, seconds, settle, startLoad, startServer } from './faults/harness.mjs';
import { startPair } from './standby/pair.mjs';

const VISITORS_PER_SERVER = 8;
const WORK_MS = 3000;
/** How long a failover manager takes to be sure that the primary is gone. */
const DOUBT_MS = 1500;
/** The allowed time from the promotion to the first success on each server. */
const RECOVERY_LIMIT_MS = 10_000;

const problems = [];

let pair;
try {
  pair = await startPair();
} catch (error) {
  console.error(`The database servers could not be started: ${error.message}`);
  process.exit(1);
}
try {
  console.log(`PostgreSQL ${pair.version}: a primary and a synchronous standby`);
  const addresses = [];
  for (let each = 0; each < 2; each += 1) {
    addresses.push((await startServer(undefined, { DATABASE_URL: pair.url })).url);
  }
  await failOver(addresses);
} finally {
  await stopAll();
  pair.stopAll();
}
for (const problem of problems) console.error(`WRONG: ${problem}`);
console.log(problems.length === 0 ? 'Nothing was lost or duplicated.' : 'It failed.');
process.exitCode = problems.length === 0 ? 0 : 1;

async function failOver(addresses) {
  const event = await createEvent(addresses[0]);
  const loads = addresses.map((url) => startLoad(() => url, event.eventId, VISITORS_PER_SERVER));
  await pause(WORK_MS);
  const before = acknowledgedOf(loads);
  if (before === 0) problems.push('No entry went through before the failure');

  pair.killPrimary();
  const killedAt = performance.now();
  console.log(`${before} entries acknowledged; the primary is killed`);
  await pause(DOUBT_MS);
  pair.promoteStandby();
  const promotedAt = performance.now();
  console.log(`The standby is the primary ${seconds(promotedAt - killedAt)} later`);

  await Promise.all(
    loads.map(async (load, index) => {
      try {
        await load.more(1, RECOVERY_LIMIT_MS);
        const [late, down] = [promotedAt, killedAt].map((since) => performance.now() - since);
        console.log(
          `Server ${index + 1} takes entries again ${seconds(late)} after the promotion, ` +
            `${seconds(down)} after the failure`,
        );
      } catch {
        problems.push(`Server ${index + 1} did not recover`);
      }
    }),
  );
  await pause(WORK_MS);
  await bringBackTheOld(loads);
  for (const load of loads) {
    await load.stop();
    problems.push(...load.bad.map((answer) => `An answer was ${answer}`));
    if (load.unanswered > 0) problems.push(`${load.unanswered} entries got no answer`);
  }

  const acknowledged = acknowledgedOf(loads);
  const { stored, resent, lost, twice } = await settle(addresses[0], event, loads);
  const slowest = Math.max(...loads.map(({ slowestMs }) => slowestMs));
  console.log(
    `${acknowledged} entries acknowledged, ${resent} sent again, ${stored} stored; ` +
      `the slowest answer took ${seconds(slowest)}`,
  );
  if (lost > 0) problems.push(`${lost} acknowledged entries are missing`);
  if (twice > 0) problems.push(`${twice} are there twice`);
}

function acknowledgedOf(loads) {
  return loads.reduce((sum, { answered }) => sum + answered.size, 0);
}

/** The old primary is started again, and does not know that there is a new one. */
async function bringBackTheOld(loads) {
  pair.restartOldPrimary();
  const old = pair.openOld();
  const known = await countLeads(old);
  const acknowledged = acknowledgedOf(loads);
  // All clients have to reconnect, and both servers would accept writes.
  const sql = pair.openNew();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'drawbridge' and pid <> pg_backend_pid()`;
  await sql.end();
  await pause(WORK_MS);
  if (acknowledgedOf(loads) === acknowledged) {
    problems.push('Nothing went through while the old primary was back');
  }
  const astray = (await countLeads(old)) - known;
  await old.end();
  console.log(
    `The old primary is back, still acts as the primary, and was given ${astray} entries`,
  );
  if (astray > 0) problems.push('Entries went to the old primary');
}

async function countLeads(sql) {
  const [{ count }] = await sql`select count(*)::int as count from leads`;
  return count;
}
