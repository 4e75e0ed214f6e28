// The cluster's run inside its namespaces: two servers, visitors, raffle pages and draws; then
// leaders are killed, frozen, cut off and replaced. The exit code is 1 if an acknowledged entry or draw is missing or
// there twice, if a page shows something else, or if writes come back too late.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call } from '../../harness/http.mjs';
import { asTable } from '../../harness/table.mjs';
import { createEvent, seconds, settle, startLoad, startOn, until } from '../visitors.mjs';
import { cut, mend, SERVERS } from './machines.mjs';
import { startCluster } from './patroni.mjs';
import { openPage, startDraws } from './raffle.mjs';

const WORK_MS = 4000;
/** The allowed time from the new leader, or the repair, to the next entry by each way. */
const RECOVERY_LIMIT_MS = 30_000;
/** Patroni replaces a leader that has been silent for `ttl`, which is 20 s. */
const LEADER_LIMIT_MS = 90_000;
const PAGE_LIMIT_MS = 60_000;
/** Twice the time for which Patroni keeps a leader that it does not hear of. */
const OUTAGE_MS = 40_000;
/** Until all members have read a new setting: twice `loop_wait`. */
const SETTING_MS = 10_000;
const DRAW_EVERY_MS = 1500;
const PACE_MS = 400;
const VERIFY = fileURLToPath(new URL('../../../scripts/verify.mjs', import.meta.url));
const PROXY = 'http://proxy';
const WAYS = [
  { url: PROXY, visitors: 24, pages: 20 },
  ...SERVERS.map((name) => ({ url: `http://${name}:3000`, visitors: 4, pages: 5 })),
];

/**
 * `strike` makes the fault and returns once a new leader can be expected; `repair` is called while writes go on. `leads`
 * names the machine that has to be the leader in between.
 */
const faultsOf = (cluster) => [
  {
    name: 'switchover by patronictl',
    leads: 'another',
    strike: ({ leader, standby }) => cluster.switchover(leader, standby),
  },
  {
    name: 'leader killed: PostgreSQL, Patroni and etcd',
    leads: 'another',
    strike: ({ leader }) => leader.kill(),
    repair: ({ leader }) => leader.restart(),
  },
  {
    name: 'leader frozen: PostgreSQL and Patroni',
    leads: 'another',
    strike: ({ leader }) => leader.freeze(),
    // It wakes up as the leader that it was.
    repair: ({ leader }) => leader.thaw(),
  },
  {
    name: 'network cut between leader and synchronous standby',
    leads: 'same',
    strike: ({ leader, standby }) => cut(leader, standby),
    repair: ({ leader, standby }) => mend(leader, standby),
  },
  {
    // Drawbridge and the proxy still reach it.
    name: 'network cut between leader and both standbys',
    leads: 'another',
    strike: ({ leader }) => cut(leader, ...cluster.othersThan(leader)),
    repair: ({ leader }) => mend(leader, ...cluster.othersThan(leader)),
  },
  {
    name: 'etcd lost for 40 s and back, failsafe_mode on',
    leads: 'same',
    async strike() {
      await cluster.loseEtcd();
      await pause(OUTAGE_MS);
    },
    repair: () => cluster.bringEtcdBack(),
  },
  {
    name: 'etcd lost for 40 s and back, failsafe_mode off',
    leads: 'any',
    async strike() {
      await cluster.setFailsafe(false);
      await pause(SETTING_MS);
      await cluster.loseEtcd();
      await pause(OUTAGE_MS);
      if (await cluster.findLeader()) throw new Error('There is a leader without etcd');
      cluster.bringEtcdBack();
    },
    repair: () => cluster.setFailsafe(true),
  },
];

const problems = [];
await breakEverything(process.argv[2]).catch((error) => problems.push(error.stack));
for (const problem of problems) console.error(`WRONG: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

async function breakEverything(room) {
  const cluster = await startCluster(room);
  for (const HOST of SERVERS) {
    const env = { HOST, PORT: '3000', TRUST_PROXY: '1', DATABASE_URL: cluster.url };
    await startOn(join(room, HOST), env);
  }
  const event = await createEvent(WAYS[1].url);
  const loads = WAYS.map(({ url, visitors }) => startLoad(url, event.eventId, visitors, PACE_MS));
  await Promise.all(loads.map((load) => load.more(20)));
  const pages = WAYS.flatMap((way) =>
    Array.from({ length: way.pages }, () => openPage(way.url, event.eventId)),
  );
  const draws = startDraws(PROXY, event, loads[0].answered, DRAW_EVERY_MS);
  const rows = [];
  try {
    for (const fault of faultsOf(cluster)) {
      rows.push(await endure(fault, cluster, loads));
      console.log(rows.at(-1).join(' · '));
    }
    await pause(WORK_MS);
  } catch (error) {
    problems.push(error.message);
  }
  await draws.stop();
  for (const load of loads) await load.stop();
  console.log(`\n${asTable(['what happened', 'leader', 'new leader', 'writes back'], rows)}\n`);
  await check(event, loads, pages, draws);
}

/** One fault: how long until there is a leader, and from then until entries go through by each way. */
async function endure({ name, leads, strike, repair }, cluster, loads) {
  try {
    const members = await cluster.settled();
    await pause(WORK_MS);
    const beganAt = performance.now();
    await strike(members);
    const struckAt = performance.now();
    const old = members.leader.name;
    const leader = await cluster.nextLeader(leads === 'another' ? old : undefined, LEADER_LIMIT_MS);
    if (leads === 'same' && leader !== old) throw new Error(`${leader} became the leader`);
    const ledAt = performance.now();
    const writes = await backSince(leads === 'another' ? ledAt : struckAt, loads);
    await repair?.(members);
    await cluster.settled();
    await backSince(performance.now(), loads);
    const waited = { another: seconds(ledAt - beganAt), any: seconds(ledAt - struckAt), same: '' };
    return [name, leader === old ? old : `${old} → ${leader}`, waited[leads], seconds(writes)];
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

/** Waits until an entry that was sent after the given time has been acknowledged by each way. */
async function backSince(time, loads) {
  const back = () => loads.every(({ lastGoodBegan }) => lastGoodBegan >= time);
  await until(back, 'Writes did not come back', RECOVERY_LIMIT_MS);
  return performance.now() - time;
}

async function check(event, loads, pages, draws) {
  problems.push(...draws.problems);
  const { kept, polite, figures } = await settle(PROXY, event, loads);
  console.log(figures);
  if (!kept) problems.push('Entries are lost or there twice');
  if (!polite) problems.push('Not every entry was answered as it should be');

  const read = async (path) =>
    JSON.parse((await call(PROXY, 'GET', `/api/events/${event.eventId}${path}`)).text());
  const results = await read('/raffles');
  const winners = describe(results.map(({ number, ticket }) => [number, ticket]));
  if (winners !== describe(draws.winners)) problems.push('The results are not what was drawn');
  const agree = () => pages.every((page) => describe(page.winners) === winners);
  await until(agree, 'Pages show other winners', PAGE_LIMIT_MS).catch((error) =>
    problems.push(error.message),
  );
  for (const page of pages) page.close();

  const list = await read('/draws');
  const records = [];
  for (const { number } of list.draws) records.push(await read(`/draws/${number}`));
  const input = JSON.stringify({ ...list, draws: records });
  const { status, stdout } = spawnSync(process.execPath, [VERIFY, '-'], { input });
  if (status !== 0) problems.push(`npm run verify: ${stdout}`);
  console.log(`${draws.winners.size} draws on ${pages.length} raffle pages`);
}

function describe(winners) {
  return JSON.stringify([...winners].sort(([a], [b]) => a - b));
}
