// Shows that a cluster of three PostgreSQL survives what happens to machines: `npm run cluster`. Patroni, etcd and
// HAProxy run as described in docs/scale.md, with two servers of two processes each, visitors, raffle pages and
// draws; then leaders are killed, frozen, cut off and replaced. The exit code is 1 if an acknowledged entry or draw
// is missing or there twice, if a page shows something else, or if writes come back too late.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopAll } from '../scripts/lib/server-process.mjs';
import { faultsOf } from './cluster/faults.mjs';
import { canEnterNamespaces, enterNamespaces } from './cluster/machines.mjs';
import { missingPackages, SERVERS, startCluster } from './cluster/patroni.mjs';
import { openPage, startDraws } from './cluster/raffle.mjs';
import { createEvent, seconds, send, settle, startLoad, startServer } from './faults/harness.mjs';
import { asTable } from './harness/table.mjs';

const TIME_LIMIT_MS = 25 * 60_000;
const WORK_MS = 4000;
/** The allowed time from the new leader, or the repair, to the next entry by each way. */
const RECOVERY_LIMIT_MS = 30_000;
/** Patroni replaces a leader that has been silent for `ttl`, which is 20 s. */
const LEADER_LIMIT_MS = 90_000;
const PAGE_LIMIT_MS = 60_000;
const PROXY = 'http://proxy';
const VERIFY = fileURLToPath(new URL('../scripts/verify.mjs', import.meta.url));
const VISITORS = { byProxy: 24, direct: 4, paceMs: 400 };
const PAGES = { byProxy: 20, direct: 5 };
const DRAW_EVERY_MS = 1500;

const room = process.env.CLUSTER_ROOM;
if (room) await runAll();
else await runInNamespaces();

/** Everything that is started ends with the namespaces, also if this process is killed. */
async function runInNamespaces() {
  const missing = missingPackages();
  if (missing.length > 0) {
    return refuse(`apt-get install --no-install-recommends ${missing.join(' ')}`);
  }
  if (process.getuid() !== 0 || !canEnterNamespaces()) {
    return refuse('root on Linux, with the right to make network namespaces (unshare --net)');
  }
  const directory = mkdtempSync(join(tmpdir(), 'drawbridge-cluster-'));
  spawnSync('chmod', ['755', directory]);
  const child = enterNamespaces([process.execPath, ...process.argv.slice(1)], {
    CLUSTER_ROOM: directory,
  });
  const timer = setTimeout(() => {
    console.error('It took too long.');
    child.kill('SIGKILL');
  }, TIME_LIMIT_MS);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGKILL'));
  child.on('close', (code) => {
    clearTimeout(timer);
    process.exitCode = code ?? 1;
    if (process.env.KEEP_LOGS) console.log(`The logs are in ${directory}`);
    else rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });
}

function refuse(needed) {
  console.error(`npm run cluster needs: ${needed}`);
  process.exitCode = 1;
}

async function runAll() {
  const problems = [];
  try {
    const cluster = await startCluster(room);
    console.log(
      `PostgreSQL ${cluster.version}, three members with Patroni and etcd, behind HAProxy`,
    );
    const event = await startServers(cluster);
    problems.push(...(await breakEverything(cluster, event)));
  } catch (error) {
    problems.push(error.stack);
  }
  await stopAll();
  for (const problem of problems) console.error(`WRONG: ${problem}`);
  console.log(problems.length === 0 ? 'Nothing was lost or duplicated.' : 'It failed.');
  process.exit(problems.length === 0 ? 0 : 1);
}

async function startServers(cluster) {
  for (const HOST of SERVERS) {
    const env = { HOST, PORT: '3000', WORKERS: '2', TRUST_PROXY: '1' };
    await startServer(join(room, HOST), { ...env, DATABASE_URL: cluster.url });
  }
  return createEvent(`http://${SERVERS[0]}:3000`);
}

async function breakEverything(cluster, event) {
  const ways = [
    { url: PROXY, visitors: VISITORS.byProxy, pages: PAGES.byProxy },
    ...SERVERS.map((name) => ({
      url: `http://${name}:3000`,
      visitors: VISITORS.direct,
      pages: PAGES.direct,
    })),
  ];
  const loads = ways.map(({ url, visitors }) =>
    startLoad(() => url, event.eventId, visitors, VISITORS.paceMs),
  );
  await Promise.all(loads.map((load) => load.more(20)));
  const pages = ways.flatMap(({ url, pages: count }) =>
    Array.from({ length: count }, () => openPage(url, event.eventId)),
  );
  const draws = startDraws(PROXY, event, loads[0].answered, DRAW_EVERY_MS);

  const problems = [];
  const rows = [];
  const words = process.argv.slice(2);
  const chosen = faultsOf(cluster).filter(({ name }) => words.every((word) => name.includes(word)));
  try {
    for (const fault of chosen) {
      rows.push(await endure(fault, cluster, loads, draws));
      console.log(rows.at(-1).join(' · '));
    }
    await cluster.settled();
    await pause(WORK_MS);
  } catch (error) {
    problems.push(error.message);
  }
  await draws.stop();
  for (const load of loads) await load.stop();
  console.log(
    `\n${asTable(['what happened', 'leader', 'after', 'writes', 'entries', 'draws'], rows)}`,
  );
  return [...problems, ...(await check(event, loads, pages, draws))];
}

/** One fault: how long until there is a leader, and from then until entries go through by each way. */
async function endure({ name, leads, strike, repair }, cluster, loads, draws) {
  try {
    const members = await cluster.settled();
    await pause(WORK_MS);
    const before = [acknowledgedOf(loads), draws.winners.size];
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
    return [
      name,
      leader === old ? old : `${old} → ${leader}`,
      leads === 'another'
        ? seconds(ledAt - beganAt)
        : leads === 'any'
          ? seconds(ledAt - struckAt)
          : '',
      seconds(writes),
      String(acknowledgedOf(loads) - before[0]),
      String(draws.winners.size - before[1]),
    ];
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

/** Waits until an entry that was sent after the given time has been acknowledged by each way. */
async function backSince(time, loads) {
  while (loads.some(({ lastGoodBegan }) => lastGoodBegan < time)) {
    if (performance.now() > time + RECOVERY_LIMIT_MS) throw new Error('Writes did not come back');
    await pause(10);
  }
  return performance.now() - time;
}

function acknowledgedOf(loads) {
  return loads.reduce((sum, { answered }) => sum + answered.size, 0);
}

async function check(event, loads, pages, draws) {
  const problems = [...draws.problems];
  const read = async (path) => JSON.parse((await send(PROXY, 'GET', path)).text);
  const path = `/api/events/${event.eventId}`;
  for (const { bad } of loads) problems.push(...bad.map((answer) => `An answer was ${answer}`));
  const unanswered = loads.reduce((sum, load) => sum + load.unanswered, 0);
  const refused = loads.reduce((sum, load) => sum + load.refused, 0);
  const slowest = Math.max(...loads.map(({ slowestMs }) => slowestMs));
  const { stored, resent, lost, twice } = await settle(PROXY, event, loads);
  console.log(
    `\n${acknowledgedOf(loads)} entries acknowledged, ${refused} told to come back, ${unanswered} not answered, ` +
      `${stored} stored: ${lost} lost, ${twice} twice. The difference is the ${resent} that were told to come back or got ` +
      `no answer, and were sent again at the end. Slowest answer ${seconds(slowest)}.`,
  );
  if (lost > 0) problems.push(`${lost} acknowledged entries are missing`);
  if (twice > 0) problems.push(`${twice} are there twice`);
  if (unanswered > 0) problems.push(`${unanswered} entries got no answer`);

  const results = await read(`${path}/raffles`);
  const winners = describe(results.map(({ number, ticket }) => [number, ticket]));
  if (winners !== describe(draws.winners))
    problems.push('The results are not those that were drawn');
  const agrees = (page) => describe(page.winners) === winners;
  const deadline = performance.now() + PAGE_LIMIT_MS;
  while (!pages.every(agrees) && performance.now() < deadline) await pause(100);
  const agreeing = pages.filter(agrees).length;
  if (agreeing < pages.length) problems.push(`${pages.length - agreeing} pages show other winners`);
  for (const page of pages) page.close();

  const list = await read(`${path}/draws`);
  const records = [];
  for (const { number } of list.draws) records.push(await read(`${path}/draws/${number}`));
  const proof = JSON.stringify({ ...list, draws: records });
  const { status, stdout } = spawnSync(process.execPath, [VERIFY, '-'], { input: proof });
  if (status !== 0) problems.push(`npm run verify: ${stdout}`);
  console.log(
    `${draws.winners.size} draws, ${draws.repeated} requests repeated; ${agreeing} of ${pages.length} raffle pages ` +
      `agree; npm run verify ${status === 0 ? 'accepts the chain' : 'refuses'}.`,
  );
  return problems;
}

function describe(winners) {
  return JSON.stringify([...winners].sort(([a], [b]) => a - b));
}
