import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataDirectory, makeDataDirectory } from '../../../scripts/lib/server-process.mjs';
import { completeCountries } from '../features/events/store.ts';
import { migrateTo } from '../test/migrations.ts';
import { connectSql, createTestSql, type TestSql } from '../test/sql.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { withEmbedded } from './embedded.ts';

/*
 * A server from before version 2 of the fair draw, with everything that it may have left behind, is
 * started as the server of today, with COUNTRY=DE.
 */

const warnings: string[] = [];
const log = { info: () => {}, warn: (message: string) => warnings.push(message) };

let directory: DataDirectory;
let database: OpenDatabase;
let sql: TestSql;

beforeAll(async () => {
  directory = await makeDataDirectory();
  await withEmbedded({ dataDir: directory.path, log }, async (target) => {
    const before = connectSql(target, { max: 1 });
    await migrateTo(before, 11);
    await fill(before);
    await before.end();
  });
  const which = { dataDir: directory.path, databaseUrl: undefined, allowUnsafeDatabase: false };
  database = await openDatabase(which, log, () => {});
  sql = createTestSql(database.db);
  await completeCountries(sql, 'DE');
});
afterAll(async () => {
  await database?.close();
  await directory.remove();
});

/** Two events; 1,500 leads at the first, where one draw was held, one given up and one is sealed. */
async function fill(before: TestSql): Promise<void> {
  await before`insert into users (username, password_hash, role) values ('admin', 'x', 'admin')`;
  await before`
    insert into events (name, date, location, created_by)
    select called, '2026-12-05', 'Hall', users.id
    from users, unnest(array['Fair', 'Market']) called`;
  await before`
    insert into leads (event_id, name, phone, email, fingerprint)
    select e.id, 'Guest', '01512' || 3000000 + n, n || '@example.com', sha256('')
    from events e, generate_series(1, case name when 'Fair' then 1500 else 1 end) n`;
  await before`
    insert into leads (event_id, name, phone, fingerprint)
    select id, 'Abroad', '33612345678', sha256('') from events`;
  await before`insert into prizes (event_id, name) select id, 'City bicycle' from events`;
  await before`
    insert into raffles (event_id, prize_id, winner_id, conducted_by)
    select e.id, p.id, l.id, e.created_by
    from events e join prizes p on p.event_id = e.id join leads l on l.event_id = e.id
    where e.name = 'Fair' and l.email = '7@example.com'`;
  await before`
    insert into draws (event_id, number, state, prize_id, commitment, roster, roster_hash,
                       previous_record, members, seed, winner_index, winner_tickets, record,
                       raffle_id, void_reason, ended_at)
    select r.event_id, number, state, case state when 'drawn' then r.prize_id end, h, h, h, h,
           case when state = 'sealed' then h end, case when state <> 'sealed' then h end,
           case when state = 'drawn' then 0 end, case when state = 'drawn' then h end,
           case when state <> 'sealed' then h end, case when state = 'drawn' then r.id end,
           case when state = 'void' then 'Wrong prize' end,
           case when state <> 'sealed' then now() end
    from raffles r, sha256('') h,
         unnest(array['drawn', 'void', 'sealed']) with ordinality s (state, number)`;
}

it('keeps every lead, and compares its phone in the country of the setting', async () => {
  const rows = await sql`
    select e.name, e.country, e.winner_display, count(*)::int as leads,
           count(*) filter (where l.phone_key = '+49' || substring(l.phone from 2))::int as german,
           count(*) filter (where l.phone_key = '+4933612345678')::int as bare,
           count(distinct l.ticket)::int as tickets, bool_or(l.won) as won
    from events e join leads l on l.event_id = e.id group by e.id order by e.name`;
  const all = { country: 'DE', winnerDisplay: 'full', bare: 1, won: false };
  expect(rows).toEqual([
    { name: 'Fair', leads: 1501, german: 1500, tickets: 1501, ...all },
    { name: 'Market', leads: 2, german: 1, tickets: 2, ...all },
  ]);
});

it('drops the draws of version 1, so that their prizes can be drawn again', async () => {
  expect((await sql`select from draws`).length).toBe(0);
  expect((await sql`select from prizes`).length).toBe(2);
  expect(await sql`select to_regclass('raffles') as raffles`).toEqual([{ raffles: null }]);
  // Nothing that is told to screens points to a draw that is gone.
  expect((await sql`select from live_messages where number is not null`).length).toBe(0);
});

it('tells the operator in one line', () => {
  expect(warnings).toEqual([
    'Dropped 3 draws that were held by version 1 of the fair draw, with their winners: ' +
      'their prizes can be drawn again. See CHANGELOG.md.',
  ]);
});

it('leaves the country of an event alone at the next start', async () => {
  await completeCountries(sql, 'GB');
  expect(await sql`select distinct country from events`).toEqual([{ country: 'DE' }]);
});
