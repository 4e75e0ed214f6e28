// Entries beside another program, and on a small server.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { send } from '../../scripts/lib/api.mjs';
import { makeDataDirectory, runProgram } from '../../scripts/lib/server-process.mjs';
import { createEvent } from '../harness/databases.mjs';
import { enter, newLead } from '../harness/load.mjs';
import { memoryOfAll, processesOf } from '../harness/processor.mjs';
import { format, judge, median, repeat } from '../harness/table.mjs';

export const rows = { pocketbase: measurePocketBase, small: measureSmallServer };

const systems = { linux: 'linux', darwin: 'darwin', x64: 'amd64', arm64: 'arm64' };
const PACKAGE = `pocketbase-${systems[process.platform]}-${systems[process.arch]}`;
const VERSION = '0.22.20-4';
const PORT = 8390;

/** The fields of a lead with the same limits, for anyone to create, and an index for the code. */
const COLLECTION = `migrate((db) => new Dao(db).saveCollection(new Collection({
  name: 'leads', type: 'base', createRule: '', indexes: ['create unique index code on leads (event, entryCode)'],
  schema: [
    { name: 'lead', type: 'text', required: true, options: { pattern: '^[0-9a-f-]{36}$' } },
    { name: 'event', type: 'text', required: true, options: { pattern: '^[0-9a-f-]{36}$' } },
    { name: 'name', type: 'text', required: true, options: { min: 2, max: 100 } },
    { name: 'phone', type: 'text', required: true, options: { pattern: '^[0-9 +()-]{10,20}$' } },
    { name: 'email', type: 'email', options: {} },
    { name: 'entryCode', type: 'text', required: true, options: { pattern: '^[0-9A-Z]{26}$' } },
  ],
})));`;

/** Entries in turns with PocketBase, which has its own database in its process. */
async function measurePocketBase(databases) {
  const database = await databases.empty();
  const { path, remove } = await makeDataDirectory();
  spawnSync('npm', ['install', '--prefix', path, `${PACKAGE}@${VERSION}`], { stdio: 'ignore' });
  await mkdir(join(path, 'migrations'));
  writeFileSync(join(path, 'migrations/1_leads.js'), COLLECTION);
  const url = `http://127.0.0.1:${PORT}`;
  const program = runProgram('', {
    command: [
      join(path, 'node_modules', PACKAGE, 'pocketbase'),
      'serve',
      `--http=127.0.0.1:${PORT}`,
    ],
    args: [`--dir=${path}/data`, `--migrationsDir=${path}/migrations`],
  });
  try {
    while (!program.output.stdout.includes('Server started')) {
      await new Promise((done) => setTimeout(done, 20));
    }
    const [eventId] = database.eventIds;
    const other = {
      ...{ url, eventId, path: '/api/collections/leads/records', status: 200 },
      makeLead: (event) => {
        const { id, eventId: _, ...lead } = newLead(event);
        return { ...lead, lead: id, event };
      },
    };
    const rounds = await databases.withServer(database, (server) =>
      repeat(
        async () => ({
          ours: await enter({ url: server.url, eventId }),
          theirs: await enter(other),
        }),
        3,
      ),
    );
    const rate = (side) => median(rounds.map((round) => round[side].perSecond));
    return [
      judge({
        what: `entries, by those of PocketBase ${VERSION.replace(/-.*/, '')}`,
        value: median(rounds.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond)),
        unit: ' ×',
        how: `${format(rate('ours'))} and ${format(rate('theirs'))} a second, in turns; it has one index, compares no phone numbers, searches nothing, and answers before the entry is on the disk`,
        atLeast: 4,
      }),
    ];
  } finally {
    program.signal('SIGTERM');
    await remove();
  }
}

/** Server and PostgreSQL on one core, and the memory that they need. */
async function measureSmallServer(databases) {
  const database = await databases.empty();
  const [eventId] = database.eventIds;
  const hall = await createEvent(database.sql, 'The small hall', 10_000);
  const pin = (pid) => spawnSync('taskset', ['-apc', '0', String(pid)]);
  const inPostgres = () => processesOf(database.sql);
  for (const pid of await inPostgres()) pin(pid);
  return databases.withServer(database, async ({ url, token, child }) => {
    pin(child.pid);
    const entered = await repeat(() => enter({ url, eventId }), 3);
    const drawing = { token, body: {} };
    const draws = await repeat(() => send(url, 'POST', `/api/events/${hall}/draw-winner`, drawing));
    if (draws.some(({ status }) => status >= 400)) throw new Error('A draw failed');
    return [
      judge({
        what: 'entries on one core',
        value: median(entered.map(({ perSecond }) => perSecond)),
        unit: ' a second',
        how: `${format(memoryOfAll([child.pid, ...(await inPostgres())]))} MiB of memory for server and PostgreSQL`,
      }),
      judge({
        what: 'a draw among 10,000 people on one core',
        value: Math.max(...draws.map(({ ms }) => ms)),
        unit: ' ms',
        how: 'the slowest of 5',
      }),
    ];
  });
}
