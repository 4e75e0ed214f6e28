import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownLead } from '@drawbridge/contract/leads';
import { afterAll, expect, it } from 'vitest';
import { startApi } from '../test/api.ts';
import { examples, prepareCall } from '../test/examples.ts';
import { createEvent, newContact } from '../test/fixtures.ts';
import { mailSettings } from '../test/mail-server.ts';
import { valuesFor } from '../test/property-runs.ts';
import { migrate } from './migrate.ts';

/*
 * A rolling upgrade: the server of the next version migrates the database while this one goes on serving. The next
 * version is a migration that does everything a migration may do (CONTRIBUTING.md, 'Adding a field').
 */

const api = await startApi(mailSettings());
afterAll(() => api.close());

async function migrateToNextVersion(): Promise<void> {
  const ours = new URL('migrations/', import.meta.url);
  const directory = await mkdtemp(join(tmpdir(), 'drawbridge-next-'));
  const names = (await readdir(ours)).filter((name) => name.endsWith('.sql'));
  for (const name of names) await copyFile(new URL(name, ours), join(directory, name));
  const number = String(names.length + 1).padStart(3, '0');
  const tables = await api.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`;
  await writeFile(
    join(directory, `${number}-next-version.sql`),
    `create table next_things (id uuid primary key, event_id uuid references events on delete cascade);
     ${tables.map(({ name }) => `alter table ${name} add column next_field text not null default 'new';`).join('\n')}
     create index next_index on leads (next_field);`,
  );
  await migrate(api.sql, pathToFileURL(`${directory}/`));
  await rm(directory, { recursive: true });
}

/** A part of the API's calls, or with THOROUGH=1 all, with the status that each example should have. */
async function callAll(): Promise<string[]> {
  const eventId = (await createEvent(api.admin)).id;
  const wrong: string[] = [];
  for (const example of valuesFor(0, examples, 4)) {
    const { client, method, url, body } = await prepareCall(example, { api, eventId });
    const { status, text } = await client.send(method, url, body?.());
    if (status !== example.status) wrong.push(`${example.name}: ${status} ${text}`);
  }
  return wrong;
}

it('calls still work on a server whose database a newer version has migrated', async () => {
  // Statements are prepared by then, as on a server that has been running for a while.
  expect(await callAll()).toEqual([]);
  await migrateToNextVersion();
  expect(await callAll()).toEqual([]);
});

it('servers of both versions share what is entered and who is logged in', async () => {
  const next = await startApi(mailSettings(), undefined, { beside: api });
  const event = await createEvent(next.admin);
  const sent = { id: crypto.randomUUID(), eventId: event.id, ...newContact() };
  const lead = (await api.anyone.post('/api/leads/public', sent)).as(ownLead);
  expect((await next.anyone.post('/api/leads/public', sent)).as(ownLead)).toEqual(lead);
  const headers = { authorization: `Bearer ${next.admin.token}` };
  expect((await api.anyone.get('/api/auth/me', headers)).status).toBe(200);
  await next.close();
});
