import { randomUUID } from 'node:crypto';
import { adminEvent } from '@drawbridge/contract/events/events';
import { readPhone } from '@drawbridge/contract/phones/phone-key';
import { afterAll, expect, it } from 'vitest';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, newContact, submitLead } from '../../test/world/fixtures.ts';
import { listLeads } from '../../test/world/leads.ts';

/**
 * The same digits are another number in another country. A change of an event's country therefore recomputes the
 * phone keys of all its leads, including those that arrive meanwhile.
 */

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const eventIn = async (country: string) => (await createEvent(api.admin, { country })).id;
const changeCountry = (eventId: string, country: string) =>
  api.admin.patch(`/api/events/${eventId}`, { country });
const phonesOf = async (eventId: string) =>
  (await listLeads(api, `?eventId=${eventId}`)).map(({ phoneE164 }) => phoneE164).reverse();

it('follows the country there and back, and numbers typed with a plus sign stay the same', async () => {
  const eventId = await eventIn('DE');
  const typed = ['0151 23456789', '+33 6 12 34 56 78', '033612345678', '+43 664 123456'];
  for (const phone of typed) await submitLead(api.anyone, eventId, { phone });
  const german = ['+4915123456789', '+33612345678', '+4933612345678', '+43664123456'];
  expect(await phonesOf(eventId)).toEqual(german);

  expect((await changeCountry(eventId, 'GB')).as(adminEvent).country).toBe('GB');
  const british = typed.map((phone) => readPhone(phone, 'GB'));
  expect(british[0]).toEqual({ key: '015123456789', valid: false });
  expect(await phonesOf(eventId)).toEqual(british.map(({ key, valid }) => (valid ? key : null)));

  await changeCountry(eventId, 'DE');
  expect(await phonesOf(eventId)).toEqual(german);
});

it('decides who is a duplicate, and which numbers are too short', async () => {
  const eventId = await eventIn('NO');
  const first = await submitLead(api.anyone, eventId, { phone: '+47 406 12 345' });
  const second = { eventId, ...newContact(), phone: '40612345' };
  expect((await api.anyone.post('/api/leads/public', second)).status).toBe(201);
  const newest = async () => (await listLeads(api, `?eventId=${eventId}`))[0];
  const twin = { duplicateOf: first.id, entries: 2, phoneE164: '+4740612345' };
  expect(await newest()).toMatchObject(twin);

  await changeCountry(eventId, 'GB');
  expect(await newest()).toMatchObject({ duplicateOf: null, entries: 1, phoneE164: null });
  expect((await api.anyone.post('/api/leads/public', second)).status).toBe(400);
  await changeCountry(eventId, 'NO');
  expect(await newest()).toMatchObject(twin);
});

it('reaches every one of many leads', async () => {
  const eventId = await eventIn('DE');
  // Many leads with one timestamp, so that batches end among equals.
  await api.sql`
    insert into leads (event_id, name, phone, phone_key, fingerprint, submitted_at)
    select ${eventId}, 'Guest', '015' || 100000000 + n, '+4915' || 100000000 + n, sha256(''),
           timestamptz '2024-05-15 09:00Z' + (n / 700) * interval '1 second'
    from generate_series(1, 2500) n`;
  await changeCountry(eventId, 'NO');
  const [left] = await api.sql`
    select count(*)::int as leads, count(*) filter (where phone_key <> phone)::int as wrong
    from leads where event_id = ${eventId}`;
  expect(left).toEqual({ leads: 2500, wrong: 0 });
});

/**
 * Runs the work while the country is being changed to GB. The change is blocked at the key that it computes last.
 */
async function whileChanging<T>(eventId: string, work: () => Promise<T>) {
  const { calls } = await api.sql.begin(async (tx) => {
    await tx`
      select from leads where event_id = ${eventId} order by submitted_at limit 1 for update`;
    const changing = changeCountry(eventId, 'GB');
    await standstill(api.sql, [changing]);
    const calls = [changing, work()] as const;
    // Each of the calls waits in the database or is done.
    await standstill(api.sql, [...calls]);
    return { calls };
  });
  return Promise.all(calls);
}

it('has entries wait that come in meanwhile, and gives them keys of the new country', async () => {
  const eventId = await eventIn('DE');
  await submitLead(api.anyone, eventId, { phone: '0151 23456789' });
  const lead = { eventId, ...newContact(), phone: '0151 23456789' };
  const [changed, entered] = await whileChanging(eventId, () =>
    api.anyone.post('/api/leads/public', lead),
  );
  expect([changed.status, entered.status]).toEqual([200, 201]);
  expect(await phonesOf(eventId)).toEqual([null, null]);
});

it('waits for entries that are being written, and derives their keys too', async () => {
  const [eventId, other] = [await eventIn('DE'), await eventIn('DE')];
  await submitLead(api.anyone, eventId, { phone: '0151 23456789' });
  const id = randomUUID();
  const calls: Promise<{ status: number }>[] = [];
  const lead = { id, eventId, ...newContact(), phone: '0151 23456789' };
  await api.sql
    .begin(async (tx) => {
      // A concurrent, uncommitted lead with this id.
      await tx`
        insert into leads (id, event_id, name, phone, phone_key, fingerprint)
        values (${id}, ${other}, 'Guest', '07400123123', '+447400123123', sha256(''))`;
      calls.push(api.anyone.post('/api/leads/public', lead));
      await standstill(api.sql, calls);
      calls.push(changeCountry(eventId, 'GB'));
      await standstill(api.sql, calls);
      throw new Error('It does not stay');
    })
    .catch(() => {});
  const responses = await Promise.all(calls);
  expect(responses.map(({ status }) => status)).toEqual([201, 200]);
  expect(await phonesOf(eventId)).toEqual([null, null]);
});
