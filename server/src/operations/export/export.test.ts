import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { checkProof, loadBeaconCheck } from '@drawbridge/contract/fair-draw/check/check';
import { readProof } from '@drawbridge/contract/fair-draw/check/proof';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent, createSponsor, submitLead } from '../../test/world/fixtures.ts';
import { listTables } from '../backup/tables.ts';
import { fillDatabase } from '../demo/fill.ts';
import { exportEverything } from './export.ts';
import { eventFiles, eventTables, leftOut, pictures, tables } from './nouns.ts';

let api: TestApi;
let files: Map<string, string>;
beforeAll(async () => {
  api = await startApi();
  const [{ id: adminId }] = await api.sql<[{ id: string }]>`select id from users limit 1`;
  await fillDatabase(api.sql, { adminId, password: 'drawbridge', now: new Date() });
  const event = await createEvent(api.admin, {
    name: 'Bücher & Spiele / 2026',
    date: '2020-01-31',
  });
  await createSponsor(api, event.id);
  await submitLead(api.anyone, event.id, { name: '=1+1', email: 'no.more@example.org' });
  await api.sql`
    insert into mail_addresses (event_id, address_hash, unsubscribed_at)
    values (${event.id}, mail_hash('no.more@example.org'), now())`;
  files = await unpack();
});
afterAll(() => api.close());

async function unpack(): Promise<Map<string, string>> {
  const archive = gunzipSync(await buffer(exportEverything(api.sql)));
  const entries = await unpackTar(archive);
  return new Map(
    entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]),
  );
}

const linesOf = (name: string) => files.get(name)?.trimEnd().split('\r\n') ?? [];
const folders = () => [
  ...new Set([...files.keys()].flatMap((name) => /^events\/[^/]+/.exec(name) ?? [])),
];

it('an export has a file for every table, or its README says what is left out', async () => {
  const held = [
    ...[tables, eventTables, eventFiles, { pictures }].flatMap((nouns) =>
      Object.values(nouns).flatMap(({ holds }) => holds),
    ),
    ...Object.values(leftOut).flat(),
  ];
  const lasting = (await listTables(api.sql)).filter((table) => table.lasting);
  expect(held.toSorted()).toEqual(lasting.map(({ name }) => name).toSorted());
  const readme = files.get('README.txt') ?? '';
  const named = [...files.keys()].filter((name) => !/^(pictures\/|README)/.test(name));
  for (const name of named) expect(readme).toContain(`  ${name.replace(/.*\//, '')} `);
  for (const reason of Object.keys(leftOut)) expect(readme).toContain(reason);
});

it('an export has every lead, account, picture and draw, in files that a spreadsheet opens', async () => {
  const [counts] = await api.sql<Record<string, number>[]>`
    select (select count(*)::int from leads) as leads, (select count(*)::int from winners) as winners,
           (select count(*)::int from users) as users, (select count(*)::int from events) as events`;
  const rows = (name: string) =>
    folders().reduce((sum, folder) => sum + linesOf(`${folder}/${name}`).length - 1, 0);
  expect({
    leads: rows('leads.csv'),
    winners: rows('winners.csv'),
    users: linesOf('accounts.csv').length - 1,
    events: folders().length,
  }).toEqual(counts);
  expect(linesOf('audit.csv').length).toBeGreaterThan(1);

  const folder = folders()[0] ?? '';
  expect(folder).toMatch(/^events\/2020-01-31 Bücher-Spiele-2026 \w+$/);
  expect(linesOf(`${folder}/leads.csv`)[1]).toMatch(
    /^"'=1\+1","no\.more@example\.org","\d+","pending"/,
  );
  expect(linesOf(`${folder}/unsubscribed.csv`)).toEqual([
    '\uFEFF"email","unsubscribed_at"',
    expect.stringMatching(/^"no\.more@example\.org","20.*\+00"$/),
  ]);
  const { name, sponsors } = JSON.parse(files.get(`${folder}/event.json`) ?? '');
  expect(name).toBe('Bücher & Spiele / 2026');
  for (const { logo } of sponsors) expect(files.get(logo.slice(1))).not.toBe('');
  expect(sponsors).toHaveLength(1);
});

it("an export's proofs check out", async () => {
  let draws = 0;
  for (const folder of folders()) {
    const read = readProof(files.get(`${folder}/proof.json`) ?? '');
    if ('problem' in read) throw new Error(read.problem);
    draws += read.data.draws.length;
    const verdict = checkProof(read.data, await loadBeaconCheck(read.data.draws));
    expect(verdict.ok).toBe(true);
  }
  expect(draws).toBeGreaterThan(3);
});

it('an export has no secrets', async () => {
  const all = [...files.values()].join('\n');
  const secrets = await api.sql<{ secret: string }[]>`
    select encode(draw_secret, 'hex') as secret from events
    union all select password_hash from users
    union all select encode(entry_code, 'hex') from leads where not won`;
  for (const { secret } of secrets) expect(all).not.toContain(secret);
});
