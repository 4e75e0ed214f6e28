import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { bulkVerifyResponse, leadExportRow } from '@drawbridge/contract/collecting/lead-lists';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withRoster } from '../../raffle/rosters/roster-store.ts';
import { rowsReadBy } from '../../test/database/rows-read.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent } from '../../test/world/fixtures.ts';
import { adminLeads, idsOf, namesOf } from '../../test/world/leads.ts';
import { flagConditions } from '../leads/filters.ts';
import { countFlags, findLeads } from '../leads/store.ts';

const api = await startApi();
afterAll(() => api.close());

/** Requests a list and disconnects after its first piece. */
function readTheBeginning(query: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = `${api.admin.url}/api/leads${query}`;
    const headers = { authorization: `Bearer ${api.admin.token}` };
    const request = get(url, { agent: false, headers }, (response) => {
      response.once('data', () => {
        request.destroy();
        resolve();
      });
    });
    request.on('error', reject);
  });
}

describe('very many leads', () => {
  const MANY = 3_000;
  let event: { id: string };
  beforeAll(async () => {
    event = await createEvent(api.admin);
    await api.sql`
      insert into leads (event_id, name, phone, phone_key, email, submitted_at, fingerprint)
      select ${event.id}, 'Guest "' || n || '" \\ é', '07' || lpad((n % 2000)::text, 9, '0'),
             '+447' || lpad((n % 2000)::text, 9, '0'),
             case when n % 2 = 0 then 'guest' || n || '@example.com' end,
             timestamptz '2024-05-15 09:00Z' + (n / 3) * interval '1 second', sha256('')
      from generate_series(1, ${MANY}) n`;
  });

  it('come as one complete JSON list, in order', async () => {
    const response = await api.admin.get(`/api/leads?eventId=${event.id}`);
    const leads = response.as(adminLeads);
    const stored = await api.sql<{ id: string }[]>`
      select id from leads where event_id = ${event.id} order by submitted_at desc, id desc`;
    expect(idsOf(leads)).toEqual(idsOf([...stored]));
    expect(leads.filter(({ duplicateOf }) => duplicateOf !== null)).toHaveLength(1000);
    const exported = await api.admin.get(`/api/leads/export?eventId=${event.id}`);
    expect(namesOf(exported.as(z.array(leadExportRow.strict())))).toEqual(namesOf(leads));
    const search = `eventId=${event.id}&q=guest&status=pending&source=qr&from=2024-05-15`;
    expect((await api.admin.get(`/api/leads?${search}`)).as(adminLeads)).toEqual(leads);
  });

  it('can be left half-way, as often as one likes', async () => {
    // More readers than database connections: an abandoned list must not keep one.
    for (let reader = 0; reader < 12; reader++) await readTheBeginning(`?eventId=${event.id}`);
    expect((await api.admin.get(`/api/leads?eventId=${event.id}&limit=1`)).status).toBe(200);
  });

  it('are verified in one call of 50,000 ids', async () => {
    const stored = await api.sql<{ id: string }[]>`
      select id from leads where event_id = ${event.id}`;
    const leadIds = idsOf([...stored]);
    while (leadIds.length < 50_000) leadIds.push(randomUUID());
    const response = await api.admin.post('/api/leads/bulk-verify', { leadIds });
    expect(response.as(bulkVerifyResponse)).toEqual({ verified: MANY, skipped: 50_000 - MANY });
    const [left] = await api.sql`
      select count(*)::int as pending from leads
      where event_id = ${event.id} and status = 'pending'`;
    expect(left).toEqual({ pending: 0 });
  });
});

describe('an event that has filled up', () => {
  const LEADS = 20_000;
  let fresh: TestApi;
  let full: { id: string };
  const fill = (eventId: string, count: number) => fresh.sql`
    insert into leads (event_id, name, phone, phone_key, email, fingerprint, submitted_at)
    select ${eventId}::uuid, 'Visitor', '0880' || 1000000 + n, '0880' || 1000000 + n, n || '@example.com', sha256(''),
           to_timestamp(n)
    from generate_series(1, ${count}) n`;
  const readForPage = (query: object, limit: number) =>
    rowsReadBy(fresh.sql, 'leads', async () => {
      const page = await findLeads(
        fresh.sql,
        { eventId: full.id, ...query },
        { limit, after: undefined },
      );
      expect(page).toHaveLength(limit);
    });

  beforeEach(async () => {
    // One connection, so that all reads are counted.
    fresh = await startApi({}, undefined, { connections: 1 });
    await fresh.sql`alter table leads set (autovacuum_enabled = off)`;
    full = await createEvent(fresh.admin);
  });
  afterEach(() => fresh.close());

  it('since the statistics were made is not read again for every lead of a page', async () => {
    await fill((await createEvent(fresh.admin)).id, 2000);
    await fresh.sql`vacuum analyze leads`;
    await fill(full.id, LEADS);
    // The whole event may have been sorted once.
    expect(await readForPage({}, 5)).toBeLessThan(LEADS + 500);
  });

  it('since the statistics were made is not compared with itself for duplicates or a draw', async () => {
    await fill((await createEvent(fresh.admin)).id, 2000);
    await fresh.sql`vacuum analyze leads`;
    await fill(full.id, 2000);
    await fill(full.id, 100);
    expect(await countFlags(fresh.sql, { eventId: full.id })).toMatchObject({ duplicate: 100 });
    const duplicates = flagConditions.duplicate({ eventId: full.id });
    const draw = withRoster({ eventId: full.id, secret: Buffer.alloc(32), maxChances: 1 }, 1, 0);
    for (const statement of [
      sql`select from leads where ${duplicates}`,
      sql`with ${draw} select from roster, register`,
    ]) {
      const plan = await fresh.sql.query(sql`explain ${statement}`);
      expect(JSON.stringify(plan)).not.toContain('Join Filter');
    }
  });

  const bulk = () => ({
    id: randomUUID(),
    eventId: full.id,
    count: 1000,
    at: new Date().toISOString(),
  });
  it.each([
    ['event', () => fresh.admin.delete(`/api/events/${full.id}`)],
    ['leads', () => fresh.admin.post('/api/leads/delete', bulk())],
  ])('loses its %s without reading all of them for each', async (_, remove) => {
    // PostgreSQL keeps plans and statistics from when there were hardly any leads.
    for (let n = 0; n < 8; n += 1) {
      const { id } = await createEvent(fresh.admin);
      await fill(id, 1);
      if (n === 4) await fresh.sql`analyze leads`;
      await fresh.admin.delete(`/api/events/${id}`);
    }
    await fill(full.id, 1000);
    const read = await rowsReadBy(fresh.sql, 'leads', async () => {
      expect(await remove()).toMatchObject({ status: 200 });
    });
    expect(read).toBeLessThan(20_000);
    expect(await fresh.sql`select from leads`).toHaveLength(0);
  });
});
