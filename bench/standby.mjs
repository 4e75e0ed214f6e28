// Shows that losing the database server loses no data: `npm run standby`. It runs a primary with a
// synchronous standby, two servers with both in DATABASE_URL, and visitors; then the primary is killed and
// the standby promoted. The exit code is 1 if an acknowledged entry is missing or duplicated.
import { setTimeout as pause } from 'node:timers/promises';
import { startServer, stopAll } from '../scripts/lib/server-process.mjs';
import { startPair } from './standby/pair.mjs';
import { Visitors } from './standby/visitors.mjs';

const VISITORS = 16;
const WORK_MS = 3000;
/** How long a failover manager takes to be sure that the primary is gone. */
const DOUBT_MS = 1500;
/** The allowed time from the promotion to the first success on each server. */
const RECOVERY_LIMIT_MS = 10_000;

const account = { username: 'admin', password: 'for-the-standby' };
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
  const env = {
    DATABASE_URL: pair.url,
    LOG_LEVEL: 'fatal',
    ADMIN_PASSWORD: account.password,
    PUBLIC_SUBMITS_PER_MINUTE: '0',
  };
  const addresses = [];
  for (let each = 0; each < 2; each += 1) {
    addresses.push((await startServer({ env, showErrors: true })).url);
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
  const eventId = await createEvent(addresses[0]);
  const visitors = new Visitors(addresses, eventId, VISITORS);
  await pause(WORK_MS);
  const before = visitors.acknowledged.size;
  if (before === 0) problems.push('No entry went through before the failure');

  pair.killPrimary();
  const killedAt = performance.now();
  console.log(`${before} entries acknowledged; the primary is killed`);
  await pause(DOUBT_MS);
  pair.promoteStandby();
  const promotedAt = performance.now();
  console.log(`The standby is the primary ${seconds(promotedAt - killedAt)} later`);

  while (visitors.recoveredAt.size < addresses.length) {
    if (performance.now() - promotedAt > RECOVERY_LIMIT_MS) break;
    await pause(20);
  }
  for (const [index, address] of addresses.entries()) {
    const recoveredAt = visitors.recoveredAt.get(address);
    if (recoveredAt === undefined) problems.push(`Server ${index + 1} did not recover`);
    else {
      const [down, late] = [recoveredAt - killedAt, recoveredAt - promotedAt];
      console.log(
        `Server ${index + 1} takes entries again ${seconds(late)} after the promotion, ` +
          `${seconds(down)} after the failure`,
      );
    }
  }
  await pause(WORK_MS);
  await bringBackTheOld(visitors);
  await visitors.leave();

  const counts = [...visitors.answers].map(([answer, count]) => `${count} × ${answer}`);
  console.log(`Answers: ${counts.join(', ')}; the slowest took ${seconds(visitors.slowest)}`);
  for (const answer of visitors.answers.keys()) {
    if (![200, 201, 503].includes(answer)) problems.push(`An answer was ${answer}`);
  }
  await compare(visitors);
}

/** The old primary is started again, and does not know that there is a new one. */
async function bringBackTheOld(visitors) {
  pair.restartOldPrimary();
  const old = pair.openOld();
  const known = await countLeads(old);
  const acknowledged = visitors.acknowledged.size;
  // All clients have to reconnect, and both servers would accept writes.
  const sql = pair.openNew();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'drawbridge' and pid <> pg_backend_pid()`;
  await sql.end();
  await pause(WORK_MS);
  if (visitors.acknowledged.size === acknowledged) {
    problems.push('Nothing went through while the old primary was back');
  }
  const astray = (await countLeads(old)) - known;
  await old.end();
  console.log(
    `The old primary is back, still acts as the primary, and was given ${astray} entries`,
  );
  if (astray > 0) problems.push('Entries went to the old primary');
}

async function compare(visitors) {
  const sql = pair.openNew();
  const kept = await sql`select id, phone from leads`;
  await sql.end();
  const ids = new Set(kept.map(({ id }) => id));
  const missing = [...visitors.acknowledged.keys()].filter((id) => !ids.has(id));
  const phones = new Set(kept.map(({ phone }) => phone));
  console.log(`${visitors.acknowledged.size} entries acknowledged, ${kept.length} kept`);
  if (missing.length > 0) problems.push(`${missing.length} acknowledged entries are missing`);
  if (phones.size !== kept.length) problems.push(`${kept.length - phones.size} are there twice`);
  // Every visitor retried until the entry succeeded, so each stored lead was acknowledged.
  if (kept.length !== visitors.acknowledged.size) problems.push('The numbers differ');
}

async function countLeads(sql) {
  const [{ count }] = await sql`select count(*)::int as count from leads`;
  return count;
}

async function createEvent(address) {
  const { token } = await post(address, '/api/auth/login', account);
  const event = { name: 'Fair', date: '2026-12-05', location: 'Hall', status: 'active' };
  return (await post(address, '/api/events', event, token)).id;
}

async function post(address, path, body, token) {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}
